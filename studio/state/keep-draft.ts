import { effect } from '@preact/signals';
import { type Draft, takeDraft } from '../backend/drafts.js';
import type { Studio } from './studio.js';

/** Milliseconds after a change until the text is kept as it is then. */
const KEEP_AFTER_MS = 300;

/** Opens the text that was kept last and that no other tab has, and keeps every later one, so that a reload loses nothing. */
export async function keepDraft(studio: Studio): Promise<void> {
  const draft = await takeDraft(studio.document.isOpen.value);
  open(studio, draft);
  let [isFirst, isDue] = [true, false];
  const keep = () => {
    isDue = false;
    draft.keep(studio.text.peek()).catch((error) => studio.fail(error));
  };
  effect(() => {
    void studio.text.value;
    // While it changes all the time it is kept again and again.
    if (!isFirst && !isDue) setTimeout(keep, KEEP_AFTER_MS);
    isDue = !isFirst;
    isFirst = false;
  });
}

/** Of a survey file the changes of this tab are a step that can be undone. */
function open(studio: Studio, { text, isOwn, elsewhere, left }: Draft): void {
  const { document } = studio;
  const isOfFile = document.isOpen.value;
  if (text !== '' && !isOfFile) document.open(text, false);
  else if (text !== '' && isOwn && text !== document.text.value) document.type(text);
  // A tab that is loaded again has been told, and a file is the survey of all tabs.
  if (elsewhere > 0 && !isOwn && !isOfFile)
    studio.warn(
      text === ''
        ? 'Your survey is open in another tab; this tab keeps a survey of its own.'
        : 'Your survey is open in another tab; this one was kept before.',
    );
  if (left > 0)
    studio.say('info', `${left} more ${left === 1 ? 'survey was' : 'surveys were'} kept: a new tab opens the newest`);
}
