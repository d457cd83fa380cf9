import { render } from 'preact';
import { App } from './app.js';
import { chooseBackend } from './backend/choose-backend.js';
import { askBeforeLeaving } from './state/ask-before-leaving.js';
import { followColumns } from './state/columns.js';
import { followPoint } from './state/explained.js';
import { isolate } from './state/isolate.js';
import { makeReady } from './state/make-ready.js';
import { Studio } from './state/studio.js';
import { listenForDrops } from './ui/drop-target.js';
import { listenForShortcuts } from './ui/shortcuts.js';

const NOT_ISOLATED =
  'The CPU engine scans with one thread here: the host of this page sends no COOP and COEP headers, so it may not share memory with its workers.';

/** Shows the page, and opens what is there to open. */
function begin(studio: Studio): void {
  const notKept = (error: unknown) => studio.fail(error);
  const place = document.getElementById('studio');
  if (place) render(<App studio={studio} />, place);
  listenForShortcuts(studio);
  // Until something has the keyboard, nothing can lose it.
  addEventListener('focusin', () => import('./ui/keep-focus.js').then(({ keepFocus }) => keepFocus(), notKept), {
    once: true,
  });
  askBeforeLeaving(studio);
  followColumns(studio);
  followPoint(studio);
  makeReady(studio);
  /** Nothing is begun on a page that is loaded again. */
  studio.ready = isolate()
    .then((isIsolated) => {
      if (!isIsolated && studio.backend.kind === 'worker') studio.warn(NOT_ISOLATED);
      return studio.openDocument();
    })
    .then(async () => (await import('./state/keep-draft.js')).keepDraft(studio))
    .catch((error) => studio.fail(error));
  studio.ready.then(() => studio.clouds.restore()).catch((error) => studio.fail(error));
}

// Not awaited: what else is loaded imports this file, too.
const opened = chooseBackend().then((backend) => new Studio(backend));
// What is dropped before that is not for the browser, either.
listenForDrops(
  async (files) => {
    const [{ takeFiles }, studio] = await Promise.all([import('./state/take-files.js'), opened]);
    await studio.ready;
    await takeFiles(studio, files);
  },
  (error) => void opened.then((studio) => studio.fail(error)),
);
void opened.then(begin);
