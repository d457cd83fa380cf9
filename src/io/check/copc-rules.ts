/* Rules of COPC 1.0 (copc.io), and further properties that readers rely on. */
import { counted } from '../../base/text.js';
import type { Box3 } from '../../base/vec3.js';
import { viewOf } from '../bytes/byte-fields.js';
import { COPC_INFO_RECORD_ID, COPC_USER_ID } from '../copc/copc-info.js';
import { HEADER_AT } from '../las/las-header.js';
import { isVariableSize } from '../laz/laszip-record.js';
import {
  COPC_ENTRY_BYTES,
  COPC_INFO_AT,
  COPC_INFO_BYTES,
  type CopcEntry,
  copcKey,
  type StoredCopcInfo,
} from './copc-records.js';
import type { LazPart } from './laz-rules.js';
import type { FoundRecord } from './record-rules.js';
import type { Finding, Rule } from './rule.js';

/** An entry of the hierarchy with its position. */
export interface FoundEntry extends CopcEntry {
  at: number;
}

/** A page of the hierarchy. */
export interface FoundPage {
  /** The entry that leads to it, or the info record. */
  from: number;
  at: number;
  bytes: number;
  /** Reason why it was not read. */
  fault?: string;
}

/** A node with the extents of its points. */
export interface DecodedNode {
  entry: FoundEntry;
  bounds: Box3;
  gpsTimeMin: number;
  gpsTimeMax: number;
}

/** A COPC file. */
export interface CopcPart extends LazPart {
  infoRecord?: FoundRecord;
  info?: StoredCopcInfo;
  hierarchy?: FoundRecord;
  pages: readonly FoundPage[];
  entries: readonly FoundEntry[];
  nodes: readonly DecodedNode[];
}

const SOURCE = 'COPC 1.0, copc.io';

/** First byte of the info record: behind the header of LAS 1.4. */
const INFO_RECORD_AT = 375;

