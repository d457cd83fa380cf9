/*
 * Rules of the records before and behind the points: ASPRS LAS Specification 1.4 – R15, "Variable Length Records",
 * "Extra Bytes", "Classification Lookup", "Waveform Packet Descriptors", "Coordinate Reference System".
 */

import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { parseWkt } from '../../crs/wkt-node.js';
import { decodePaddedText, viewOf } from '../bytes/byte-fields.js';
import { CLASS_LOOKUP_RECORD_ID, CLASS_LOOKUP_USER_ID } from '../las/class-lookup.js';
import { decodeExtraBytes, EXTRA_BYTES_RECORD_ID, EXTRA_BYTES_USER_ID } from '../las/extra-bytes.js';
import { GEOTIFF_RECORD_ID, GEOTIFF_USER_ID } from '../las/geotiff-keys.js';
import { GLOBAL_ENCODING, HEADER_AT } from '../las/las-header.js';
import { RECORD_BYTES } from '../las/point-layout.js';
import {
  DESCRIPTOR_BASE,
  DESCRIPTOR_BYTES,
  DESCRIPTORS_MAX,
  decodeDescriptor,
  isWaveformData,
  WAVEFORM_USER_ID,
} from '../las/waveform-descriptor.js';
import { readWkt, WKT_RECORD_ID, WKT_USER_ID } from '../las/wkt.js';
import type { VlrEntry } from '../las-files/las-file.js';
import { LASZIP_USER_ID } from '../laz/laszip-record.js';
import { type HeadPart, paddedTextFault, pointsEnd, TEXT_EXPECTED } from './head-rules.js';
import type { Finding, Rule } from './rule.js';

/** A record of a file. */
export interface FoundRecord extends VlrEntry {
  /** Its first byte. */
  at: number;
  /** Its header, 54 or 60 bytes. */
  head: Uint8Array;
  /** Its data, if some rule concerns them and they are not too long to be read. */
  data?: Uint8Array;
}

/** The end of a list of records. */
export interface ListEnd {
  /** End of the last record. */
  at: number;
  /** Reason why the list ends before its number of records is reached, if it does. */
  fault?: Finding;
}

/** A file without its points. */
export interface RecordsPart extends HeadPart {
  records: readonly FoundRecord[];
  vlrEnd: ListEnd;
  evlrEnd: ListEnd;
}

const CHAPTER = 'LAS 1.4 R15, tables 6 and 22';
const FIELD_BYTES = 192;

const isOf = (userId: string, recordId: number) => (record: FoundRecord) =>
  record.userId === userId && record.recordId === recordId;

const isWkt = isOf(WKT_USER_ID, WKT_RECORD_ID);
const isGeotiff = isOf(GEOTIFF_USER_ID, GEOTIFF_RECORD_ID);
const isExtraBytes = isOf(EXTRA_BYTES_USER_ID, EXTRA_BYTES_RECORD_ID);
const isClassLookup = isOf(CLASS_LOOKUP_USER_ID, CLASS_LOOKUP_RECORD_ID);
const isDescriptor = ({ userId, recordId }: VlrEntry): boolean =>
  userId === WAVEFORM_USER_ID && recordId > DESCRIPTOR_BASE && recordId <= DESCRIPTOR_BASE + DESCRIPTORS_MAX;

/** Whether some rule concerns the data of the record. */
export const hasDataRules = (record: FoundRecord): boolean =>
  isWkt(record) || isExtraBytes(record) || isDescriptor(record) || record.userId === LASZIP_USER_ID;

