import { UserError } from '../../base/errors.js';
import type { CountedPoints } from '../records/cloud-file.js';
import type { PointSink, WrittenFile } from '../records/point-sink.js';
import type { Carrier, Places } from './carrier.js';

/** The files of a conversion. */
export interface Outputs<Batch extends CountedPoints> {
  /** Writes the points of a batch at `indices`. */
  write(batch: Batch, places: Places, indices: Uint32Array): Promise<void>;
  finish(): Promise<WrittenFile[]>;
  abort(): Promise<void>;
}

/** All points in one file. */
export async function oneFile<Batch extends CountedPoints>(
  carrier: Carrier<Batch>,
  path: string,
): Promise<Outputs<Batch>> {
  const sink = await carrier.open(path);
  return {
    write: async (batch, _, indices) => {
      if (indices.length > 0 || carrier.keepsCells) await sink.write(wholeOr(carrier, batch, indices));
    },
    finish: async () => [await sink.finish()],
    abort: () => sink.abort(),
  };
}

/** A whole batch needs no copy. */
const wholeOr = <Batch extends CountedPoints>(carrier: Carrier<Batch>, batch: Batch, indices: Uint32Array): Batch =>
  indices.length === batch.count ? batch : carrier.select(batch, indices);

/** Maximum number of open files. */
const TILES_MAX = 256;

/** Placeholders of a tile's column and row in the path of tiles. */
const COLUMN = '%x';
const ROW = '%y';

/**
 * Whether a path has placeholders for both numbers of a tile, with a character between them that is no digit: without
 * it, 1 and 11 would look like 11 and 1.
 */
export const isTilePath = (path: string): boolean => /%x[^%]*[^%\d][^%]*%y|%y[^%]*[^%\d][^%]*%x/.test(path);

/** The path of a tile. */
const tilePath = (pattern: string, column: number, row: number): string =>
  pattern.replaceAll(COLUMN, String(column)).replaceAll(ROW, String(row));

/**
 * A file for each square of a grid of `size` metres that has points, with floor(x / size) and floor(y / size) in its
 * path. Throws UserError for more than TILES_MAX of them.
 */
export class TileFiles<Batch extends CountedPoints> implements Outputs<Batch> {
  private readonly carrier: Carrier<Batch>;
  private readonly pattern: string;
  private readonly size: number;
  private readonly sinks = new Map<string, PointSink<Batch>>();

  constructor(carrier: Carrier<Batch>, pattern: string, size: number) {
    this.carrier = carrier;
    this.pattern = pattern;
    this.size = size;
  }

  async write(batch: Batch, places: Places, indices: Uint32Array): Promise<void> {
    for (const [path, own] of this.byTile(places, indices)) {
      const sink = this.sinks.get(path) ?? (await this.open(path));
      await sink.write(wholeOr(this.carrier, batch, Uint32Array.from(own)));
    }
  }

  async finish(): Promise<WrittenFile[]> {
    const written: WrittenFile[] = [];
    for (const sink of this.sinks.values()) written.push(await sink.finish());
    return written;
  }

  async abort(): Promise<void> {
    for (const sink of this.sinks.values()) await sink.abort();
  }

  /** Neighbours mostly lie in the same tile, which saves the look-up. */
  private byTile({ x, y }: Places, indices: Uint32Array): Map<string, number[]> {
    const tiles = new Map<string, number[]>();
    let [column, row] = [Number.NaN, Number.NaN];
    let own: number[] = [];
    for (const i of indices) {
      const [c, r] = [Math.floor(x[i] / this.size), Math.floor(y[i] / this.size)];
      if (c !== column || r !== row) {
        [column, row] = [c, r];
        const path = tilePath(this.pattern, c, r);
        own = tiles.get(path) ?? [];
        tiles.set(path, own);
      }
      own.push(i);
    }
    return tiles;
  }

  private async open(path: string): Promise<PointSink<Batch>> {
    if (this.sinks.size >= TILES_MAX)
      throw new UserError(`more than ${TILES_MAX} tiles of ${this.size} m have points, and no more files are open`, {
        place: { file: this.pattern },
        hint: 'take larger tiles, or crop the cloud and cut it part by part',
      });
    const sink = await this.carrier.open(path);
    this.sinks.set(path, sink);
    return sink;
  }
}
