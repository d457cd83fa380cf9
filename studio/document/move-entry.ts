import { commentsAbove } from './comments.js';
import { endOf, type Found, stepTo } from './find-node.js';
import { afterBreak, beforeBreak, beginsLine, breakOf, lineEnd } from './lines.js';
import type { Patch } from './patch.js';
import type { Rewriting } from './rewriting.js';
import type { CollectionNode, Path } from './yaml-tree.js';

/** Moves an item of a list to another place, as it is written, with the comments that belong to it. */
export function moveEntry(writing: Rewriting, path: Path, from: number, to: number): void {
  if (from === to) return;
  const list = writing.find(path)!;
  const node = list.node as CollectionNode;
  const { text } = writing.source;
  const lines = node.flow ? undefined : movedLines(text, list, from, to);
  writing.apply(lines ?? turned(text, list, from, to));
}

/** The texts of the items between both places, in turn, each with the comment behind it if all have room for one. */
function turned(text: string, list: Found, from: number, to: number): Patch[] {
  const first = Math.min(from, to);
  const slots = Array.from({ length: Math.abs(to - from) + 1 }, (_, k) => slotOf(text, list, first + k));
  const hasTails = slots.every(({ tail, entry }) => tail && !BLOCK_SCALAR.test(entry.remove));
  const taken = from < to ? [...slots.slice(1), slots[0]] : [slots.at(-1)!, ...slots.slice(0, -1)];
  const patches = slots.flatMap(({ entry, tail }, k) => {
    const own = { ...entry, insert: taken[k].entry.remove };
    return hasTails ? [own, { ...tail!, insert: taken[k].tail!.remove }] : [own];
  });
  return patches.reverse();
}

const BLOCK_SCALAR = /[|>][-+\d]*[ \t]*(#.*)?[\n\r]/;

/** The text of an item, and what is left of its line behind its comma, if no other item is there. */
function slotOf(text: string, { node, from }: Found, index: number) {
  const list = node as CollectionNode;
  const step = stepTo(list, from, index);
  const end = endOf(step);
  const comma = index + 1 < list.entries.length ? list.entries[index + 1].comma : list.trailingComma;
  const behind = comma === undefined ? end : from + comma + 1;
  const tail = text.slice(behind, lineEnd(text, behind));
  const isFree = /^[ \t]*(#.*)?$/.test(tail) && !text.slice(end, behind).includes('#');
  return {
    entry: { at: step.at, remove: text.slice(step.at, end) },
    tail: isFree ? { at: behind, remove: tail } : undefined,
  };
}

/** The same for items that have lines of their own; undefined if one does not. */
function movedLines(text: string, list: Found, from: number, to: number): Patch[] | undefined {
  const node = list.node as CollectionNode;
  if (!beginsLine(text, stepTo(node, list.from, 0).at)) return undefined;
  const blockOf = (index: number) => {
    const step = stepTo(node, list.from, index);
    return { start: commentsAbove(text, step), end: afterBreak(text, lineEnd(text, endOf(step))) };
  };
  const { start, end } = blockOf(from);
  const remove = text.slice(start, end);
  const block = endsLine(remove) ? remove : remove + breakOf(text);
  if (to < from) {
    const gone = endsLine(remove) ? { at: start, remove, insert: '' } : withoutBreak(text, start, remove);
    return [gone, { at: blockOf(to).start, remove: '', insert: block }];
  }
  const at = blockOf(to).end;
  const last = endsLine(text, at) ? block : breakOf(text) + remove.replace(/(\r\n|\n|\r)$/, '');
  return [
    { at, remove: '', insert: last },
    { at: start, remove, insert: '' },
  ];
}

const endsLine = (text: string, end = text.length): boolean => /^[\n\r]$/.test(text.slice(end - 1, end));

/** The last lines of a text without a line break at its end, and the one before them. */
function withoutBreak(text: string, start: number, remove: string): Patch {
  const from = beforeBreak(text, start);
  return { at: from, remove: text.slice(from, start) + remove, insert: '' };
}
