/*
 * Rules of the public header block: ASPRS LAS Specification 1.4 – R15, table 3 and the sections behind it; versions 1.0
 * to 1.3 where they differ.
 */

import { counted } from '../../base/text.js';
import {
  GLOBAL_ENCODING,
  HEADER_AT,
  HEADER_BYTES,
  LAS_SIGNATURE,
  type LasHeader,
  RETURN_NUMBERS,
} from '../las/las-header.js';
import { RECORD_BYTES, WAVE_PACKET_AT } from '../las/point-layout.js';
import { INT32_MAX } from '../records/quantization.js';
import type { Finding, Rule } from './rule.js';

/** The header of a file, with the facts needed to check it. */
export interface HeadPart {
  /** The first 375 bytes, filled up with zeros. */
  view: DataView;
  header: LasHeader;
  /** Length of the file. */
  bytes: number;
}

const TABLE = 'LAS 1.4 R15, table 3';

/** Bytes of the header by the minor version. */
const SIZES = [HEADER_BYTES.v12, HEADER_BYTES.v12, HEADER_BYTES.v12, HEADER_BYTES.v13, HEADER_BYTES.v14];
const MINOR_MAX = SIZES.length - 1;

/** Length of the header in the file's version; unknown versions count as 1.4. */
export const headerBytesOf = ({ versionMinor }: LasHeader): number => SIZES[versionMinor] ?? HEADER_BYTES.v14;

/** Highest point format by the minor version. */
const FORMAT_MAX = [1, 1, 3, 5, 10];

/** Bits of the global encoding by the minor version: times; waveforms, synthetic returns; WKT. */
const ENCODING_BITS = [0, 0, 0b1, 0b1111, 0b1_1111];

/** End of the points of a file that is not compressed. */
export const pointsEnd = ({ pointDataOffset, pointCount, recordLength }: LasHeader): number =>
  pointDataOffset + pointCount * recordLength;

const LEGACY_COUNT_MAX = 2 ** 32 - 1;
const LEGACY_RETURNS = 5;

/** Rules that precede the others: without them the rest of the header has no meaning. */
export const START_RULES: readonly Rule<HeadPart>[] = [
  {
    id: 'signature',
    source: 'LAS 1.4 R15, table 3',
    *check({ view, bytes }) {
      // If the file is shorter, the next rule reports the missing bytes.
      const letters = [0, 1, 2, 3].filter((at) => at < bytes).map((at) => view.getUint8(at));
      const found = String.fromCharCode(...letters);
      if (!LAS_SIGNATURE.startsWith(found))
        yield { at: 0, found: JSON.stringify(found), expected: `"${LAS_SIGNATURE}"` };
    },
  },
  {
    id: 'header-end',
    source: 'LAS 1.4 R15, table 3',
    *check({ header, bytes }) {
      const wanted = headerBytesOf(header);
      if (bytes < wanted) yield { at: bytes, found: 'the end of the file', expected: `a header of ${wanted} bytes` };
    },
  },
];

