/*
 * Rules of the points: ASPRS LAS Specification 1.4 – R15, tables 7 to 19, and the rules of the header that concern
 * points.
 */
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { GLOBAL_ENCODING, HEADER_AT, type LasHeader } from '../las/las-header.js';
import { FORMAT_6, WAVE_PACKET, WAVE_PACKET_AT } from '../las/point-layout.js';
import type { RecordTally } from '../las/record-tally.js';
import type { WaveformDescriptor } from '../las/waveform-descriptor.js';
import { countedReturns, returnCountAt } from './head-rules.js';
import type { Finding, LasFault, Rule } from './rule.js';

/** Facts about a file that its points are checked against. */
export interface PointFrame {
  header: LasHeader;
  /** Descriptors of waveforms by their number; absent: the points have no waveforms. */
  descriptors?: ReadonlyMap<number, WaveformDescriptor>;
  /** Bytes of all packets with the header before them, as far as known. */
  packetBytes?: number;
}

/** A rule for each record on its own. */
interface PointRule {
  id: string;
  source: string;
  /** Whether there is anything to check in files of this kind. */
  concerns(frame: PointFrame): boolean;
  /** The fault of the record at byte `at` of `view`; undefined: none. */
  fault(view: DataView, at: number, frame: PointFrame): string | undefined;
  expected(frame: PointFrame): string;
}

const isNew = ({ header }: PointFrame): boolean => header.pointFormat >= 6;
const WEEK = 604_800;

/** Offset of the GPS time in records of a format, if it has one. */
const timeAt = (format: number): number | undefined =>
  format >= 6 ? FORMAT_6.gpsTime : [1, 3, 4, 5].includes(format) ? 20 : undefined;

const returnsOf = (view: DataView, at: number, frame: PointFrame): [number: number, total: number] => {
  const byte = view.getUint8(at + FORMAT_6.returns);
  return isNew(frame) ? [byte & 15, byte >>> 4] : [byte & 7, (byte >>> 3) & 7];
};

/** Bit 2 of the flags, or bit 7 of the class (R15, tables 8 and 16). */
const isWithheld = (view: DataView, at: number, frame: PointFrame): boolean =>
  ((view.getUint8(at + (isNew(frame) ? FORMAT_6.flags : 15)) >>> (isNew(frame) ? 2 : 7)) & 1) === 1;

/** Highest class that the standard defines, and the first that it leaves to users (R15, tables 9 and 17). */
const CLASS_MAX = 22;
const FIRST_USER_CLASS = 64;
const LEGACY_CLASS_MAX = 12;
/** Programs already use the classes of newer formats (13–18). */
const LEGACY_CLASS_READ = 18;

const SCAN_ANGLE_MAX = 30_000;
const LEGACY_SCAN_ANGLE_MAX = 90;

export const POINT_RULES: readonly PointRule[] = [
  {
    id: 'return-number',
    source: 'LAS 1.4 R15, tables 8 and 15',
    concerns: () => true,
    fault(view, at, frame) {
      const [number, total] = returnsOf(view, at, frame);
      return number === 0 && !(total === 0 && isWithheld(view, at, frame)) ? 'return number 0' : undefined;
    },
    expected: () => '1 or more, or 0 of 0 of a withheld point: a pulse without a return',
  },
  {
    id: 'number-of-returns',
    source: 'LAS 1.4 R15, tables 8 and 15',
    concerns: () => true,
    fault(view, at, frame) {
      const [number, total] = returnsOf(view, at, frame);
      return number > total ? `return ${number} of ${total}` : undefined;
    },
    expected: () => 'no return number above the number of returns',
  },
  {
    id: 'class',
    source: 'LAS 1.4 R15, tables 9 and 17',
    concerns: () => true,
    fault(view, at, frame) {
      if (isNew(frame)) {
        const value = view.getUint8(at + FORMAT_6.classification);
        return value > CLASS_MAX && value < FIRST_USER_CLASS ? `class ${value}` : undefined;
      }
      const value = view.getUint8(at + 15) & 31;
      return value > LEGACY_CLASS_READ ? `class ${value}` : undefined;
    },
    expected: (frame) =>
      isNew(frame)
        ? `0 to ${CLASS_MAX}, or from ${FIRST_USER_CLASS} on`
        : `0 to ${LEGACY_CLASS_MAX}, to ${LEGACY_CLASS_READ} with those of newer formats`,
  },
  {
    id: 'scan-angle',
    source: 'LAS 1.4 R15, tables 7 and 14',
    concerns: () => true,
    fault(view, at, frame) {
      const angle = isNew(frame) ? view.getInt16(at + FORMAT_6.scanAngle, true) : view.getInt8(at + 16);
      const most = isNew(frame) ? SCAN_ANGLE_MAX : LEGACY_SCAN_ANGLE_MAX;
      return Math.abs(angle) > most ? `scan angle ${angle}` : undefined;
    },
    expected: (frame) =>
      isNew(frame) ? `±${SCAN_ANGLE_MAX}, half a turn` : `±${LEGACY_SCAN_ANGLE_MAX}, a quarter of a turn`,
  },
  {
    id: 'gps-time',
    source: 'LAS 1.4 R15, tables 10 and 14',
    concerns: ({ header }) => timeAt(header.pointFormat) !== undefined,
    fault(view, at, { header }) {
      const time = view.getFloat64(at + (timeAt(header.pointFormat) as number), true);
      return Number.isFinite(time) ? undefined : `GPS time ${time}`;
    },
    expected: () => 'a finite number',
  },
  {
    id: 'gps-week-time',
    source: 'LAS 1.4 R15, table 4, bit 0',
    concerns: ({ header }) =>
      timeAt(header.pointFormat) !== undefined &&
      header.versionMinor >= 2 &&
      (header.globalEncoding & GLOBAL_ENCODING.standardGpsTime) === 0,
    fault(view, at, { header }) {
      const time = view.getFloat64(at + (timeAt(header.pointFormat) as number), true);
      return time < 0 || time > WEEK ? `GPS time ${time}` : undefined;
    },
    expected: () => `0 to ${WEEK}: bit 0 of the global encoding says seconds of the week`,
  },
  {
    id: 'packet-descriptor',
    source: 'LAS 1.4 R15, table 12',
    concerns: ({ descriptors }) => descriptors !== undefined,
    fault(view, at, { header, descriptors }) {
      const index = view.getUint8(at + WAVE_PACKET_AT[header.pointFormat]);
      return index === 0 || descriptors?.has(index) ? undefined : `descriptor ${index}`;
    },
    expected: ({ descriptors }) => `0 for no waveform, or one of the ${descriptors?.size} that are described`,
  },
  {
    id: 'packet-range',
    source: 'LAS 1.4 R15, table 12',
    concerns: ({ packetBytes }) => packetBytes !== undefined,
    fault(view, at, { header, packetBytes = 0 }) {
      const packet = at + WAVE_PACKET_AT[header.pointFormat];
      if (view.getUint8(packet) === 0) return undefined;
      const from = Number(view.getBigUint64(packet + WAVE_PACKET.offset, true));
      const to = from + view.getUint32(packet + WAVE_PACKET.bytes, true);
      return to > packetBytes ? `a packet of bytes ${from} to ${to}` : undefined;
    },
    expected: ({ packetBytes }) => `up to byte ${packetBytes} of the waveforms`,
  },
  {
    id: 'packet-size',
    source: 'LAS 1.4 R15, table 12 and "Waveform Packet Descriptors"',
    concerns: ({ descriptors }) => descriptors !== undefined,
    fault(view, at, { header, descriptors }) {
      const packet = at + WAVE_PACKET_AT[header.pointFormat];
      const form = descriptors?.get(view.getUint8(packet));
      if (form?.compression !== 0) return undefined;
      const bytes = view.getUint32(packet + WAVE_PACKET.bytes, true);
      const wanted = Math.ceil((form.samples * form.bits) / 8);
      return bytes === wanted
        ? undefined
        : `a packet of ${counted(bytes, 'byte')} for ${counted(form.samples, 'sample')} of ${counted(form.bits, 'bit')}`;
    },
    expected: () => 'as many bytes as the samples of its descriptor take',
  },
];

