import { endOf, type Step } from './find-node.js';
import { isCollection, type TextNode } from './yaml-tree.js';

/** An entry as it is written, without the anchors in it: two of the same name would be two things. */
export function withoutAnchors(text: string, step: Step): string {
  const cuts: { from: number; to: number }[] = [];
  const look = (node: TextNode, base: number, after: number): void => {
    if (node.anchor !== undefined) {
      const from = text.lastIndexOf(`&${node.anchor}`, base);
      const to = from + node.anchor.length + 1;
      if (from >= after) cuts.push({ from, to: to + (text[to] === ' ' ? 1 : 0) });
    }
    if (isCollection(node))
      for (const { at, value, mark = 0 } of node.entries) look(value, base + at + value.from, base + at + mark);
  };
  const { entry, at } = step;
  look(entry.value, at + entry.value.from, at);
  const kept = cuts.sort((a, b) => b.from - a.from);
  return kept.reduce(
    (rest, { from, to }) => rest.slice(0, from - at) + rest.slice(to - at),
    text.slice(at, endOf(step)),
  );
}
