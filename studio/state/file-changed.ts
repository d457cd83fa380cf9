import type { Studio } from './studio.js';

/** Another program changed the survey file: what it says is taken over, unless there are changes here, or it says nothing. */
export async function fileChanged(studio: Studio): Promise<void> {
  const { document, text: mine } = studio;
  const file = studio.backend.document;
  if (file === undefined) return;
  const found = await file.look();
  const { name, text, fault, version } = found;
  // Whoever writes a file anew may remove it first.
  const isUntouched = document.isSaved.value || mine.value === studio.lostFile?.untouched;
  studio.lostFile = undefined;
  if (text === undefined) {
    const isGone = fault === undefined;
    studio.lostFile = { untouched: isUntouched ? mine.value : undefined, over: isGone ? version : undefined };
    document.markUnsaved();
    studio.warn(
      isGone
        ? `${name} was removed by another program; Save writes it anew`
        : `${fault}. Another program changed it; Save asks before it is written over`,
      'save',
    );
  } else if (text === mine.value) {
    file.take(found);
    document.markSaved(text);
    studio.settle('save');
  } else if (isUntouched) {
    file.take(found);
    document.replace(`Take over ${name}`, text);
    studio.settle('save');
    studio.tell(`${name} was changed by another program, and is as it is there; undo brings back the text before`);
  } else studio.warn(`${name} was changed by another program; Save shows what differs, and asks`, 'save');
}