/** Checks points against the rules, batch by batch. */
export class PointCheck {
  private readonly frame: PointFrame;
  private readonly rules: readonly PointRule[];
  private readonly found = new Map<PointRule, { count: number; first: string; point: number }>();

  constructor(frame: PointFrame) {
    this.frame = frame;
    this.rules = POINT_RULES.filter((rule) => rule.concerns(frame));
  }

  /** Checks `count` records; the first of them is point number `first`, from 0. */
  add(records: Uint8Array, count: number, first: number): void {
    const view = viewOf(records);
    const { recordLength } = this.frame.header;
    for (const rule of this.rules)
      for (let i = 0, at = 0; i < count; i++, at += recordLength) {
        const fault = rule.fault(view, at, this.frame);
        if (fault !== undefined) this.note(rule, fault, first + i);
      }
  }

  /** The first fault of each rule. `byteOf` gives the byte of a point. */
  faults(byteOf: (point: number) => number): LasFault[] {
    return [...this.found].map(([{ id, expected }, { count, first, point }]) => ({
      rule: id,
      at: byteOf(point),
      found: `${first} at point ${point + 1}${count > 1 ? `, and ${count - 1} like it` : ''}`,
      expected: expected(this.frame),
    }));
  }

  private note(rule: PointRule, first: string, point: number): void {
    const known = this.found.get(rule);
    if (known) known.count++;
    else this.found.set(rule, { count: 1, first, point });
  }
}

/** All points of a file. */
export interface PointsPart {
  header: LasHeader;
  tally: RecordTally;
}

const AXES = ['x', 'y', 'z'];

export const TALLY_RULES: readonly Rule<PointsPart>[] = [
  {
    id: 'returns-counted',
    source: 'LAS 1.4 R15, table 3',
    *check({ header, tally }) {
      for (let number = 1; number <= countedReturns(header); number++) {
        const [found, own] = [header.pointsByReturn[number - 1], tally.byReturn[number]];
        if (found !== own)
          yield {
            at: returnCountAt(header, number),
            found: `${counted(found, 'point')} of return ${number}`,
            expected: `${own}, as counted`,
          };
      }
    },
  },
  { id: 'bounds-of-points', source: 'LAS 1.4 R15, table 3', check: boundsOfPoints },
];

/** Programs write the bounds before rounding: a difference of one step is no fault. */
function* boundsOfPoints({ header, tally }: PointsPart): Iterable<Finding> {
  if (tally.points === 0) return;
  const box = tally.bounds(header);
  for (let axis = 0; axis < 3; axis++)
    for (const [k, side] of (['max', 'min'] as const).entries()) {
      const [found, counted] = [header.bounds[side][axis], box[side][axis]];
      // Sums of large numbers are rounded in their last digits.
      const tolerance = Math.abs(header.scale[axis]) * (1 + 1e-6) + Math.abs(counted) * Number.EPSILON;
      if (!(Math.abs(found - counted) <= tolerance))
        yield {
          at: HEADER_AT.bounds + 16 * axis + 8 * k,
          found: `a ${side}imum of ${AXES[axis]} of ${found}`,
          expected: `${counted}, that of the points`,
        };
    }
}
