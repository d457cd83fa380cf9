import { afterBreak, beforeBreak, lineEnd } from './lines.js';
import type { Patch } from './patch.js';

/** The lines from that at `start` to that of `end`; the text still ends with a line break, or without. */
export function removeLines(text: string, start: number, end: number): Patch {
  const stop = lineEnd(text, end);
  const next = afterBreak(text, stop);
  const from = next === stop ? beforeBreak(text, start) : start;
  return { at: from, remove: text.slice(from, next), insert: '' };
}