export const RECORD_RULES: readonly Rule<RecordsPart>[] = [
  { id: 'vlr-chain', source: CHAPTER, check: ({ vlrEnd }) => (vlrEnd.fault ? [vlrEnd.fault] : []) },
  { id: 'evlr-chain', source: CHAPTER, check: ({ evlrEnd }) => (evlrEnd.fault ? [evlrEnd.fault] : []) },
  {
    id: 'vlr-reserved',
    source: CHAPTER,
    *check({ records, header: { versionMinor } }) {
      for (const { at, head } of records) {
        const reserved = viewOf(head).getUint16(0, true);
        // LAS 1.0 begins each record with this signature, and some programs still write it.
        if (reserved !== 0 && !(versionMinor < 4 && reserved === 0xaabb))
          yield { at, found: `0x${reserved.toString(16)}`, expected: '0, reserved' };
      }
    },
  },
  {
    id: 'vlr-user-id',
    source: CHAPTER,
    *check({ records }) {
      for (const { at, head } of records) {
        const fault = head[2] === 0 ? 2 : paddedTextFault(viewOf(head), 2, 16);
        if (fault !== undefined)
          yield {
            at: at + fault,
            found: head[2] === 0 ? 'no user id' : 'a byte in a user id',
            expected: TEXT_EXPECTED,
          };
      }
    },
  },
  {
    id: 'record-twice',
    source: 'LAS 1.4 R15, "Extra Bytes" and "Coordinate Reference System"',
    *check({ records }) {
      for (const isKind of [isWkt, isExtraBytes, isClassLookup]) {
        const [, second] = records.filter(isKind);
        if (second)
          yield {
            at: second.at,
            found: `${second.userId} ${second.recordId} for the second time`,
            expected: 'one at most',
          };
      }
    },
  },
  {
    id: 'wkt-present',
    source: 'LAS 1.4 R15, table 4',
    *check({ header: { globalEncoding }, records }) {
      const keys = records.find(isGeotiff);
      // Clouds without a place in the world name no system, regardless of the bit.
      if ((globalEncoding & GLOBAL_ENCODING.wkt) !== 0 && keys && !records.some(isWkt))
        yield {
          at: keys.at,
          found: 'GeoTIFF keys and no WKT, and bit 4 of the global encoding set',
          expected: `a record ${WKT_USER_ID} ${WKT_RECORD_ID}`,
        };
    },
  },
  {
    id: 'wkt-end',
    source: 'LAS 1.4 R15, "OGC Coordinate System WKT Record"',
    *check({ records }) {
      for (const { data, dataOffset, dataLength } of records.filter(isWkt))
        if (data && data.at(-1) !== 0)
          yield { at: dataOffset + Math.max(0, dataLength - 1), found: 'no zero at the end of WKT', expected: 'one' };
    },
  },
  {
    id: 'wkt-text',
    source: 'OGC 01-009, 18-010r7',
    *check({ records }) {
      for (const { data, dataOffset } of records.filter(isWkt)) {
        const fault = data && wktFault(readWkt(data));
        if (fault !== undefined) yield { at: dataOffset, found: fault, expected: 'WKT of a reference system' };
      }
    },
  },
  {
    id: 'extra-bytes-size',
    source: 'LAS 1.4 R15, "Extra Bytes"',
    *check({ records }) {
      for (const { at, dataLength } of records.filter(isExtraBytes))
        if (dataLength % FIELD_BYTES !== 0)
          yield { at, found: counted(dataLength, 'byte'), expected: `a multiple of ${FIELD_BYTES}` };
    },
  },
  {
    id: 'extra-bytes-type',
    source: 'LAS 1.4 R15, table 24',
    *check({ records }) {
      for (const { at, bytes } of extraFields(records))
        if (bytes[2] > 10) yield { at: at + 2, found: `type ${bytes[2]}`, expected: '0 to 10' };
    },
  },
  {
    id: 'extra-bytes-scale',
    source: 'LAS 1.4 R15, table 23',
    *check({ records }) {
      for (const { at, bytes } of extraFields(records))
        for (const [bit, place, what] of STEPS_OF_FIELD)
          if (bytes[2] > 0 && bytes[3] & bit && !Number.isFinite(viewOf(bytes).getFloat64(place, true)))
            yield { at: at + place, found: `${what} that is not finite`, expected: 'a finite number' };
    },
  },
  {
    id: 'extra-bytes-name',
    source: 'LAS 1.4 R15, table 23',
    *check({ records }) {
      const names = new Set<string>();
      for (const { at, bytes } of extraFields(records)) {
        const name = decodePaddedText(bytes, 4, 32);
        if (name === '' || names.has(name))
          yield {
            at: at + 4,
            found: name === '' ? 'no name' : `${name} for the second time`,
            expected: 'a name of its own',
          };
        names.add(name);
      }
    },
  },
  {
    id: 'extra-bytes-length',
    source: 'LAS 1.4 R15, "Extra Bytes"',
    *check({ records, header: { pointFormat, recordLength } }) {
      const room = recordLength - (RECORD_BYTES[pointFormat] ?? 0);
      for (const { at, data } of records.filter(isExtraBytes)) {
        const sum = data ? decodeExtraBytes(data).reduce((all, { bytes }) => all + bytes, 0) : 0;
        if (sum > room)
          yield {
            at,
            found: `${counted(sum, 'byte')} described`,
            expected: `${room} at most, those behind the standard record`,
          };
      }
    },
  },
  {
    id: 'class-lookup-size',
    source: 'LAS 1.4 R15, "Classification Lookup"',
    *check({ records }) {
      for (const { at, dataLength } of records.filter(isClassLookup))
        if (dataLength !== 4096) yield { at, found: counted(dataLength, 'byte'), expected: '4096: 256 classes' };
    },
  },
  {
    id: 'waveform-descriptor',
    source: 'LAS 1.4 R15, "Waveform Packet Descriptors"',
    *check({ records }) {
      for (const { dataOffset, dataLength, data } of records.filter(isDescriptor)) {
        const { bits, samples, spacing } = (data && decodeDescriptor(data)) ?? { bits: 0, samples: 0, spacing: 0 };
        if (dataLength !== DESCRIPTOR_BYTES || bits < 2 || bits > 32 || samples === 0 || spacing === 0)
          yield {
            at: dataOffset,
            found: `${counted(dataLength, 'byte')}: ${counted(samples, 'sample')} of ${counted(bits, 'bit')}, ${spacing} ps apart`,
            expected: `${DESCRIPTOR_BYTES} bytes; samples of 2 to 32 bits, and some time between them`,
          };
      }
    },
  },
  {
    id: 'waveform-record',
    source: 'LAS 1.4 R15, table 3, "Start of Waveform Data Packet Record"',
    *check({ records, header: { globalEncoding, waveformOffset, versionMinor } }) {
      if (versionMinor < 4 || (globalEncoding & GLOBAL_ENCODING.internalWaveforms) === 0) return;
      if (!records.some((record) => isWaveformData(record) && record.at === waveformOffset))
        yield {
          at: HEADER_AT.waveformOffset,
          found: `no record of waveforms at byte ${waveformOffset}`,
          expected: `the extended record ${WAVEFORM_USER_ID} 65535`,
        };
    },
  },
  { id: 'bytes-behind', source: 'LAS 1.4 R15, "LAS Format Definition"', check: bytesBehind },
];

