import { buildTree } from './build-tree.js';
import { firstFrom } from './first-from.js';
import { columnOf, lineStart } from './lines.js';
import type { Patch } from './patch.js';
import { type CollectionNode, type Entry, entryLength, isCollection, type YamlTree } from './yaml-tree.js';

/**
 * The tree of `after`, which `patch` made of `before`. Only the entries around the patch are parsed, since a whole
 * survey of 2,000 legs takes a fifth of a second. Undefined: they do not stand apart, and all must be parsed.
 */
export function spliceTree(tree: YamlTree, before: string, after: string, patch: Patch): YamlTree | undefined {
  const { root, divisible } = tree;
  if (!divisible || !isCollection(root)) return undefined;
  const hasLines = /[\n\r]/.test(patch.remove + patch.insert);
  const inBrackets = root.flow || !hasLines;
  const change = { before, after, patch, shift: patch.insert.length - patch.remove.length, inBrackets };
  const spliced = spliceNode(change, root, root.from, before.length);
  return spliced && { ...tree, root: spliced };
}

interface Change {
  before: string;
  after: string;
  patch: Patch;
  /** By how much what comes behind the patch moves. */
  shift: number;
  /** True if a part in brackets can be parsed alone: in blocks, lines that come or go must be indented far enough. */
  inBrackets: boolean;
}

/** The collection at the offset `base` with the change; nothing behind `limit` belongs to it. */
function spliceNode(change: Change, node: CollectionNode, base: number, limit: number): CollectionNode | undefined {
  if ((node.flow && !change.inBrackets) || node.entries.length === 0) return undefined;
  const { at, remove } = change.patch;
  // The last entry that begins before it.
  const first = firstFrom(node.entries, at - base) - 1;
  if (first < 0) return undefined;
  const close = node.flow ? base + node.length - 1 : limit;
  const last = lastTouched(change, node, base, first, at + remove.length);
  const end = last + 1 < node.entries.length ? base + node.entries[last + 1].at : close;
  if (at + remove.length > end) return undefined;
  return (
    (first === last && spliceEntry(change, node, base, first, end)) ||
    parseWindow(change, node, base, { first, last, end })
  );
}

/** The last entry that a change up to `to` may reach: the one after it begins behind, on a line of its own. */
function lastTouched({ before }: Change, node: CollectionNode, base: number, first: number, to: number): number {
  let last = first;
  while (last + 1 < node.entries.length) {
    const next = base + node.entries[last + 1].at;
    if (to < (node.flow ? next : lineStart(before, next))) break;
    last++;
  }
  return last;
}

/** The change within the value of one entry. */
function spliceEntry(
  change: Change,
  node: CollectionNode,
  base: number,
  index: number,
  end: number,
): CollectionNode | undefined {
  const entry = node.entries[index];
  const { value } = entry;
  const { at, remove } = change.patch;
  const valueAt = base + entry.at + value.from;
  if (!isCollection(value) || at <= valueAt) return undefined;
  if (value.flow && at + remove.length >= valueAt + value.length) return undefined;
  const spliced = spliceNode(change, value, valueAt, end);
  const comma = index + 1 < node.entries.length ? node.entries[index + 1].comma : node.trailingComma;
  const behind = comma === undefined ? undefined : comma + change.shift;
  return spliced && withEntries(change, node, index, [{ ...entry, value: spliced }], index + 1, behind);
}

interface Window {
  first: number;
  last: number;
  /** Offset in the former text. */
  end: number;
}

/** The collection with the entries of a window parsed again. */
function parseWindow(
  change: Change,
  node: CollectionNode,
  base: number,
  { first, last, end }: Window,
): CollectionNode | undefined {
  const { after, before, shift } = change;
  const start = base + node.entries[first].at;
  const column = columnOf(before, start);
  const content = after.slice(start, end + shift);
  const [open, close] = node.flow ? (node.kind === 'map' ? ['{', '}'] : ['[', ']']) : [' '.repeat(column), ''];
  if (DOCUMENT_ENDS.test(content)) return undefined;
  // A comment that reaches to the closing bracket leaves it open, here as there.
  const { root, divisible } = buildTree(open + content + close);
  if (!divisible || !isCollection(root) || root.kind !== node.kind || root.flow !== node.flow) return undefined;
  const origin = root.from - open.length;
  const entries = root.entries.map((entry) => moved(entry, origin + node.entries[first].at));
  const aligned = node.flow || root.entries.every(({ at }) => columnOf(after, start + origin + at) === column);
  if (!aligned || entries[0]?.at !== node.entries[first].at) return undefined;
  const comma = root.trailingComma === undefined ? undefined : root.trailingComma + origin + node.entries[first].at;
  return withEntries(change, node, first, entries, last + 1, comma);
}

/** Marks behind which nothing belongs to the document. */
const DOCUMENT_ENDS = /^(?:---|\.\.\.)(?:\s|$)/m;

/** Thousands at a time, so without a spread, which takes ten times as long. */
function moved(entry: Entry, by: number): Entry {
  if (by === 0) return entry;
  const { at, key, keyFrom, keyLength, mark, comma, value } = entry;
  return { at: at + by, key, keyFrom, keyLength, mark, comma: comma === undefined ? comma : comma + by, value };
}

/** The collection with other entries from `first` up to `rest`; `comma` is what stands behind them now. */
function withEntries(
  { shift }: Change,
  node: CollectionNode,
  first: number,
  entries: readonly Entry[],
  rest: number,
  comma: number | undefined,
): CollectionNode | undefined {
  const following = node.entries.slice(rest).map((entry) => moved(entry, shift));
  const isLast = following.length === 0;
  if (node.flow && !isLast) {
    if (comma === undefined) return undefined;
    following[0] = { ...following[0], comma };
  }
  const changed = [{ ...entries[0], comma: node.entries[first].comma }, ...entries.slice(1)];
  const all = [...node.entries.slice(0, first), ...changed, ...following];
  const last = all.at(-1)!;
  const length = node.flow ? node.length + shift : last.at + entryLength(last);
  const behind = node.trailingComma === undefined ? undefined : node.trailingComma + shift;
  return { ...node, entries: all, length, trailingComma: isLast ? comma : behind };
}
