/*
 * Rules of compressed points: the LASzip record, the chunk table, and the head of each chunk. LASzip,
 * design/specification.rst, and Isenburg 2013, "LASzip: lossless compression of LiDAR data".
 */

import { counted } from '../../base/text.js';
import { HEADER_AT } from '../las/las-header.js';
import { RECORD_BYTES } from '../las/point-layout.js';
import { COMPRESSOR, isVariableSize, type LaszipRecord } from '../laz/laszip-record.js';
import type { ChunkEntry } from '../laz/laz-codec.js';
import type { FoundRecord, RecordsPart } from './record-rules.js';
import type { Finding, Rule } from './rule.js';

/** The file's chunk table; fields from the first unreadable one on are absent. */
export interface ChunkTable {
  /** Position of the table, as given in the 8 bytes before the first chunk or in those at the end of the file. */
  pointer?: { at: number; value: number };
  /** First byte of the table, if it is within the file. */
  at?: number;
  version?: number;
  count?: number;
  /** Chunks in the order of the file, with their points. */
  entries?: readonly ChunkEntry[];
}

/** A layered chunk as described by its own head. */
export interface ChunkFacts extends ChunkEntry {
  /** First byte. */
  at: number;
  /** Its own number of points, and the bytes that its layers take with everything before them. */
  ownPoints?: number;
  ownBytes?: number;
  /** Reason why its points cannot be decoded. */
  fault?: string;
}

/** A compressed file. */
export interface LazPart extends RecordsPart {
  /** Records of LASzip. */
  packing: readonly FoundRecord[];
  laszip?: LaszipRecord;
  table: ChunkTable;
  chunks: readonly ChunkFacts[];
}

const SOURCE = 'LASzip, design/specification.rst';

/** Items of a point by its format: type and bytes. */
const ITEMS: readonly (readonly (readonly [type: number, bytes: number])[])[] = (() => {
  const [point10, time11, rgb12, wave13] = [
    [6, 20],
    [7, 8],
    [8, 6],
    [9, 29],
  ] as const;
  const [point14, rgb14, infrared14, wave14] = [
    [10, 30],
    [11, 6],
    [12, 8],
    [13, 29],
  ] as const;
  return [
    [point10],
    [point10, time11],
    [point10, rgb12],
    [point10, time11, rgb12],
    [point10, time11, wave13],
    [point10, time11, rgb12, wave13],
    [point14],
    [point14, rgb14],
    [point14, infrared14],
    [point14, wave14],
    [point14, infrared14, wave14],
  ];
})();
const BYTES = 0;
const BYTES_14 = 14;

/** Highest version of pointwise items, and of layered ones. */
const ITEM_VERSIONS = { pointwise: 2, layered: 3 };

const itemsText = (items: readonly (readonly [number, number])[]): string =>
  items.map(([type, bytes]) => `${type} of ${counted(bytes, 'byte')}`).join(', ') || 'none';

