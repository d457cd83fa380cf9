import { commentsAbove } from './comments.js';
import { endOf, type Found, type Step, stepTo } from './find-node.js';
import { afterBreak, beginsLine, lineEnd } from './lines.js';
import type { Patch } from './patch.js';
import { removeLines } from './remove-lines.js';
import { placeBehindMark } from './replace-value.js';
import type { Source } from './source.js';

/** The patches that remove the last entry of a path, with lines and comments. The only one leaves empty brackets. */
export function removeEntry({ text }: Source, { steps }: Found): Patch[] {
  const step = steps.at(-1)!;
  if (step.node.flow) return removeFromBrackets(text, step);
  if (step.node.entries.length === 1) return emptyBlock(text, step, steps.at(-2));
  if (step.index === 0 && !beginsLine(text, step.at)) return removeBesideMark(text, step);
  return [removeLines(text, commentsAbove(text, step), endOf(step))];
}

/** The first of several entries, which stands behind a dash: the next one, or a comment, takes its place. */
function removeBesideMark(text: string, step: Step): Patch[] {
  const next = stepTo(step.node, step.base, step.index + 1);
  const behind = afterBreak(text, lineEnd(text, endOf(step)));
  const stop = behind + text.slice(behind, next.at).search(/#|$/);
  return [{ at: step.at, remove: text.slice(step.at, stop), insert: '' }];
}

function emptyBlock(text: string, step: Step, owner: Step | undefined): Patch[] {
  const empty = step.node.kind === 'map' ? '{}' : '[]';
  const end = endOf(step);
  if (!owner || !beginsLine(text, step.at)) return [{ at: step.at, remove: text.slice(step.at, end), insert: empty }];
  return [
    removeLines(text, commentsAbove(text, step), end),
    { at: placeBehindMark(text, owner), remove: '', insert: ` ${empty}` },
  ];
}

function removeFromBrackets(text: string, step: Step): Patch[] {
  const { node, base, index, entry, at } = step;
  const end = endOf(step);
  const isLast = index === node.entries.length - 1;
  const comma = isLast ? node.trailingComma : node.entries[index + 1].comma;
  const behind = comma === undefined ? end : base + comma + 1;
  const own = beginsLine(text, at) && /^[ \t]*(#.*)?$/.test(text.slice(behind, lineEnd(text, behind)));
  const before = isLast && entry.comma !== undefined ? base + entry.comma : undefined;
  // With the comma before the last entry; one behind it stays then.
  if (before !== undefined && !own && text.slice(before + 1, at).trim() === '')
    return [{ at: before, remove: text.slice(before, end), insert: '' }];
  const first = own ? removeLines(text, commentsAbove(text, step), behind) : removeBeside(text, step, behind, isLast);
  return before === undefined || comma !== undefined ? [first] : [first, { at: before, remove: ',', insert: '' }];
}

/** An entry beside others on a line, with the blanks behind its comma. */
function removeBeside(text: string, { node, base, at }: Step, behind: number, isLast: boolean): Patch {
  const blanks = /^[ \t]*/.exec(text.slice(behind))![0].length;
  if (node.entries.length > 1) return { at, remove: text.slice(at, behind + (isLast ? 0 : blanks)), insert: '' };
  const close = base + node.length - 1;
  const isBare = !text.slice(base + 1, at).includes('#') && !text.slice(behind, close).includes('#');
  return isBare
    ? { at: base + 1, remove: text.slice(base + 1, close), insert: '' }
    : { at, remove: text.slice(at, behind), insert: '' };
}
