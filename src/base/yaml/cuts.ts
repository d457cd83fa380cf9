import type { ValuePath } from './source-document.js';

/** A place in a document from which something was cut. */
interface CutNode {
  isCut: boolean;
  /** Replacement of the cut part. */
  standIn?: unknown;
  inner: Map<PropertyKey, CutNode>;
  /** Numbers of the remaining items, for a list. */
  kept?: readonly number[];
}

const createNode = (): CutNode => ({ isCut: false, inner: new Map() });

/** The parts of a document that are left out because they are faulty. Paths are those of the original document. */
export class Cuts {
  private readonly root = createNode();
  private readonly value: unknown;

  /** Nothing is cut from `value` yet. */
  constructor(value: unknown) {
    this.value = value;
  }

  /** Leaves out the part at `path`, or puts `standIn` there. Returns whether it was still there. */
  cut(path: ValuePath, standIn?: unknown): boolean {
    let node = this.root;
    for (const segment of path) {
      if (node.isCut) return false;
      node.kept = undefined;
      const next = node.inner.get(segment) ?? createNode();
      node.inner.set(segment, next);
      node = next;
    }
    if (node.isCut) return false;
    node.isCut = true;
    node.standIn = standIn;
    return true;
  }

  /** The document without these parts. Unchanged parts are shared. */
  rest(): unknown {
    return restOf(this.value, this.root);
  }

  /** The original path of a path in the rest. */
  written(path: ValuePath): ValuePath {
    let node: CutNode | undefined = this.root;
    let value = this.value;
    return path.map((segment) => {
      const own: PropertyKey =
        node !== undefined && Array.isArray(value) ? keptOf(value, node)[Number(segment)] : segment;
      node = node?.inner.get(own);
      value = memberOf(value, own);
      return own;
    });
  }

  /** Whether something is left out at `path`, above or below it. */
  touches(path: ValuePath): boolean {
    let node: CutNode | undefined = this.root;
    for (const segment of path) {
      if (node.isCut) return true;
      node = node.inner.get(segment);
      if (node === undefined) return false;
    }
    return node.isCut || node.inner.size > 0;
  }

  /** Whether a direct key of the map at `path` was cut. */
  lostKey(path: ValuePath): boolean {
    let node: CutNode | undefined = this.root;
    for (const segment of path) node = node?.inner.get(segment);
    return node !== undefined && [...node.inner.values()].some(({ isCut }) => isCut);
  }
}

function keptOf(list: readonly unknown[], node: CutNode): readonly number[] {
  node.kept ??= list.flatMap((_, k) => (node.inner.get(k)?.isCut ? [] : [k]));
  return node.kept;
}

function restOf(value: unknown, node: CutNode | undefined): unknown {
  if (node === undefined || node.inner.size === 0) return value;
  if (Array.isArray(value)) return keptOf(value, node).map((k) => restOf(value[k], node.inner.get(k)));
  const entries = Object.entries(value ?? {}).map(([key, item]) => [key, restOf(item, node.inner.get(key))] as const);
  const stays = entries.filter(([key]) => !node.inner.get(key)?.isCut);
  const standIns = [...node.inner].flatMap(([key, { isCut, standIn }]) =>
    isCut && standIn !== undefined ? [[String(key), standIn] as const] : [],
  );
  return Object.fromEntries([...stays, ...standIns]);
}

/** The value at `key` of a list or map, or undefined. */
export const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
