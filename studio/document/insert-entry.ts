import { commentsAbove, commentsBelow } from './comments.js';
import { endOf, type Found, stepTo } from './find-node.js';
import { afterBreak, beginsLine, breakOf, columnOf, lineEnd, lineStart } from './lines.js';
import type { Patch } from './patch.js';
import type { Source } from './source.js';
import { itemLines, pairLines, takesLines, writeInline, writeKey } from './write-value.js';
import { type CollectionNode, isCollection } from './yaml-tree.js';

/** A new entry: an item, or, with a key, a pair. */
export interface NewEntry {
  key?: string;
  value: unknown;
  /** The text to take for the entry as it is, from its dash or key on, in place of `value`. */
  written?: string;
}

/** The patches that put an entry before number `index` of a list or map, which has entries unless it is in brackets. */
export function insertEntry(source: Source, found: Found, index: number, entry: NewEntry): Patch[] {
  const node = found.node as CollectionNode;
  if (!node.flow) return insertLines(source, found, index, entry);
  const written = entry.written ?? inlineEntry(source, entry);
  if (node.entries.length === 0) return insertAlone(source, found, written);
  return insertBetween(source, found, index, written);
}

function inlineEntry({ layout }: Source, { key, value }: NewEntry): string {
  const inline = writeInline(value, layout);
  return key === undefined ? inline : `${writeKey(key, layout.json)}: ${inline}`;
}

/** Into a block, whose entries have lines of their own. */
function insertLines(source: Source, found: Found, index: number, entry: NewEntry): Patch[] {
  const { text } = source;
  const node = found.node as CollectionNode;
  const first = stepTo(node, found.from, 0);
  const indent = ' '.repeat(columnOf(text, first.at));
  const newline = breakOf(text);
  const lines = entry.written ?? blockEntry(source, node, entry).join(newline + indent);
  if (index === 0) return [{ at: first.at, remove: '', insert: lines + newline + indent }];
  if (index < node.entries.length) {
    const at = commentsAbove(text, stepTo(node, found.from, index));
    return [{ at, remove: '', insert: indent + lines + newline }];
  }
  const at = commentsBelow(text, endOf(stepTo(node, found.from, index - 1)), indent.length);
  return [{ at, remove: '', insert: newline + indent + lines }];
}

/** An item is written in lines if the one beside it is, a value if it is too long for one. */
function blockEntry({ layout }: Source, { entries }: CollectionNode, { key, value }: NewEntry): string[] {
  if (key !== undefined) return pairLines(key, value, layout);
  const beside = entries.map((entry) => entry.value).findLast(isCollection);
  return itemLines(value, layout, beside ? !beside.flow : takesLines(value, layout));
}

/** Between empty brackets. */
function insertAlone({ layout }: Source, { node, from }: Found, written: string): Patch[] {
  const pad = node.kind === 'map' ? layout.mapPad : layout.listPad;
  const isBare = node.length === 2;
  return [{ at: from + 1, remove: '', insert: isBare ? pad + written + pad : pad + written }];
}

/** Beside others in brackets: on a line of its own if they have one each. */
function insertBetween({ text }: Source, found: Found, index: number, written: string): Patch[] {
  const node = found.node as CollectionNode;
  const beside = stepTo(node, found.from, Math.min(index, node.entries.length - 1));
  const ownLine = beginsLine(text, beside.at);
  const indent = text.slice(lineStart(text, beside.at), beside.at);
  const newline = breakOf(text);
  if (index === 0) return [{ at: beside.at, remove: '', insert: `${written},${ownLine ? newline + indent : ' '}` }];
  if (index < node.entries.length) {
    const at = ownLine ? commentsAbove(text, beside) : beside.at;
    return [{ at, remove: '', insert: ownLine ? `${indent}${written},${newline}` : `${written}, ` }];
  }
  const end = endOf(beside);
  const comma = node.trailingComma === undefined ? undefined : found.from + node.trailingComma + 1;
  const line = lineEnd(text, comma ?? end);
  const hasRoom = ownLine && /^[ \t]*(#.*)?$/.test(text.slice(comma ?? end, line)) && afterBreak(text, line) < found.to;
  if (!hasRoom) return [{ at: end, remove: '', insert: `, ${written}` }];
  const behind = { at: line, remove: '', insert: newline + indent + written + (comma ? ',' : '') };
  return comma ? [behind] : [behind, { at: end, remove: '', insert: ',' }];
}
