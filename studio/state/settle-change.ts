import { DocumentChangedError, type FoundDocument } from '../backend/backend.js';
import type { Studio } from './studio.js';

/** A survey file that another program changed, as the user is shown it. */
export interface ShownChange extends FoundDocument {
  /** Whether it was changed once more since it was first shown. */
  isAnew?: boolean;
}

/** Shows the survey file as another program left it, and asks which text is kept; nothing where both are the same. */
export async function askAboutChange(studio: Studio): Promise<void> {
  const found = await studio.backend.document?.look();
  if (found !== undefined) show(studio, found);
}

/** What becomes of the file: the text of the page is written over what was shown. */
export async function keepMine(studio: Studio): Promise<void> {
  const file = studio.backend.document;
  const shown = studio.foundChange.value;
  if (file === undefined || shown === undefined) return;
  const text = studio.text.value;
  try {
    await file.save(text, { over: shown.version });
  } catch (error) {
    if (!(error instanceof DocumentChangedError)) throw error;
    show(studio, await file.look(), true);
    return;
  }
  studio.saved(text);
}

/** The other: the text that was shown is taken over, and undo brings that of the page back. */
export async function takeTheirs(studio: Studio): Promise<void> {
  const file = studio.backend.document;
  const shown = studio.foundChange.value;
  if (file === undefined || shown?.text === undefined) return;
  const found = await file.look();
  if (found.version !== shown.version) {
    show(studio, found, true);
    return;
  }
  file.take(shown);
  studio.foundChange.value = undefined;
  studio.lostFile = undefined;
  studio.document.replace(`Take over ${shown.name}`, shown.text);
  studio.settle('save');
  studio.tell(`The text of ${shown.name} is here now; undo brings yours back`);
}

function show(studio: Studio, found: FoundDocument, isAnew = false): void {
  const text = studio.text.value;
  if (found.text !== text) studio.foundChange.value = { ...found, isAnew };
  else {
    studio.backend.document?.take(found);
    studio.saved(text);
  }
}