export const LAZ_RULES: readonly Rule<LazPart>[] = [
  {
    id: 'laszip-record',
    source: SOURCE,
    *check({ packing, laszip }) {
      if (packing.length === 1 && laszip) return;
      const [, second] = packing;
      yield {
        at: second?.at ?? packing[0]?.dataOffset ?? HEADER_AT.vlrCount,
        found: packing.length === 1 ? 'a record that is cut off' : `${packing.length} records of LASzip`,
        expected: 'one record "laszip encoded" 22204 of 34 bytes and 6 for each item',
      };
    },
  },
  {
    id: 'laszip-compressor',
    source: SOURCE,
    *check({ packing, laszip, header: { pointFormat } }) {
      const wanted = pointFormat >= 6 ? COMPRESSOR.layered : COMPRESSOR.chunked;
      if (laszip && laszip.compressor !== wanted)
        yield {
          at: packing[0].dataOffset,
          found: `compressor ${laszip.compressor}`,
          expected: `${wanted}, that of point format ${pointFormat}`,
        };
    },
  },
  {
    id: 'laszip-coder',
    source: SOURCE,
    *check({ packing, laszip }) {
      if (laszip && laszip.coder !== 0)
        yield { at: packing[0].dataOffset + 2, found: `coder ${laszip.coder}`, expected: '0, arithmetic' };
    },
  },
  {
    id: 'laszip-items',
    source: SOURCE,
    *check({ packing, laszip, header: { pointFormat, recordLength } }) {
      if (!laszip) return;
      const extra = recordLength - (RECORD_BYTES[pointFormat] ?? 0);
      const rest = extra > 0 ? [[pointFormat >= 6 ? BYTES_14 : BYTES, extra] as const] : [];
      const wanted = itemsText([...(ITEMS[pointFormat] ?? []), ...rest]);
      const found = itemsText(laszip.items.map(({ type, bytes }) => [type, bytes] as const));
      if (found !== wanted) yield { at: packing[0].dataOffset + 34, found: `items ${found}`, expected: wanted };
    },
  },
  {
    id: 'laszip-version',
    source: SOURCE,
    *check({ packing, laszip, header: { pointFormat } }) {
      const most = pointFormat >= 6 ? ITEM_VERSIONS.layered : ITEM_VERSIONS.pointwise;
      for (const [k, { version }] of (laszip?.items ?? []).entries())
        if (version < 1 || version > most)
          yield {
            at: packing[0].dataOffset + 38 + 6 * k,
            found: `coding of version ${version}`,
            expected: `${most} at most: readers of LAS 1.4 know no other`,
          };
    },
  },
  {
    id: 'chunk-table-pointer',
    source: SOURCE,
    *check({ table, header: { pointDataOffset }, bytes }) {
      if (table.at !== undefined) return;
      yield {
        at: table.pointer?.at ?? pointDataOffset,
        found: table.pointer ? `a table of chunks at byte ${table.pointer.value}` : 'no place for the table of chunks',
        expected: `${pointDataOffset + 8} to ${bytes - 8}`,
      };
    },
  },
  {
    id: 'chunk-table-version',
    source: SOURCE,
    *check({ table }) {
      if (table.at !== undefined && table.version !== 0)
        yield { at: table.at, found: `version ${table.version}`, expected: '0' };
    },
  },
  {
    id: 'chunk-table-count',
    source: SOURCE,
    *check({ table, laszip, header: { pointCount } }) {
      if (table.at === undefined || !laszip || isVariableSize(laszip.chunkSize)) return;
      const wanted = Math.ceil(pointCount / laszip.chunkSize);
      if (table.count !== wanted)
        yield {
          at: table.at + 4,
          found: counted(table.count ?? 0, 'chunk'),
          expected: `${wanted}: ${counted(pointCount, 'point')}, ${laszip.chunkSize} a chunk`,
        };
    },
  },
  {
    id: 'chunk-table-entries',
    source: SOURCE,
    *check({ table, packing }) {
      if (packing.length > 0 && table.at !== undefined && table.version === 0 && !table.entries)
        yield {
          at: table.at + 8,
          found: `${counted(table.count ?? 0, 'chunk')}, whose bytes cannot be read`,
          expected: 'entries as encoders write them, of chunks that fit the file',
        };
    },
  },
  {
    id: 'chunk-bytes',
    source: SOURCE,
    *check({ table, header: { pointDataOffset } }) {
      if (!table.entries || table.at === undefined) return;
      const first = pointDataOffset + 8;
      const sum = table.entries.reduce((all, { bytes }) => all + bytes, 0);
      if (first + sum !== table.at)
        yield {
          at: table.at,
          found: `${counted(sum, 'byte')} of chunks`,
          expected: `${table.at - first}, those between the first chunk and the table`,
        };
    },
  },
  {
    id: 'chunk-points-sum',
    source: SOURCE,
    *check({ table, header: { pointCount } }) {
      if (!table.entries) return;
      const sum = table.entries.reduce((all, { points }) => all + points, 0);
      if (sum !== pointCount)
        yield {
          at: table.at as number,
          found: `${counted(sum, 'point')} in the chunks`,
          expected: `${pointCount}, as in the header`,
        };
    },
  },
  {
    id: 'chunk-points',
    source: SOURCE,
    *check({ chunks, header: { recordLength } }) {
      for (const { at, points, ownPoints } of chunks)
        if (ownPoints !== undefined && ownPoints !== points)
          yield { at: at + recordLength, found: `a chunk of ${counted(ownPoints, 'point')}`, expected: `${points}` };
    },
  },
  {
    id: 'chunk-layers',
    source: SOURCE,
    *check({ chunks, header: { recordLength } }) {
      for (const { at, bytes, ownBytes } of chunks)
        if (ownBytes !== undefined && ownBytes !== bytes)
          yield {
            at: at + recordLength + 4,
            found: `layers that end after ${counted(ownBytes, 'byte')} of the chunk`,
            expected: `${bytes}, the bytes of the chunk`,
          };
    },
  },
  {
    id: 'chunk-decodes',
    source: SOURCE,
    *check({ chunks }): Iterable<Finding> {
      for (const { at, fault } of chunks)
        if (fault !== undefined) yield { at, found: fault, expected: 'points that can be decoded' };
    },
  },
];
