import { describe, expect, it } from 'vitest';
import {
  decodePage,
  ENTRY_BYTES,
  encodeHierarchy,
  type NodeEntry,
  PAGE_POINTS,
} from '../../../src/io/copc/hierarchy-pages.js';
import { childKey, type NodeKey, nodeId, parentKey, ROOT_KEY } from '../../../src/io/copc/octree-key.js';
import { type HierarchyFile, readHierarchy } from '../../../src/io/copc/read-hierarchy.js';
import { checkSame } from '../../support/quick-checks.js';
import { testRandom } from '../../support/random.js';

const AT = 1000;

/** Nodes of a tree in which each has some of its cells below it, down to `levels`. */
function tree(levels: number, share: number, seed: number): NodeEntry[] {
  const random = testRandom(seed);
  const nodes: NodeEntry[] = [];
  const grow = (key: NodeKey) => {
    nodes.push({ key, at: 400 + nodes.length, bytes: 100, points: 1 + Math.floor(random() * 50) });
    if (key.level + 1 === levels) return;
    for (let octant = 0; octant < 8; octant++) if (random() < share) grow(childKey(key, octant));
  };
  grow(ROOT_KEY);
  return nodes;
}

/** A file that holds these pages from byte 1000 on. */
function fileOf(pages: Uint8Array, points: number): HierarchyFile & { reads: number } {
  const bytes = new Uint8Array(AT + pages.length);
  bytes.set(pages, AT);
  const file = {
    path: 'a.copc.laz',
    bytes: bytes.length,
    pointCount: points,
    reads: 0,
    read: async (at: number, length: number) => {
      file.reads++;
      return bytes.subarray(at, at + length);
    },
  };
  return file;
}

const sumOf = (nodes: readonly NodeEntry[]) => nodes.reduce((sum, { points }) => sum + points, 0);
const byId = (nodes: readonly NodeEntry[]) => nodes.toSorted((a, b) => nodeId(a.key) - nodeId(b.key));

describe('the hierarchy of an octree', () => {
  it.each([
    [1, 1, 1],
    [5, 0.4, 1],
    [7, 0.6, 20],
  ])('comes back with %d levels, in one page or in several', async (levels, share, least) => {
    const nodes = tree(levels, share, 11);
    const { bytes, rootBytes } = encodeHierarchy(nodes, AT);
    const file = fileOf(bytes, sumOf(nodes));
    const read = await readHierarchy(file, { at: AT, bytes: rootBytes });
    expect(byId(read.flat())).toEqual(byId(nodes));
    for (const [level, ofLevel] of read.entries()) for (const { key } of ofLevel) expect(key.level).toBe(level);
    expect(file.reads).toBeGreaterThanOrEqual(least);
    if (least === 1) expect(file.reads).toBe(1);
  });

  it('has the first levels of a large one in the root page, and each subtree below in one of its own', () => {
    const nodes = tree(7, 0.7, 12);
    const { bytes, rootBytes } = encodeHierarchy(nodes, AT);
    const root = decodePage(bytes.subarray(0, rootBytes));
    const pages = root.filter(({ points }) => points === PAGE_POINTS);
    expect(nodes.length).toBeGreaterThan(4096);
    expect(pages.length).toBeGreaterThan(100);
    for (const { key, at, bytes: length } of pages) {
      expect(key.level).toBe(4);
      const [first] = decodePage(bytes.subarray(at - AT, at - AT + length));
      expect(first.key).toEqual(key);
    }
    expect(bytes.length / ENTRY_BYTES).toBe(nodes.length + pages.length);
  });

  const damaged: [string, (page: DataView, bytes: number) => void, string][] = [
    ['a page that names itself', (page, bytes) => toPage(page, 1, AT, bytes), 'the page at byte 1000 is named twice'],
    ['a page behind the file', (page) => toPage(page, 1, 2 ** 40, 32), 'a page of 32 bytes at byte 1099511627776'],
    ['a page of no entry', (page) => toPage(page, 1, AT + 32, 0), 'a page of 0 bytes'],
    ['a page of half an entry', (page) => toPage(page, 1, AT + 32, 16), 'a page of 16 bytes'],
    ['a page of a negative length', (page) => toPage(page, 1, AT + 32, -32), 'a page of -32 bytes'],
    ['a node without bytes', (page) => page.setInt32(24, 0, true), 'node 0-0-0-0 has'],
    ['a node behind the file', (page) => page.setBigUint64(16, 2n ** 60n, true), 'node 0-0-0-0 has'],
    ['more points than bytes hold', (page) => page.setInt32(28, 1e9, true), 'has 1000000000 points in 100 bytes'],
    ['fewer points than none', (page) => page.setInt32(28, -2, true), 'has -2 points'],
    ['a level below the root', (page) => page.setInt32(0, -1, true), 'node -1-0-0-0 is no cell'],
    ['a level without numbers', (page) => page.setInt32(0, 31, true), 'node 31-0-0-0 is no cell'],
    ['a cell beside the cube', (page) => page.setInt32(32 + 4, 2, true), 'is no cell'],
    ['other points', (page) => page.setInt32(28, 77, true), 'the header announces'],
  ];
  it.each(damaged)('is refused with %s', async (_, change, words) => {
    const nodes = tree(3, 0.5, 13);
    const { bytes, rootBytes } = encodeHierarchy(nodes, AT);
    change(new DataView(bytes.buffer), rootBytes);
    const read = readHierarchy(fileOf(bytes, sumOf(nodes)), { at: AT, bytes: rootBytes });
    await expect(read).rejects.toThrow(words);
    await expect(read).rejects.toMatchObject({ name: 'UserError' });
  });
});

/** Makes entry `k` name a page. */
function toPage(page: DataView, k: number, at: number, bytes: number): void {
  page.setBigUint64(32 * k + 16, BigInt(at), true);
  page.setInt32(32 * k + 24, bytes, true);
  page.setInt32(32 * k + 28, -1, true);
}

describe('the number of a cell', () => {
  it('is its own, and eight times that of the cell above and its octant', () => {
    expect(nodeId(ROOT_KEY)).toBe(1);
    const seen = new Set<number>();
    for (const { key } of tree(6, 0.6, 14)) {
      seen.add(nodeId(key));
      for (let octant = 0; octant < 8; octant++) {
        const child = childKey(key, octant);
        checkSame(nodeId(child), 8 * nodeId(key) + octant);
        checkSame(JSON.stringify(parentKey(child)), JSON.stringify(key));
      }
    }
    expect(seen.size).toBe(tree(6, 0.6, 14).length);
  });
});
