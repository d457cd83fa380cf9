/*
 * Pages of the hierarchy of COPC 1.0 (copc.io, «hierarchy VLR»): entries of 32 bytes, a node or another page each.
 */
import { viewOf } from '../bytes/byte-fields.js';
import { type NodeKey, nodeId } from './octree-key.js';

export const ENTRY_BYTES = 32;

/** A node with its chunk, or without one if it has no points. */
export interface NodeEntry {
  key: NodeKey;
  /** Start of the chunk, bytes from the start of the file. */
  at: number;
  bytes: number;
  points: number;
}

/** Point count of an entry that refers to another page. */
export const PAGE_POINTS = -1;

/** Entries of a page that is not divided: 128 KiB. */
const PAGE_ENTRIES = 4096;

/** Levels of a page with child pages. */
const PAGE_LEVELS = 4;

/** Fewest entries below a node for a page of their own: a smaller page is not worth a request. */
const FEW_ENTRIES = 32;

const AT = Object.freeze({ level: 0, x: 4, y: 8, z: 12, at: 16, bytes: 24, points: 28 });

/** A page and its child pages, in the order in which they are written. */
interface Page {
  entries: (NodeEntry | { key: NodeKey; page: Page })[];
}

/**
 * The pages of a hierarchy, from byte `at` of the file on, the root page first. Few nodes fit one page; many are
 * divided by levels, so that a viewer reads only the part it shows. Precondition: `nodes` contain the root and the
 * parent of each node.
 */
export function encodeHierarchy(nodes: readonly NodeEntry[], at: number): { bytes: Uint8Array; rootBytes: number } {
  const tree = new Tree(nodes);
  const pages: Page[] = [];
  const root = addPage(tree, 1, pages);
  const places = new Map<Page, number>();
  let end = at;
  for (const page of pages) {
    places.set(page, end);
    end += ENTRY_BYTES * page.entries.length;
  }
  const bytes = new Uint8Array(end - at);
  let to = 0;
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    if ('page' in entry) {
      const { key, page } = entry;
      const pageBytes = ENTRY_BYTES * page.entries.length;
      encodeEntry(bytes, to, { key, at: places.get(page) ?? 0, bytes: pageBytes, points: PAGE_POINTS });
    } else encodeEntry(bytes, to, entry);
    to += ENTRY_BYTES;
  }
  return { bytes, rootBytes: ENTRY_BYTES * root.entries.length };
}

/** Nodes by their numbers, with the number of descendants of each. */
class Tree {
  readonly nodes = new Map<number, NodeEntry>();
  private readonly sizes = new Map<number, number>();

  constructor(nodes: readonly NodeEntry[]) {
    for (const node of nodes) {
      const id = nodeId(node.key);
      this.nodes.set(id, node);
      for (let above = id; above >= 1; above = Math.floor(above / 8))
        this.sizes.set(above, (this.sizes.get(above) ?? 0) + 1);
    }
  }

  /** Number of nodes in the subtree of node `id`, including itself. */
  sizeOf(id: number): number {
    return this.sizes.get(id) ?? 0;
  }
}

/** The page of the subtree of node `id`, added to `pages` before its child pages. */
function addPage(tree: Tree, id: number, pages: Page[]): Page {
  const page: Page = { entries: [] };
  pages.push(page);
  const isWhole = tree.sizeOf(id) <= PAGE_ENTRIES;
  const add = (one: number, depth: number): void => {
    const node = tree.nodes.get(one);
    if (!node) return;
    if (!isWhole && depth === PAGE_LEVELS && tree.sizeOf(one) > FEW_ENTRIES)
      page.entries.push({ key: node.key, page: addPage(tree, one, pages) });
    else {
      page.entries.push(node);
      for (let octant = 0; octant < 8; octant++) add(8 * one + octant, depth + 1);
    }
  };
  add(id, 0);
  return page;
}

function encodeEntry(page: Uint8Array, at: number, { key, at: offset, bytes, points }: NodeEntry): void {
  const view = viewOf(page);
  view.setInt32(at + AT.level, key.level, true);
  view.setInt32(at + AT.x, key.x, true);
  view.setInt32(at + AT.y, key.y, true);
  view.setInt32(at + AT.z, key.z, true);
  view.setBigUint64(at + AT.at, BigInt(offset), true);
  view.setInt32(at + AT.bytes, bytes, true);
  view.setInt32(at + AT.points, points, true);
}

/** The entries of a page, a multiple of 32 bytes; `points` −1 refers to another page. */
export function decodePage(page: Uint8Array): NodeEntry[] {
  const view = viewOf(page);
  return Array.from({ length: Math.floor(page.length / ENTRY_BYTES) }, (_, k) => {
    const at = k * ENTRY_BYTES;
    const i32 = (field: number) => view.getInt32(at + field, true);
    return {
      key: { level: i32(AT.level), x: i32(AT.x), y: i32(AT.y), z: i32(AT.z) },
      at: Number(view.getBigUint64(at + AT.at, true)),
      bytes: i32(AT.bytes),
      points: i32(AT.points),
    };
  });
}
