import { beginsLine, columnOf } from './lines.js';
import type { Layout } from './write-value.js';
import { type CollectionNode, isCollection, type TextNode, type YamlTree } from './yaml-tree.js';

/** Entries of each collection that are looked at. */
const SAMPLE = 20;

/** The layout of a text, by the first example of each habit; habits without an example are those of the examples. */
export function findLayout(text: string, { root }: YamlTree): Layout {
  const found: Partial<Layout> = { json: isJson(text, root) };
  const look = (node: TextNode, base: number, ownerColumn: number | undefined): void => {
    if (!isCollection(node) || node.entries.length === 0 || isComplete(found)) return;
    note(found, text, node, base, ownerColumn);
    for (const entry of node.entries.slice(0, SAMPLE)) {
      const at = base + entry.at;
      look(entry.value, at + entry.value.from, node.kind === 'map' && !node.flow ? columnOf(text, at) : undefined);
    }
  };
  if (root) look(root, root.from, undefined);
  return { mapPad: ' ', listPad: '', mapStep: 2, listStep: 2, dashGap: ' ', ...found } as Layout;
}

function isJson(text: string, root: TextNode | undefined): boolean {
  if (!isCollection(root) || !root.flow || root.entries.length === 0) return false;
  const [{ at, keyFrom }] = root.entries;
  return text[root.from + at + keyFrom] === '"';
}

const isComplete = (found: Partial<Layout>): boolean => Object.keys(found).length === 6;

/** Notes the habits of one map or list; `ownerColumn`: column of the key before it. */
function note(
  found: Partial<Layout>,
  text: string,
  node: CollectionNode,
  base: number,
  ownerColumn: number | undefined,
): void {
  const [first] = node.entries;
  const at = base + first.at;
  if (node.flow) {
    const gap = text.slice(base + 1, at);
    if (/^ ?$/.test(gap)) found[node.kind === 'map' ? 'mapPad' : 'listPad'] ??= gap;
    return;
  }
  if (ownerColumn !== undefined && beginsLine(text, at)) {
    const step = columnOf(text, at) - ownerColumn;
    if (node.kind === 'list') found.listStep ??= step;
    else if (step > 0) found.mapStep ??= step;
  }
  if (node.kind !== 'list' || !isCollection(first.value) || first.value.flow) return;
  const gap = text.slice(at + 1, at + first.value.from);
  if (/^ +$/.test(gap)) found.dashGap ??= gap;
}
