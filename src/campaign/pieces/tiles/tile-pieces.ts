import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { countProgress } from '../../../base/count-progress.js';
import { AbortedError, UserError } from '../../../base/errors.js';
import type { OutputSet } from '../../../base/files/files.js';
import { nodeFiles } from '../../../base/files/node-files.js';
import { SILENT_LOG } from '../../../base/log.js';
import { wayToWgs84 } from '../../../io/catalogue/catalogue-way.js';
import { type PointDimension, pointDimensions } from '../../../io/catalogue/point-dimensions.js';
import { type CataloguedFile, vpcText } from '../../../io/catalogue/vpc.js';
import { nodeCoders } from '../../../io/coders/node-coders.js';
import { creationDay } from '../../../io/las/las-header.js';
import { type LasFile, openLas } from '../../../io/las-files/las-file.js';
import { readPlan } from '../../plan/plan-file.js';
import { type FinishedPiece, finishedPieces } from '../finished-pieces.js';
import { inputsOf, type JoinedCloud, type JoinOptions } from '../join-pieces.js';
import { joinedHead, labelsOf, walkRecords } from '../piece-records.js';
import { checkTileFormat, TilePiles, writeTiles } from './tile-files.js';
import type { TileFormat } from './tile-formats.js';
import { TileGrid } from './tile-grid.js';

export interface TileOptions extends JoinOptions {
  /** Width of tiles, metres. */
  tile: number;
  /** Default: laz. */
  format?: TileFormat;
}

/** The files beside the tiles. */
const LABELS = 'tiles.labels.json';
const CATALOGUE = 'tiles.vpc';

const REMEDY = 'the survey has no reference system; give it one, such as crs: EPSG:25832, and split it anew';

/**
 * Writes the points of the pieces of the plan in `folder` as tiles into the folder `out`, every point into one, in the
 * order of the whole; the labels, and a catalogue if the way from the reference system to WGS 84 is known. In bounded
 * memory; all files appear together. Throws UserError as `joinPieces`, and for a width that does not fit the
 * coordinates; AbortedError.
 */
export async function tilePieces(folder: string, out: string, options: TileOptions): Promise<JoinedCloud> {
  const { format = 'laz', log = SILENT_LOG, force } = options;
  const pieces = await finishedPieces(await readPlan(resolve(folder)));
  await nodeFiles.recover([resolve(out)], log);
  const { header } = await joinedHead(pieces);
  const source = await openLas(nodeFiles, pieces[0].cloud);
  checkTileFormat(format, source);
  const grid = new TileGrid(options.tile, header);
  if (!force) await refuseOlder(out);
  const set = nodeFiles.openSet({ force, inputs: inputsOf(pieces) });
  const pathOf = (name: string): string => join(resolve(out), name);
  try {
    const way = await wayToWgs84(CATALOGUE, { ...source, remedy: REMEDY }, log);
    // Without a catalogue nobody asks for statistics.
    const dimensions = way ? pointDimensions(source) : [];
    const points = header.pointCount;
    const files = await writeAll(pieces, { source, grid, format, set, pathOf, dimensions, points }, options);
    if (way)
      await writeText(
        set,
        pathOf(CATALOGUE),
        vpcText(files, { ...way, created: creationDay(source.header), dimensions }),
      );
    for (const path of await olderTiles(out, new Set(files.map(({ name }) => name)), way !== undefined))
      await set.remove(path);
    await set.commit();
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { pieces: pieces.length, points, bytes, files: files.map(({ name }) => join(out, name)) };
  } catch (error) {
    await set.abort();
    throw error;
  }
}

const TILE_NAME = /^tile_-?\d+_-?\d+\.(copc\.laz|laz|las)$/;

/** The files of older tiles that are not replaced by new ones, among which they must not stay. */
async function olderTiles(out: string, names: ReadonlySet<string>, hasCatalogue: boolean): Promise<string[]> {
  const found = await nodeFiles.list(resolve(out)).catch(() => []);
  const isOlder = (name: string) => (TILE_NAME.test(name) && !names.has(name)) || (name === CATALOGUE && !hasCatalogue);
  return found.filter(isOlder).map((name) => join(resolve(out), name));
}

async function refuseOlder(out: string): Promise<void> {
  const [older] = await olderTiles(out, new Set(), false);
  if (older === undefined) return;
  throw new UserError(`has tiles already, such as ${basename(older)}`, {
    place: { file: out },
    hint: 'name another folder, or let --force replace them',
  });
}

/** A number of files beyond which programs are slow to show a folder. */
const MANY_TILES = 10_000;

interface Writing {
  source: LasFile;
  grid: TileGrid;
  format: TileFormat;
  set: OutputSet;
  pathOf(name: string): string;
  dimensions: readonly PointDimension[];
  /** Of all pieces. */
  points: number;
}

type WrittenTile = CataloguedFile & { bytes: number };

async function writeAll(
  pieces: readonly FinishedPiece[],
  { source, grid, format, set, pathOf, dimensions, points }: Writing,
  { signal, onProgress, log = SILENT_LOG }: TileOptions,
): Promise<WrittenTile[]> {
  const labels = await set.create(pathOf(LABELS));
  await labels.append(await labelsOf(pieces));
  const piles = new TilePiles(grid, source.header.recordLength, labels);
  const onRecords = countProgress(onProgress, { task: 'divide', total: points, unit: 'points' });
  await walkRecords(pieces, (records) => piles.add(records), { signal, onRecords });
  if (piles.count > MANY_TILES)
    log.warn(
      `${piles.count} tiles of ${grid.size} m are written, a file each, which may take long: a wider --tile makes fewer`,
    );
  const onTiles = countProgress(onProgress, { task: 'write', total: piles.count, unit: 'tiles' });
  const coders = nodeCoders(availableParallelism());
  const files: WrittenTile[] = [];
  try {
    for await (const file of writeTiles(piles, { source, format, set, coders, dimensions, pathOf })) {
      if (signal?.aborted) throw new AbortedError();
      files.push(file);
      onTiles(1);
    }
  } finally {
    await coders.close();
  }
  await labels.commit();
  return files;
}

async function writeText(set: OutputSet, path: string, text: string): Promise<void> {
  const file = await set.create(path);
  await file.append(new TextEncoder().encode(text));
  await file.commit();
}