function wktFault(text: string): string | undefined {
  try {
    parseWkt(text);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Bits of a described field's options, and the number whose presence each announces. */
const STEPS_OF_FIELD = [
  [1 << 3, 112, 'a scale'],
  [1 << 4, 136, 'an offset'],
] as const;

/** The entries of extra-bytes records, each with its first byte. */
function* extraFields(records: readonly FoundRecord[]): Iterable<{ at: number; bytes: Uint8Array }> {
  for (const { data, dataOffset } of records.filter(isExtraBytes))
    for (let at = 0; data && at + FIELD_BYTES <= data.length; at += FIELD_BYTES)
      yield { at: dataOffset + at, bytes: data.subarray(at, at + FIELD_BYTES) };
}

/** Bytes behind the points that belong to no record. For compressed points, their own rules find the end. */
function* bytesBehind({ header, bytes, evlrEnd, records }: RecordsPart): Iterable<Finding> {
  const { compressed, evlrCount, evlrOffset, versionMinor, waveformOffset } = header;
  const end = pointsEnd(header);
  const isOfWaveforms = versionMinor === 3 && waveformOffset !== 0;
  if (compressed || end > bytes || isOfWaveforms) return;
  const behind = records.some(({ extended }) => extended) || evlrCount > 0 ? evlrOffset : bytes;
  if (behind > end) yield { at: end, found: `${counted(behind - end, 'byte')} behind the points`, expected: 'none' };
  if (evlrCount > 0 && !evlrEnd.fault && evlrEnd.at < bytes)
    yield {
      at: evlrEnd.at,
      found: `${counted(bytes - evlrEnd.at, 'byte')} behind the extended records`,
      expected: 'none',
    };
}
