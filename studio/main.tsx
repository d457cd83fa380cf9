import { render } from 'preact';
import { askBeforeLeaving } from './actions/ask-before-leaving.js';
import { followColumns } from './actions/follow-columns.js';
import { makeReady } from './actions/make-ready.js';
import { App } from './app.js';
import { chooseBackend } from './backend/choose-backend.js';
import { isolate } from './backend/isolate.js';
import { followPoint } from './state/clouds/explained.js';
import { Studio } from './state/studio.js';
import { selectTool } from './tools/select.js';
import { listenForShortcuts } from './tools/shortcuts.js';
import { listenForDrops } from './ui/drop-target.js';

const NOT_ISOLATED =
  'The CPU engine scans with one thread here: the host of this page sends no COOP and COEP headers, ' +
  'so it may not share memory with its workers.';

/** Shows the page, and opens what is there to open. */
function begin(studio: Studio): void {
  const notKept = (error: unknown) => studio.messages.fail(error);
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
      if (!isIsolated && studio.backend.kind === 'worker') studio.messages.warn(NOT_ISOLATED);
      return studio.file.open();
    })
    .then(async () => (await import('./actions/keep-draft.js')).keepDraft(studio))
    .catch((error) => studio.messages.fail(error));
  studio.ready.then(() => studio.clouds.restore()).catch((error) => studio.messages.fail(error));
}

// Not awaited: what else is loaded imports this file, too.
const opened = chooseBackend().then((backend) => new Studio(backend, selectTool));
// Files dropped earlier are not for the browser either.
listenForDrops(
  async (files) => {
    const [{ takeFiles }, studio] = await Promise.all([import('./actions/take-files.js'), opened]);
    await studio.ready;
    await takeFiles(studio, files);
  },
  (error) => void opened.then((studio) => studio.messages.fail(error)),
);
void opened.then(begin);
