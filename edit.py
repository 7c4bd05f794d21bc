p='tests/browser/element/lifetime.test.js'; s=open(p).read()
s=s.replace("ms === 10_000 ? 400 : ms);","ms === 10_000 ? 50 : ms);")
s=s.replace('''  await interrupted('e.step(2000)', 2000);
  await interrupted('e.session.run({ until: 4000 })', 4000);
''','''  await interrupted('e.step(300)', 300);
  await interrupted('e.session.run({ until: 600 })', 600);
''')
s=s.replace('''  // Longer than any view waits between two pictures.
  await page.waitForTimeout(1200);
  await until(page, `e.session.steps > ${before[1] + 20} && s.phase === 'running'`);
''','''  // Any view would draw what was asked for and answered meanwhile, more than once.
  await until(
    page,
    `e.session.steps > ${before[1] + 20} && s.activations?.step > ${before[1]} && s.phase === 'running'`,
  );
''')
open(p,'w').write(s)