export const COPC_RULES: readonly Rule<CopcPart>[] = [
  {
    id: 'copc-head',
    source: SOURCE,
    *check({ header: { versionMinor, pointFormat, compressed } }) {
      if (versionMinor !== 4 || pointFormat < 6 || pointFormat > 8 || !compressed)
        yield {
          at: HEADER_AT.versionMinor,
          found: `LAS 1.${versionMinor}, point format ${pointFormat}, ${compressed ? '' : 'not '}compressed`,
          expected: 'LAS 1.4, point format 6, 7 or 8, compressed',
        };
    },
  },
  {
    id: 'copc-info',
    source: SOURCE,
    *check({ infoRecord }) {
      if (!infoRecord || infoRecord.at !== INFO_RECORD_AT || infoRecord.dataLength !== COPC_INFO_BYTES)
        yield {
          at: infoRecord?.at ?? INFO_RECORD_AT,
          found: infoRecord
            ? `the record copc 1 of ${counted(infoRecord.dataLength, 'byte')} here`
            : 'no record copc 1',
          expected: `it is the first record, at byte ${INFO_RECORD_AT}, of ${COPC_INFO_BYTES} bytes`,
        };
    },
  },
  {
    id: 'copc-reserved',
    source: SOURCE,
    *check({ infoRecord }) {
      const data = infoRecord?.data;
      for (let at: number = COPC_INFO_AT.reserved; data && at < Math.min(data.length, COPC_INFO_BYTES); at++)
        if (data[at] !== 0) {
          yield { at: infoRecord.dataOffset + at, found: `${data[at]}`, expected: '0, reserved' };
          return;
        }
    },
  },
  {
    id: 'copc-cube',
    source: SOURCE,
    *check({ infoRecord, info, header: { bounds, pointCount, scale } }) {
      if (!infoRecord || !info) return;
      const { center, halfSize, spacing } = info;
      if (
        !(halfSize > 0 && halfSize < Infinity) ||
        !(spacing > 0 && spacing < Infinity) ||
        !center.every(Number.isFinite)
      )
        yield {
          at: infoRecord.dataOffset + COPC_INFO_AT.halfSize,
          found: `half a side of ${halfSize} m, points ${spacing} m apart`,
          expected: 'finite numbers above 0',
        };
      else if (pointCount > 0)
        for (let axis = 0; axis < 3; axis++)
          if (
            bounds.min[axis] < center[axis] - halfSize - Math.abs(scale[axis]) ||
            bounds.max[axis] > center[axis] + halfSize + Math.abs(scale[axis])
          )
            yield {
              at: infoRecord.dataOffset + 8 * axis,
              found: `a cube from ${center[axis] - halfSize} to ${center[axis] + halfSize}`,
              expected: `one that holds the header's ${bounds.min[axis]} to ${bounds.max[axis]}`,
            };
    },
  },
  {
    id: 'copc-hierarchy',
    source: SOURCE,
    *check({ hierarchy, info, infoRecord, table }) {
      if (!hierarchy || !info || !infoRecord)
        yield { at: HEADER_AT.evlrOffset, found: 'no record copc 1000', expected: 'one, extended, with the hierarchy' };
      else if (
        info.rootOffset < hierarchy.dataOffset ||
        info.rootOffset + info.rootBytes > hierarchy.dataOffset + hierarchy.dataLength
      )
        yield {
          at: infoRecord.dataOffset + COPC_INFO_AT.rootOffset,
          found: `a root page of ${counted(info.rootBytes, 'byte')} at byte ${info.rootOffset}`,
          expected: `one within the record copc 1000, ${hierarchy.dataOffset} to ${hierarchy.dataOffset + hierarchy.dataLength}`,
        };
      else if (table.at !== undefined && hierarchy.at < table.at)
        yield {
          at: hierarchy.at,
          found: 'the hierarchy before the points end',
          expected: 'behind the table of chunks',
        };
    },
  },
  {
    id: 'copc-page',
    source: SOURCE,
    *check({ pages }) {
      for (const { from, at, bytes, fault } of pages)
        if (fault !== undefined)
          yield {
            at: from,
            found: `a page of ${counted(bytes, 'byte')} at byte ${at}: ${fault}`,
            expected: `a multiple of ${COPC_ENTRY_BYTES} bytes within the record copc 1000, reached once`,
          };
    },
  },
  {
    id: 'copc-chunks',
    source: SOURCE,
    *check({ laszip, packing }) {
      if (laszip && !isVariableSize(laszip.chunkSize))
        yield {
          at: packing[0].dataOffset + 12,
          found: `chunks of ${counted(laszip.chunkSize, 'point')}`,
          expected: '2^32 - 1 or 0, variable',
        };
    },
  },
  {
    id: 'copc-key',
    source: SOURCE,
    *check({ entries }) {
      const keys = new Set<string>();
      for (const entry of entries) {
        const { at, level, x, y, z } = entry;
        const side = 2 ** level;
        const key = copcKey(entry);
        if (level < 0 || ![x, y, z].every((k) => k >= 0 && k < side) || keys.has(key))
          yield {
            at,
            found: `the node ${key}${keys.has(key) ? ' for the second time' : ''}`,
            expected: 'a node of its own',
          };
        keys.add(key);
      }
    },
  },
  {
    id: 'copc-parent',
    source: SOURCE,
    *check({ entries }) {
      const keys = new Set(entries.map(copcKey));
      for (const entry of entries) {
        const { at, level, x, y, z } = entry;
        const parent = copcKey({ level: level - 1, x: x >> 1, y: y >> 1, z: z >> 1 });
        if (level > 0 && !keys.has(parent))
          yield { at, found: `${copcKey(entry)} without ${parent}`, expected: 'its parent' };
      }
    },
  },
  {
    id: 'copc-root',
    source: SOURCE,
    *check({ entries, info, pages }) {
      if (pages.length > 0 && !entries.some(({ level }) => level === 0))
        yield { at: info?.rootOffset ?? 0, found: 'no node 0-0-0-0', expected: 'the root' };
    },
  },
  {
    id: 'copc-entry',
    source: SOURCE,
    *check({ entries }) {
      for (const { at, points, offset, bytes } of entries)
        if (points < -1 || (points === 0 && (offset !== 0 || bytes !== 0)))
          yield {
            at: at + 16,
            found: `${counted(points, 'point')} in ${counted(bytes, 'byte')} at byte ${offset}`,
            expected: '−1 points for a page, 0 with no place, or more',
          };
    },
  },
  { id: 'copc-nodes', source: SOURCE, check: nodesAreChunks },
  {
    id: 'copc-points',
    source: SOURCE,
    *check({ entries, info, header: { pointCount } }) {
      const sum = entries.reduce((all, { points }) => all + Math.max(0, points), 0);
      if (sum !== pointCount)
        yield {
          at: info?.rootOffset ?? 0,
          found: `${counted(sum, 'point')} in the nodes`,
          expected: `${pointCount}, as in the header`,
        };
    },
  },
  { id: 'copc-cell', source: SOURCE, check: pointsInCells },
  {
    id: 'copc-gps-time',
    source: SOURCE,
    *check({ nodes, info, infoRecord, entries }) {
      if (!info || !infoRecord || nodes.length === 0) return;
      if (nodes.length < entries.filter(({ points }) => points > 0).length) return;
      const min = nodes.reduce((least, node) => Math.min(least, node.gpsTimeMin), Infinity);
      const max = nodes.reduce((most, node) => Math.max(most, node.gpsTimeMax), -Infinity);
      if (info.gpsTimeMin !== min || info.gpsTimeMax !== max)
        yield {
          at: infoRecord.dataOffset + COPC_INFO_AT.gpsTimeMin,
          found: `times from ${info.gpsTimeMin} to ${info.gpsTimeMax}`,
          expected: `${min} to ${max}, those of the points`,
        };
    },
  },
];

