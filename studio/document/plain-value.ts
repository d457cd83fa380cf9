import { isCollection, type Path, type TextNode } from './yaml-tree.js';

/** Values of nodes: a node that stays keeps its value, so that two texts share what they have in common. */
const known = new WeakMap<TextNode, unknown>();

/** The value of a node as plain data, aliases followed; null for one that repeats nothing. Not to be changed. */
export function plainValue(node: TextNode): unknown {
  if (node.kind === 'alias') return node.target ? plainValue(node.target) : null;
  if (!isCollection(node)) return node.value;
  if (!known.has(node))
    known.set(node, node.kind === 'list' ? node.entries.map(({ value }) => plainValue(value)) : mapOf(node));
  return known.get(node);
}

/** The first of two values with the same key counts. */
function mapOf({ entries }: { entries: readonly { key?: string; value: TextNode }[] }): Record<string, unknown> {
  const map: [string, unknown][] = [];
  const seen = new Set<string>();
  for (const { key, value } of entries) {
    if (!seen.has(key!)) map.push([key!, plainValue(value)]);
    seen.add(key!);
  }
  return Object.fromEntries(map);
}

/** True if two values are the same data, in whatever order of keys. */
export function equalValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  const valueIn = (of: object, key: string) => (of as Record<string, unknown>)[key];
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && equalValues(valueIn(a, key), valueIn(b, key)))
  );
}

/** `root` with `change` applied to the value at `path`. It copies the way there, and makes missing maps. */
export function withChange(root: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  if (path.length === 0) return change(root);
  const [segment, ...rest] = path;
  const child = (value: unknown) => withChange(value, rest, change);
  if (Array.isArray(root)) return root.map((item, k) => (k === segment ? child(item) : item));
  const map = (root ?? {}) as Record<string, unknown>;
  return { ...map, [segment]: child(map[segment]) };
}

export const isPlainMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as it can be written: without undefined values, numbers with at most `decimals` places. */
export function writable(value: unknown, decimals?: number): unknown {
  if (Array.isArray(value)) return value.map((item) => writable(item, decimals));
  if (typeof value === 'number') return rounded(value, decimals);
  if (!isPlainMap(value)) return value ?? null;
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [key, writable(item, decimals)]));
}

function rounded(value: number, decimals: number | undefined): number {
  // Whole numbers, also those too large for a fraction, are as short as they get; -0 is written 0.
  if (Number.isInteger(value) || decimals === undefined || !Number.isFinite(value)) return value + 0;
  return Number(value.toFixed(Math.min(100, Math.max(0, decimals)))) + 0;
}
