import { render } from 'preact';
import { App } from './app.js';
import { chooseBackend } from './backend/choose-backend.js';
import { keepDraft } from './state/keep-draft.js';
import { Studio } from './state/studio.js';

const studio = new Studio(chooseBackend());
const place = document.getElementById('studio');
if (place) render(<App studio={studio} />, place);
studio
  .openDocument()
  .then(() => keepDraft(studio))
  .catch((error) => studio.fail(error));