/** The nodes with points are the chunks of the table, each once. */
function* nodesAreChunks({ entries, chunks, table }: CopcPart): Iterable<Finding> {
  if (!table.entries) return;
  const byPlace = new Map(chunks.map((chunk) => [chunk.at, chunk]));
  const used = new Set<number>();
  for (const entry of entries) {
    if (entry.points <= 0) continue;
    const chunk = byPlace.get(entry.offset);
    if (!chunk || chunk.bytes !== entry.bytes || chunk.points !== entry.points || used.has(entry.offset))
      yield {
        at: entry.at + 16,
        found: `${counted(entry.points, 'point')} in ${counted(entry.bytes, 'byte')} at byte ${entry.offset}`,
        expected: chunk
          ? `the chunk there, once: ${counted(chunk.points, 'point')} in ${counted(chunk.bytes, 'byte')}`
          : 'a chunk of the table of chunks',
      };
    used.add(entry.offset);
  }
  if (used.size < chunks.length)
    yield {
      at: table.at as number,
      found: counted(chunks.length, 'chunk'),
      expected: `${used.size}, as many as nodes with points`,
    };
}

/** Points lie in the cell of their node, give or take half a step. */
function* pointsInCells({ nodes, info, header: { scale } }: CopcPart): Iterable<Finding> {
  if (!info) return;
  for (const { entry, bounds } of nodes) {
    const side = (2 * info.halfSize) / 2 ** entry.level;
    for (const [axis, k] of [entry.x, entry.y, entry.z].entries()) {
      const least = info.center[axis] - info.halfSize + k * side;
      const step = Math.abs(scale[axis]) / 2 + Math.abs(least) * 1e-12;
      if (bounds.min[axis] < least - step || bounds.max[axis] > least + side + step)
        yield {
          at: entry.offset,
          found: `points of the node ${copcKey(entry)} with ${'xyz'[axis]} of ${bounds.min[axis]} to ${bounds.max[axis]}`,
          expected: `${least} to ${least + side}, its cell`,
        };
    }
  }
}

/** Whether a record is that of COPC's description. */
export const isCopcInfo = ({ userId, recordId }: FoundRecord): boolean =>
  userId === COPC_USER_ID && recordId === COPC_INFO_RECORD_ID;

/** Entries of a page at byte `at` of the file. */
export function pageEntries(
  page: Uint8Array,
  at: number,
  decode: (view: DataView, at: number) => CopcEntry,
): FoundEntry[] {
  const view = viewOf(page);
  return Array.from({ length: Math.floor(page.length / COPC_ENTRY_BYTES) }, (_, k) => ({
    ...decode(view, k * COPC_ENTRY_BYTES),
    at: at + k * COPC_ENTRY_BYTES,
  }));
}
