import { DocumentChangedError } from '../backend/backend.js';
import type { Studio } from './studio.js';

/** What becomes of a survey file that another program changed while there are changes here: the text of the page is written over it. */
export async function keepMine(studio: Studio): Promise<void> {
  const file = studio.backend.document;
  const found = studio.foundChange.value;
  if (file === undefined || found === undefined) return;
  const text = studio.text.value;
  try {
    await file.save(text, { over: found.version });
  } catch (error) {
    if (!(error instanceof DocumentChangedError)) throw error;
    // It is another one by now: what that says is shown before anything is written over it.
    studio.foundChange.value = await file.look();
    return;
  }
  studio.saved(text);
}

/** The other: the text of the file is taken over, and undo brings that of the page back. */
export async function takeTheirs(studio: Studio): Promise<void> {
  const file = studio.backend.document;
  if (file === undefined) return;
  const { text, name } = await file.load();
  studio.foundChange.value = undefined;
  studio.document.replace(`Take over ${name}`, text);
  studio.settle('save');
  studio.tell(`The text of ${name} is here now; undo brings yours back`);
}
