import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { POINTS_PER_BYTE_MAX } from '../laz/chunk-table.js';
import { decodePage, ENTRY_BYTES, type NodeEntry, PAGE_POINTS } from './hierarchy-pages.js';

/** Maximum number of nodes of a file: their pages take 128 MiB. */
const NODES_MAX = 2 ** 22;

/** Numbers of cells along an axis are 32-bit integers. */
const LEVEL_MAX = 30;

/** A file with a hierarchy to read. */
export interface HierarchyFile {
  path: string;
  bytes: number;
  pointCount: number;
  /** The bytes from a place on, fewer at the end of the file. */
  read(at: number, bytes: number): Promise<Uint8Array>;
}

/**
 * The nodes with points, by level, from the root page on. Throws UserError for a page outside of the file, a page that
 * is reached twice, and impossible entries, so that work and memory are bounded by the size of the file.
 */
export async function readHierarchy(
  file: HierarchyFile,
  rootPage: { at: number; bytes: number },
): Promise<NodeEntry[][]> {
  const levels: NodeEntry[][] = [];
  const pages = [rootPage];
  const seen = new Set<number>();
  let [entries, points] = [0, 0];
  for (let page = pages.pop(); page; page = pages.pop()) {
    checkPage(file, page, seen);
    seen.add(page.at);
    entries += page.bytes / ENTRY_BYTES;
    if (entries > Math.min(NODES_MAX, file.bytes / ENTRY_BYTES)) throw bad(file, `more than ${NODES_MAX} nodes`);
    for (const entry of decodePage(await file.read(page.at, page.bytes))) {
      checkEntry(file, entry);
      if (entry.points === PAGE_POINTS) pages.push(entry);
      else if (entry.points > 0) {
        points += entry.points;
        for (let level = levels.length; level <= entry.key.level; level++) levels.push([]);
        levels[entry.key.level].push(entry);
      }
    }
  }
  if (points !== file.pointCount)
    throw bad(file, `its nodes hold ${counted(points, 'point')}, the header announces ${file.pointCount}`);
  return levels;
}

function checkPage(file: HierarchyFile, { at, bytes }: { at: number; bytes: number }, seen: ReadonlySet<number>): void {
  if (!(bytes > 0 && bytes % ENTRY_BYTES === 0 && at + bytes <= file.bytes))
    throw bad(
      file,
      `a page of ${counted(bytes, 'byte')} at byte ${at}; pages are multiples of ${ENTRY_BYTES} within the file`,
    );
  if (seen.has(at)) throw bad(file, `the page at byte ${at} is named twice`);
}

function checkEntry(file: HierarchyFile, { key: { level, x, y, z }, at, bytes, points }: NodeEntry): void {
  const name = `node ${level}-${x}-${y}-${z}`;
  const isIn = (place: number) => place >= 0 && place < 2 ** level;
  if (!(level >= 0 && level <= LEVEL_MAX && isIn(x) && isIn(y) && isIn(z))) throw bad(file, `${name} is no cell`);
  if (points < PAGE_POINTS) throw bad(file, `${name} has ${counted(points, 'point')}`);
  if (points <= 0) return;
  if (!(bytes > 0 && at + bytes <= file.bytes && points <= bytes * POINTS_PER_BYTE_MAX))
    throw bad(file, `${name} has ${counted(points, 'point')} in ${counted(bytes, 'byte')} at byte ${at}`);
}

const bad = ({ path }: HierarchyFile, found: string): UserError =>
  new UserError(`the hierarchy of its octree is damaged: ${found}`, { place: { file: path } });
