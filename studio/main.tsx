import { render } from 'preact';
import { App } from './app.js';
import { chooseBackend } from './backend/choose-backend.js';
import { followColumns } from './state/columns.js';
import { followPoint } from './state/explained.js';
import { keepDraft } from './state/keep-draft.js';
import { Studio } from './state/studio.js';
import { takeFiles } from './state/take-files.js';
import { listenForDrops } from './ui/drop-target.js';
import { listenForShortcuts } from './ui/shortcuts.js';

const studio = new Studio(chooseBackend());
const place = document.getElementById('studio');
if (place) render(<App studio={studio} />, place);
listenForShortcuts(studio);
listenForDrops(
  (files) => takeFiles(studio, files),
  (error) => studio.fail(error),
);
followColumns(studio);
followPoint(studio);
studio
  .openDocument()
  .then(() => keepDraft(studio))
  .then(() => studio.clouds.restore())
  .catch((error) => studio.fail(error));
