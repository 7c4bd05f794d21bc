// SPDX-License-Identifier: MIT
// A film of the stage as a file, and what is said of it meanwhile.
import { filmWords } from '../../i18n/film.js';
import { download } from '../shared/save.js';
import { recordFilm } from './record.js';

const SECONDS = 10;

/** @param {import('./types.js').Stage} stage @param {string} name of the file
 * @param {AbortSignal} signal */
export async function saveFilm(stage, name, signal) {
  const { format, state } = stage;
  await filmWords.load(state.lang);
  const words = filmWords.in(state.lang);
  const canvases = /** @type {HTMLCanvasElement[]} */ ([
    ...stage.renderRoot.querySelectorAll('.picture > canvas'),
  ]);
  let told = 0;
  const answer = await recordFilm(() => stage.picture(), canvases, {
    ...{ seconds: SECONDS, signal },
    onProgress: (share) => {
      const left = Math.ceil(SECONDS * (1 - share));
      if (left !== told) stage.note(words.recording(format.integer(left)));
      told = left;
    },
  }).catch(() => ({ failed: 'broken' }));
  stage.note('');
  if ('film' in answer) {
    download(answer.film, `${name}.${answer.type.split('/')[1]}`, answer.type);
    stage.tell(words.recorded);
  } else if (answer.failed !== 'canceled') stage.tell(words.notRecorded);
}
