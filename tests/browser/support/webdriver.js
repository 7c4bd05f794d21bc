// SPDX-License-Identifier: MIT
// A session of the W3C's WebDriver (https://www.w3.org/TR/webdriver2/), as much of it as the tests
// need: every command is a request over HTTP, and what goes wrong there is an error here.

/** What keys without a character are called in the protocol (§ 15.4.2).
 * @type {Record<string, string>} */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/**
 * One request.
 *
 * @param {string} url
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {unknown} [body]
 * @returns {Promise<any>} the value of the answer
 */
export async function command(url, method, body) {
  const options = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(url, { method, ...options });
  const { value } = /** @type {any} */ (await answer.json());
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/**
 * @param {string} driver address of a driver, without a slash at the end
 * @param {Record<string, unknown>} capabilities
 * @param {number} limit of a script or a load, ms
 */
export async function openSession(driver, capabilities, limit) {
  const wanted = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await command(`${driver}/session`, 'POST', wanted);
  const session = `${driver}/session/${sessionId}`;
  const post = (/** @type {string} */ path, /** @type {unknown} */ body) =>
    command(`${session}/${path}`, 'POST', body);
  await post('timeouts', { script: limit, pageLoad: limit });

  const act = (
    /** @type {'key' | 'pointer'} */ type,
    /** @type {Record<string, unknown>[]} */ actions,
  ) => post('actions', { actions: [{ type, id: type, actions }] });
  const key = (/** @type {string} */ type, /** @type {string} */ name) => ({
    type,
    value: KEYS[name] ?? name,
  });
  const move = (/** @type {number} */ x, /** @type {number} */ y) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
  });

  return {
    post,
    /**
     * Runs an expression in the page or frame; result and argument travel as JSON.
     *
     * @param {string} expression may be a promise, and may use `text`
     * @param {string} text
     */
    async evaluate(expression, text) {
      const script = `const [text, done] = arguments;
        (async () => JSON.stringify([await (${expression})]))()
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = await post('execute/async', { script, args: [text] });
      if ('error' in answer) throw new Error(answer.error);
      return JSON.parse(answer.value)[0];
    },
    keyboard: {
      /** @param {string} keys a key, or several held together: "Control+Home" */
      press: (keys) => {
        const names = keys.length > 1 ? keys.split('+') : [keys];
        return act('key', [
          ...names.map((name) => key('keyDown', name)),
          ...names.reverse().map((name) => key('keyUp', name)),
        ]);
      },
      /** @param {string} text */
      type: (text) =>
        act(
          'key',
          [...text].flatMap((each) => [key('keyDown', each), key('keyUp', each)]),
        ),
    },
    mouse: {
      /** @param {number} x @param {number} y CSS pixels */
      move: (x, y) => act('pointer', [move(x, y)]),
      /** @param {number} x @param {number} y */
      click: (x, y) =>
        act('pointer', [
          move(x, y),
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
    },
    close: () => command(session, 'DELETE'),
  };
}