export const HEAD_RULES: readonly Rule<HeadPart>[] = [
  {
    id: 'version',
    source: TABLE,
    *check({ header: { versionMajor, versionMinor } }) {
      if (versionMajor !== 1 || versionMinor > MINOR_MAX)
        yield { at: HEADER_AT.versionMajor, found: `version ${versionMajor}.${versionMinor}`, expected: '1.0 to 1.4' };
    },
  },
  {
    id: 'header-size',
    source: TABLE,
    *check({ header, bytes }) {
      const { headerSize, versionMinor } = header;
      const wanted = headerBytesOf(header);
      const isRight = versionMinor >= 4 ? headerSize === wanted : headerSize >= wanted;
      const least = versionMinor >= 4 ? `${wanted}` : `at least ${wanted}`;
      if (!isRight)
        yield { at: HEADER_AT.headerSize, found: counted(headerSize, 'byte'), expected: `${least}, by the version` };
      else if (headerSize > bytes)
        yield {
          at: HEADER_AT.headerSize,
          found: counted(headerSize, 'byte'),
          expected: `${bytes} at most, the file's length`,
        };
    },
  },
  {
    id: 'encoding-reserved',
    source: 'LAS 1.4 R15, table 4',
    *check({ header: { globalEncoding, versionMinor } }) {
      const reserved = globalEncoding & ~(ENCODING_BITS[versionMinor] ?? 0xffff);
      if (reserved !== 0)
        yield {
          at: HEADER_AT.globalEncoding,
          found: `bits 0x${reserved.toString(16)} set`,
          expected: `0: LAS 1.${versionMinor} reserves them`,
        };
    },
  },
  {
    id: 'waveform-encoding',
    source: 'LAS 1.4 R15, table 4',
    *check({ header: { globalEncoding, pointFormat, versionMinor } }) {
      const { internalWaveforms, externalWaveforms } = GLOBAL_ENCODING;
      const bits = globalEncoding & (internalWaveforms | externalWaveforms);
      const has = pointFormat in WAVE_PACKET_AT;
      if (versionMinor < 3 || (has ? bits === internalWaveforms || bits === externalWaveforms : bits === 0)) return;
      yield {
        at: HEADER_AT.globalEncoding,
        found: `waveform bits 0x${bits.toString(16)}`,
        expected: has ? 'one of the bits 1 and 2: points have waveforms' : '0: points have no waveforms',
      };
    },
  },
  {
    id: 'wkt-bit',
    source: 'LAS 1.4 R15, table 4 and "Coordinate Reference System"',
    *check({ header: { globalEncoding, pointFormat } }) {
      if (pointFormat >= 6 && (globalEncoding & GLOBAL_ENCODING.wkt) === 0)
        yield {
          at: HEADER_AT.globalEncoding,
          found: 'bit 4 not set',
          expected: `set: point format ${pointFormat} has its reference system as WKT`,
        };
    },
  },
  {
    id: 'header-text',
    source: TABLE,
    *check({ view }) {
      for (const [at, name] of [
        [HEADER_AT.systemIdentifier, 'system identifier'],
        [HEADER_AT.generatingSoftware, 'generating software'],
      ] as const) {
        const fault = paddedTextFault(view, at, 32);
        if (fault !== undefined) yield { at: fault, found: `a byte in the ${name}`, expected: TEXT_EXPECTED };
      }
    },
  },
  {
    id: 'creation-day',
    source: TABLE,
    *check({ header: { creationDayOfYear, creationYear } }) {
      const isRight = creationDayOfYear >= 1 && creationDayOfYear <= 366;
      if (!isRight && creationDayOfYear + creationYear > 0)
        yield { at: HEADER_AT.creationDayOfYear, found: `day ${creationDayOfYear}`, expected: '1 to 366' };
    },
  },
  {
    id: 'point-data-offset',
    source: TABLE,
    *check({ header: { pointDataOffset, headerSize }, bytes }) {
      if (pointDataOffset < headerSize || pointDataOffset > bytes)
        yield {
          at: HEADER_AT.pointDataOffset,
          found: `points from byte ${pointDataOffset} on`,
          expected: `${headerSize}, the end of the header, to ${bytes}, that of the file`,
        };
    },
  },
  {
    id: 'point-format',
    source: TABLE,
    *check({ header: { pointFormat, versionMinor } }) {
      const most = FORMAT_MAX[versionMinor] ?? 10;
      if (pointFormat > most)
        yield {
          at: HEADER_AT.pointFormat,
          found: `point format ${pointFormat}`,
          expected: `0 to ${most} in LAS 1.${versionMinor}`,
        };
    },
  },
  {
    id: 'compression-bits',
    source: 'LASzip, design/specification.rst',
    *check({ view }) {
      const byte = view.getUint8(HEADER_AT.pointFormat);
      if ((byte & 0x40) !== 0)
        yield {
          at: HEADER_AT.pointFormat,
          found: `0x${byte.toString(16)}`,
          expected: 'bit 6 not set: bit 7 alone marks compressed points',
        };
    },
  },
  {
    id: 'record-length',
    source: 'LAS 1.4 R15, tables 7 to 19',
    *check({ header: { recordLength, pointFormat } }) {
      const least = RECORD_BYTES[pointFormat] ?? 0;
      if (recordLength < least)
        yield {
          at: HEADER_AT.recordLength,
          found: `records of ${counted(recordLength, 'byte')}`,
          expected: `at least ${least}, those of point format ${pointFormat}`,
        };
    },
  },
  {
    id: 'legacy-counts',
    source: 'LAS 1.4 R15, "Legacy Compatibility"',
    *check({ view, header: { pointFormat, pointCount, pointsByReturn, versionMinor } }) {
      if (versionMinor < 4) return;
      const isZero = pointFormat >= 6 || pointCount > LEGACY_COUNT_MAX;
      const wanted = [pointCount, ...pointsByReturn.slice(0, LEGACY_RETURNS)].map((count) => (isZero ? 0 : count));
      for (const [k, count] of wanted.entries()) {
        const at = HEADER_AT.legacyPointCount + 4 * k;
        const found = view.getUint32(at, true);
        if (found !== count)
          yield { at, found: `${found} in 32 bits`, expected: isZero ? '0' : `${count}, as in 64 bits` };
      }
    },
  },
  {
    id: 'scale',
    source: TABLE,
    *check({ header: { scale } }) {
      for (const [axis, step] of scale.entries())
        if (!Number.isFinite(step) || step === 0)
          yield { at: HEADER_AT.scale + 8 * axis, found: `a scale of ${step}`, expected: 'a finite number, not 0' };
    },
  },
  {
    id: 'offset',
    source: TABLE,
    *check({ header: { offset } }) {
      for (const [axis, value] of offset.entries())
        if (!Number.isFinite(value))
          yield { at: HEADER_AT.offset + 8 * axis, found: `an offset of ${value}`, expected: 'a finite number' };
    },
  },
  { id: 'bounds-order', source: TABLE, check: boundsInOrder },
  { id: 'bounds-reach', source: TABLE, check: boundsWithinReach },
  {
    id: 'returns-sum',
    source: TABLE,
    *check({ header: { pointsByReturn, pointCount, versionMinor } }) {
      const sum = pointsByReturn.reduce((all, count) => all + count, 0);
      if (sum > pointCount)
        yield {
          at: versionMinor >= 4 ? HEADER_AT.pointsByReturn : HEADER_AT.legacyPointsByReturn,
          found: `${counted(sum, 'point')} by return`,
          expected: `${pointCount} at most, the points`,
        };
    },
  },
  {
    id: 'points-in-file',
    source: TABLE,
    *check({ header, bytes }) {
      if (!header.compressed && header.pointDataOffset <= bytes && pointsEnd(header) > bytes)
        yield {
          at: header.versionMinor >= 4 && header.pointFormat >= 6 ? HEADER_AT.pointCount : HEADER_AT.legacyPointCount,
          found: `${counted(header.pointCount, 'point')}, which end at byte ${pointsEnd(header)}`,
          expected: `${bytes} at most, the end of the file`,
        };
    },
  },
  {
    id: 'evlr-offset',
    source: TABLE,
    *check({ header, bytes }) {
      if (header.evlrCount === 0) return;
      const least = header.compressed ? header.pointDataOffset : pointsEnd(header);
      if (header.evlrOffset < least || header.evlrOffset >= bytes)
        yield {
          at: HEADER_AT.evlrOffset,
          found: `extended records from byte ${header.evlrOffset} on`,
          expected: `behind the points, ${least}, and before the end of the file, ${bytes}`,
        };
    },
  },
  {
    id: 'waveform-offset',
    source: TABLE,
    *check({ header, bytes }) {
      const { globalEncoding, waveformOffset, versionMinor, headerSize } = header;
      if (versionMinor < 3 || headerSize < HEADER_BYTES.v13) return;
      const isInternal = (globalEncoding & GLOBAL_ENCODING.internalWaveforms) !== 0;
      // Compressed points end with their chunk table, which has rules of its own.
      const least = header.compressed ? header.pointDataOffset : pointsEnd(header);
      if (isInternal ? waveformOffset >= least && waveformOffset < bytes : waveformOffset === 0) return;
      yield {
        at: HEADER_AT.waveformOffset,
        found: `waveforms from byte ${waveformOffset} on`,
        expected: isInternal ? `${least}, the end of the points, to ${bytes}` : '0: the file has no waveforms',
      };
    },
  },
];

