import { DocumentChangedError, type FoundDocument } from '../../backend/backend.js';
import type { StoredSurvey } from './stored-survey.js';

/** Shows the file as another program left it and asks which text to keep; nothing where both are the same. */
export async function askAboutChange(file: StoredSurvey): Promise<void> {
  const found = await file.stored?.look();
  if (found !== undefined) show(file, found);
}

/** Overwrites the shown change with the text of the page. */
export async function keepMine(file: StoredSurvey): Promise<void> {
  const { stored } = file;
  const shown = file.change.value;
  if (stored === undefined || shown === undefined) return;
  const text = file.document.text.value;
  try {
    await stored.save(text, { over: shown.version });
  } catch (error) {
    if (!(error instanceof DocumentChangedError)) throw error;
    show(file, await stored.look(), true);
    return;
  }
  file.markSaved(text);
}

/** Takes over the shown text; undo brings back that of the page. */
export async function takeTheirs(file: StoredSurvey): Promise<void> {
  const { stored } = file;
  const shown = file.change.value;
  if (stored === undefined || shown?.text === undefined) return;
  const found = await stored.look();
  if (found.version !== shown.version) {
    show(file, found, true);
    return;
  }
  stored.take(shown);
  file.change.value = undefined;
  file.lost = undefined;
  file.document.replace(`Take over ${shown.name}`, shown.text);
  file.messages.settle('save');
  file.messages.report(`The text of ${shown.name} is here now; undo brings yours back`);
}

function show(file: StoredSurvey, found: FoundDocument, isAnew = false): void {
  const text = file.document.text.value;
  if (found.text !== text) file.change.value = { ...found, isAnew };
  else {
    file.stored?.take(found);
    file.markSaved(text);
  }
}
