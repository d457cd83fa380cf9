import type { Step } from './find-node.js';
import { afterBreak, beforeBreak, beginsLine, columnOf, lineEnd, lineStart } from './lines.js';

/**
 * The start of the comment lines directly above an entry and as far indented, or of its own line. Comments above the
 * first entry are about all of them.
 */
export function commentsAbove(text: string, { at, index }: Step): number {
  let start = lineStart(text, at);
  if (index === 0 || !beginsLine(text, at)) return start;
  const column = columnOf(text, at);
  for (;;) {
    if (start === 0) return start;
    const end = beforeBreak(text, start);
    const above = lineStart(text, end);
    const line = text.slice(above, end);
    if (end === start || line.search(/\S/) !== column || line[column] !== '#') return start;
    start = above;
  }
}

/** The end of the comment lines directly below `end` and further in than the entry's column, or of its own line. */
export function commentsBelow(text: string, end: number, column: number): number {
  let stop = lineEnd(text, end);
  for (;;) {
    const next = afterBreak(text, stop);
    const line = lineEnd(text, next);
    const indent = /^ *(?=#)/.exec(text.slice(next, line))?.[0].length ?? 0;
    if (indent <= column) return stop;
    stop = line;
  }
}
