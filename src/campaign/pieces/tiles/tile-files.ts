import { UserError } from '../../../base/errors.js';
import type { OutputFile, OutputSet } from '../../../base/files/files.js';
import { viewOf } from '../../../io/bytes/byte-fields.js';
import { StatisticsOfDimensions } from '../../../io/catalogue/dimension-statistics.js';
import type { PointDimension } from '../../../io/catalogue/point-dimensions.js';
import type { CataloguedFile } from '../../../io/catalogue/vpc.js';
import { CopcData } from '../../../io/copc/copc-data.js';
import { type RecordPile, RecordPiles } from '../../../io/copc/record-piles.js';
import { creationDay } from '../../../io/las/las-header.js';
import { plainData } from '../../../io/las/point-data.js';
import { RecordTally } from '../../../io/las/record-tally.js';
import { copiedRecords } from '../../../io/las-files/copied-records.js';
import type { LasFile } from '../../../io/las-files/las-file.js';
import { LazData } from '../../../io/laz/laz-data.js';
import { isLayeredFormat } from '../../../io/laz/packed-layout.js';
import type { BlockCoders } from '../../../io/records/blocks.js';
import { createCloudFile } from '../../../io/records/cloud-file.js';
import type { TileFormat } from './tile-formats.js';
import type { TileGrid } from './tile-grid.js';

const ENDINGS: Readonly<Record<TileFormat, string>> = { las: '.las', laz: '.laz', copc: '.copc.laz' };

/** Bytes of records in memory, beyond which they go to a scratch file; and of a page: every tile has one open. */
const MEMORY_BYTES = 2 ** 28;
const PAGE_BYTES = 2 ** 14;

interface Tile {
  column: number;
  row: number;
  pile: RecordPile;
}

/** Throws UserError if points of a file cannot be in tiles of this format. */
export function checkTileFormat(format: TileFormat, { path, header: { pointFormat } }: LasFile): void {
  if (format === 'las' || isLayeredFormat(pointFormat)) return;
  throw new UserError(`found point format ${pointFormat}, expected one from 6 on for ${ENDINGS[format]}`, {
    place: { file: path },
    hint: 'take --format las, or leave out pointFormat in the survey',
  });
}

/** Divides records among the tiles of a grid, each in their order. */
export class TilePiles {
  private readonly grid: TileGrid;
  private readonly recordLength: number;
  private readonly room: OutputFile;
  private readonly piles = new RecordPiles({ memoryBytes: MEMORY_BYTES, pageBytes: PAGE_BYTES });
  private readonly tiles = new Map<string, Tile>();

  /** `room` has the scratch file. */
  constructor(grid: TileGrid, recordLength: number, room: OutputFile) {
    this.grid = grid;
    this.recordLength = recordLength;
    this.room = room;
  }

  /** Takes records; neighbours mostly lie in the same tile. */
  async add(records: Uint8Array): Promise<void> {
    const { grid, recordLength } = this;
    const view = viewOf(records);
    let own: Tile | undefined;
    let start = 0;
    for (let at = 0; at < records.length; at += recordLength) {
      const [column, row] = [grid.columnOf(view.getInt32(at, true)), grid.rowOf(view.getInt32(at + 4, true))];
      if (own && own.column === column && own.row === row) continue;
      own?.pile.append(records.subarray(start, at));
      [own, start] = [this.tile(column, row), at];
    }
    own?.pile.append(records.subarray(start));
    await this.piles.relieve(this.room);
  }

  /** Number of tiles. */
  get count(): number {
    return this.tiles.size;
  }

  /** The tiles by row and column. */
  inOrder(): Tile[] {
    return [...this.tiles.values()].sort((a, b) => a.row - b.row || a.column - b.column);
  }

  private tile(column: number, row: number): Tile {
    const key = `${column} ${row}`;
    const tile = this.tiles.get(key) ?? { column, row, pile: this.piles.pile(this.recordLength) };
    this.tiles.set(key, tile);
    return tile;
  }
}

/** Inputs of the files of tiles. */
export interface TileWriting {
  /** A piece, whose head they have. */
  source: LasFile;
  format: TileFormat;
  set: OutputSet;
  coders: BlockCoders;
  dimensions: readonly PointDimension[];
  pathOf(name: string): string;
}

/** Writes a file for each tile, and yields its entry for a catalogue. */
export async function* writeTiles(
  piles: TilePiles,
  writing: TileWriting,
): AsyncGenerator<CataloguedFile & { bytes: number }> {
  const { source, format, set, dimensions, pathOf } = writing;
  const { header } = source;
  const { recordLength, pointFormat } = header;
  const quantization = { scale: header.scale, offset: header.offset };
  const options = { quantization, software: header.generatingSoftware, created: creationDay(header) };
  const encoder = await copiedRecords(source, options, () => dataOf(writing));
  for (const { column, row, pile } of piles.inOrder()) {
    const name = `tile_${column}_${row}${ENDINGS[format]}`;
    const sink = await createCloudFile(pathOf(name), encoder(), { files: set });
    const tally = new RecordTally(pointFormat);
    const statistics = new StatisticsOfDimensions(dimensions);
    try {
      for await (const records of pile.drain()) {
        const count = records.length / recordLength;
        tally.add(viewOf(records), count, recordLength);
        statistics.add(records, recordLength);
        await sink.write({ records, count, first: 0 });
      }
      const { bytes } = await sink.finish();
      yield {
        name,
        bytes,
        points: tally.points,
        bounds: tally.bounds(quantization),
        statistics: statistics.statistics(),
      };
    } catch (error) {
      await sink.abort();
      throw error;
    }
  }
}

function dataOf({ source: { header }, format, coders }: TileWriting) {
  const { pointFormat, recordLength, scale, offset } = header;
  if (format === 'las' || !isLayeredFormat(pointFormat)) return plainData(recordLength);
  const layout = { format: pointFormat, recordLength };
  return format === 'laz' ? new LazData(layout, coders) : new CopcData(layout, { scale, offset }, coders);
}
