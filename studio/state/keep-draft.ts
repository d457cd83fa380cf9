import { effect } from '@preact/signals';
import { keepText, keptText } from '../backend/own-disk.js';
import type { Studio } from './studio.js';

/** Milliseconds after a change until the text is kept. */
const KEEP_AFTER_MS = 300;
/** Says that the kept text is of this tab, whose survey file is the same after a reload. */
const OWN_DRAFT = 'draft';

/** Opens the text that was kept last, and keeps every later one, so that a reload loses nothing. */
export async function keepDraft(studio: Studio): Promise<void> {
  const text = await keptText();
  if (text !== undefined && text !== '') take(studio, text);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  effect(() => {
    const current = studio.text.value;
    clearTimeout(timer);
    if (!isFirst) timer = setTimeout(() => void keep(current).catch((error) => studio.fail(error)), KEEP_AFTER_MS);
    isFirst = false;
  });
}

async function keep(text: string): Promise<void> {
  await keepText(text);
  sessionStorage.setItem(OWN_DRAFT, 'kept');
}

/** Of a survey file the changes of this tab are a step that can be undone; those of another tab are of another survey. */
function take({ document }: Studio, text: string): void {
  if (!document.isOpen.value) document.open(text, false);
  else if (sessionStorage.getItem(OWN_DRAFT) !== null && text !== document.text.value) document.type(text);
}
