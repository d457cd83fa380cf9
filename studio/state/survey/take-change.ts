import type { StoredSurvey } from './stored-survey.js';

/** Takes over the change of another program, unless the page has changes of its own or the file has no text. */
export async function takeChange(file: StoredSurvey): Promise<void> {
  const { document, messages, stored } = file;
  if (stored === undefined) return;
  const found = await stored.look();
  const { name, text, fault, version } = found;
  // A program that writes a file anew may remove it first.
  const isUntouched = document.isSaved.value || document.text.value === file.lost?.untouched;
  file.lost = undefined;
  if (text === undefined) {
    const isGone = fault === undefined;
    file.lost = { untouched: isUntouched ? document.text.value : undefined, over: isGone ? version : undefined };
    document.markUnsaved();
    messages.warn(
      isGone
        ? `${name} was removed by another program; Save writes it anew`
        : `${fault}. Another program changed it; Save asks before it is written over`,
      'save',
    );
  } else if (text === document.text.value) {
    stored.take(found);
    document.markSaved(text);
    messages.settle('save');
  } else if (isUntouched) {
    stored.take(found);
    document.replace(`Take over ${name}`, text);
    messages.settle('save');
    messages.report(`${name} was changed by another program, and is as it is there; undo brings back the text before`);
  } else messages.warn(`${name} was changed by another program; Save shows what differs, and asks`, 'save');
}