export const TEXT_EXPECTED = 'printable ASCII, then zeros to the end';

/** Position of the first byte of a padded text that is neither printable ASCII nor a zero at its end. */
export function paddedTextFault(view: DataView, at: number, length: number): number | undefined {
  let isOver = false;
  for (let k = at; k < at + length; k++) {
    const byte = view.getUint8(k);
    if (byte === 0) isOver = true;
    else if (isOver || byte < 0x20 || byte > 0x7e) return k;
  }
  return undefined;
}

const AXES = ['x', 'y', 'z'];

function* boundsInOrder({ header: { bounds, pointCount } }: HeadPart): Iterable<Finding> {
  if (pointCount === 0) return;
  for (let axis = 0; axis < 3; axis++) {
    const [min, max] = [bounds.min[axis], bounds.max[axis]];
    if (!(min <= max) || !Number.isFinite(max - min))
      yield {
        at: HEADER_AT.bounds + 16 * axis,
        found: `${AXES[axis]} from ${min} to ${max}`,
        expected: 'finite numbers, the least first',
      };
  }
}

/** Headers are rounded: one step beyond is no fault. */
function* boundsWithinReach({ header: { bounds, scale, offset, pointCount } }: HeadPart): Iterable<Finding> {
  if (pointCount === 0) return;
  for (let axis = 0; axis < 3; axis++)
    for (const [k, end] of [bounds.max[axis], bounds.min[axis]].entries())
      if (Math.abs((end - offset[axis]) / scale[axis]) > INT32_MAX + 2)
        yield {
          at: HEADER_AT.bounds + 16 * axis + 8 * k,
          found: `${AXES[axis]} of ${end}`,
          expected: 'what 32 bits hold with scale and offset',
        };
}

/** Offset of the count of return `number`, from 1. */
export const returnCountAt = ({ versionMinor }: LasHeader, number: number): number =>
  versionMinor >= 4 ? HEADER_AT.pointsByReturn + 8 * (number - 1) : HEADER_AT.legacyPointsByReturn + 4 * (number - 1);

/** Return numbers that a header counts. */
export const countedReturns = ({ versionMinor }: LasHeader): number =>
  versionMinor >= 4 ? RETURN_NUMBERS : LEGACY_RETURNS;
