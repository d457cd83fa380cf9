import type { Files, OutputSet } from '../../base/files/files.js';
import { isThere } from '../../base/files/is-there.js';
import { dirname } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { Log } from '../../base/log.js';
import { wayToWgs84 } from '../catalogue/catalogue-way.js';
import { pointDimensions } from '../catalogue/point-dimensions.js';
import { vpcText } from '../catalogue/vpc.js';
import { readLasHead } from '../las-files/las-file.js';

/** Circumstances of a catalogue. */
interface Catalogue {
  /** Path of the tiles, with the placeholders of their numbers. */
  pattern: string;
  /** Reference system of the tiles, as WKT. */
  wkt?: string;
  /** Day of the points. */
  created: Date;
  files: Files;
  set: OutputSet;
  force: boolean;
  log: Log;
}

const REMEDY = 'the clouds name no reference system; --crs states one';

/** The catalogue of tiles of LAS, LAZ or COPC, from their heads. */
export class TileCatalogue {
  private readonly heads: { path: string; head: Uint8Array }[] = [];

  /** Takes the head of a tile that is complete. */
  readonly add = (path: string, head: Uint8Array): void => {
    this.heads.push({ path, head });
  };

  /**
   * Writes the catalogue beside the tiles and returns its path; undefined, with a line in the log, if their places in
   * WGS 84 are unknown, or a file is there already and is not to be replaced.
   */
  async write({ pattern, wkt, created, files, set, force, log }: Catalogue): Promise<string | undefined> {
    const path = cataloguePath(pattern);
    const tiles = await Promise.all(
      this.heads.map(async ({ path: tile, head }) => ({ tile, ...(await readLasHead(tile, head)) })),
    );
    if (tiles.length === 0) return undefined;
    const [{ header }] = tiles;
    const way = await wayToWgs84(path, { wkt, bounds: header.bounds, remedy: REMEDY }, log);
    if (!way) return undefined;
    if (!force && (await isThere(files, path))) {
      log.warn(`${path} is there and stays, without these tiles (--force replaces it by a catalogue of them alone)`);
      return undefined;
    }
    const folder = dirname(path);
    const entries = tiles.map(({ tile, header: { pointCount: points, bounds } }) => ({
      name: folder === '.' ? tile.replace(/^\.\//, '') : tile.slice(folder.length).replace(/^\/+/, ''),
      points,
      bounds,
    }));
    const text = vpcText(entries, { ...way, created, dimensions: pointDimensions(tiles[0]) });
    await writeWhole(set, path, new TextEncoder().encode(text));
    return path;
  }
}

/**
 * The path of the catalogue of tiles: in the deepest folder that all of them share, with the text before their numbers
 * as its name, or `tiles`.
 */
export function cataloguePath(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex((name) => /%[xy]/.test(name));
  const [stem] = names[first].split(/%[xy]/);
  return [...names.slice(0, first), `${stem.replace(/[-_. ]+$/, '') || 'tiles'}.vpc`].join('/');
}
