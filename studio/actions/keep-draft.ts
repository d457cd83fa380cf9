import { effect } from '@preact/signals';
import { type Draft, takeDraft } from '../backend/drafts.js';
import type { Studio } from '../state/studio.js';

/** Milliseconds after a change until the text is kept as it is then. */
const KEEP_AFTER_MS = 300;

/** Opens the newest kept text that no other tab has, and keeps every later text, so that a reload loses nothing. */
export async function keepDraft(studio: Studio): Promise<void> {
  const draft = await takeDraft(studio.document.isOpen.value);
  open(studio, draft);
  noteBase(studio);
  let kept = studio.text.peek();
  let [isFirst, isDue] = [true, false];
  const keep = () => {
    isDue = false;
    const text = studio.text.peek();
    draft.keep(text).then(
      () => {
        kept = text;
      },
      (error) => studio.messages.fail(error),
    );
  };
  effect(() => {
    void studio.text.value;
    // While it changes all the time it is kept again and again.
    if (!isFirst && !isDue) setTimeout(keep, KEEP_AFTER_MS);
    isDue = !isFirst;
    isFirst = false;
  });
  // The last keystrokes are not on the disk yet.
  const isKept = () => studio.text.peek() === kept || draft.keepAtLeaving(studio.text.peek());
  addEventListener('beforeunload', (event) => {
    if (!isKept()) event.preventDefault();
  });
  addEventListener('pagehide', isKept);
}

/**
 * Key in the tab's storage: the version of the survey file that the text is based on, and whether the text is
 * unchanged. It survives a reload.
 */
const BASE = 'base';

function noteBase({ backend, document }: Studio): void {
  effect(() => {
    void document.text.value;
    const isSaved = document.isSaved.value;
    if (backend.document) sessionStorage.setItem(BASE, `${isSaved ? 'saved' : 'changed'} ${backend.document.version}`);
  });
}

/** The changes of this tab to a survey file are a step that can be undone. */
function open(studio: Studio, { text, isOwn, elsewhere, left }: Draft): void {
  const { document } = studio;
  const isOfFile = document.isOpen.value;
  if (text !== '' && !isOfFile) document.open(text, false);
  else if (text !== '' && isOwn && text !== document.text.value) takeChanges(studio, text);
  // A reloaded tab has shown the warning before, and a file is the survey of all tabs.
  if (elsewhere > 0 && !isOwn && !isOfFile)
    studio.messages.warn(
      text === ''
        ? 'Your survey is open in another tab; this tab keeps a survey of its own.'
        : 'Your survey is open in another tab; this one was kept before.',
    );
  if (left > 0)
    studio.messages.record(
      'info',
      `${left} more ${left === 1 ? 'survey was' : 'surveys were'} kept: a new tab opens the newest`,
    );
}

/** Takes the changes of this tab to a survey file, unless there were none. */
function takeChanges(studio: Studio, text: string): void {
  const [state, version = ''] = (sessionStorage.getItem(BASE) ?? '').split(' ');
  if (state === 'saved') return;
  studio.document.type(text);
  const file = studio.backend.document;
  if (file === undefined || file.version === version) return;
  // Its other text was never seen here, and is not to be written over unasked.
  file.take({ version });
  studio.messages.warn(
    `${studio.file.name.value} was changed by another program; Save shows what differs, and asks`,
    'save',
  );
}
