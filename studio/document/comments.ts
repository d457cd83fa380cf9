import type { Step } from './find-node.js';
import { beforeBreak, beginsLine, columnOf, lineStart } from './lines.js';

/**
 * The start of the comment lines that belong to an entry, or of its own line: those directly above it, as far indented as it is.
 * Comments above the first entry are about all of them.
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
