import {
  type CollectionNode,
  type Entry,
  entryLength,
  indexOf,
  isCollection,
  type Path,
  type TextNode,
  type YamlTree,
} from './yaml-tree.js';

/** An entry on the way to a value, and the collection that holds it. */
export interface Step {
  readonly node: CollectionNode;
  /** Offset of the collection in the text. */
  readonly base: number;
  readonly index: number;
  readonly entry: Entry;
  /** Offset of the entry in the text. */
  readonly at: number;
}

/** A node, and where it stands in the text. */
export interface Found {
  readonly node: TextNode;
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Step[];
  /** The keys of the path that do not exist below the node. */
  readonly rest: Path;
}

/** The value at a path, or the deepest on the way that exists; undefined for a text without any. */
export function findNode({ root }: YamlTree, path: Path): Found | undefined {
  if (!root) return undefined;
  const steps: Step[] = [];
  let [node, from] = [root, root.from];
  while (isCollection(node) && steps.length < path.length) {
    const index = indexOf(node, path[steps.length]);
    if (index < 0) break;
    const step = stepTo(node, from, index);
    steps.push(step);
    node = step.entry.value;
    from = step.at + node.from;
  }
  return { node, from, to: from + node.length, steps, rest: path.slice(steps.length) };
}

/** Entry number `index` of the collection at the offset `base`. */
export function stepTo(node: CollectionNode, base: number, index: number): Step {
  const entry = node.entries[index];
  return { node, base, index, entry, at: base + entry.at };
}

/** The path to the innermost value whose entry, key included, holds an offset. */
export function pathTo({ root }: YamlTree, offset: number): Path {
  const path: (string | number)[] = [];
  let [node, base] = [root, root?.from ?? 0];
  while (isCollection(node)) {
    const { entries } = node;
    const isAfter = ({ at }: Entry) => base + at > offset;
    let index = entries.findIndex(isAfter);
    index = (index < 0 ? entries.length : index) - 1;
    if (index < 0 || offset > endOf(stepTo(node, base, index))) break;
    const { entry, at } = stepTo(node, base, index);
    path.push(entry.key ?? index);
    node = entry.value;
    base = at + node.from;
  }
  return path;
}

/** The end of an entry in the text, without a comment behind it. */
export const endOf = ({ at, entry }: Step): number => at + entryLength(entry);
