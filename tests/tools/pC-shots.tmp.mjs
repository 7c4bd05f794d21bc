import { openSite } from '../browser/support/harness.js';
const site = await openSite();
const kill = setTimeout(()=>process.exit(2), 280000);
const places = (process.argv[2]??'stage,write,learn,lab,settings').split(',');
const LINKS = { stage: '', write: '', learn:'', lab:'', settings:'&panel=setup', exp:'&panel=experiments', heads:'&panel=heads', lens:'&panel=lens', forward:'&panel=forward-pass', diag:'&panel=diagnostics', export:'&panel=export' };
for (const [w,h,scheme] of [[1440,900,'light'],[390,844,'dark'],...(process.argv[3]?[[1440,900,'dark'],[390,844,'light']]:[])]) {
  for (const p of places) {
    const page = await site.newPage(null, { viewport: { width:w, height:h }, colorScheme: scheme, ...(w<900&&{hasTouch:true}) });
    const extra = { lesson: 'lesson=mask', lessons: 'lesson=list', help: '', assign: 'assign=rate' }[p];
    await page.goto(`index.html?lang=${process.env.L??'de'}${extra?'&'+extra:''}#v=2${LINKS[p]??''}`);
    await page.waitForTimeout(3500);
    if (p==='help') { await page.locator('#help').click(); await page.waitForTimeout(1500); }
    await page.screenshot({ path: `/tmp/pC-shots/${process.env.L??''}${p}-${w}-${scheme}.png` });
    await page.context().close();
  }
}
await site.close?.(); clearTimeout(kill); process.exit(0);
