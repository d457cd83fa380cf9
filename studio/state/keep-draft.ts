import { effect } from '@preact/signals';
import { keepText, keptText } from '../backend/own-disk.js';
import type { Studio } from './studio.js';

/** Milliseconds after a change until the text is kept. */
const KEEP_AFTER_MS = 300;

/** Opens the text that was kept last, and keeps every later one, so that a reload loses nothing. */
export async function keepDraft(studio: Studio): Promise<void> {
  const text = await keptText();
  if (text !== undefined && text !== '' && !studio.isOpen.value) studio.document.open(text, false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  effect(() => {
    const current = studio.text.value;
    clearTimeout(timer);
    if (isFirst) isFirst = false;
    else timer = setTimeout(() => void keepText(current).catch((error) => studio.fail(error)), KEEP_AFTER_MS);
  });
}
