/*
 * The core of LAS records, up to the extra bytes, as steps. ASPRS LAS Specification 1.4 – R15, tables 7 to 19, and 1.2,
 * tables "Point Data Record Format 1" and "3".
 */
import { DEGREE } from '../../base/angle.js';
import { invariant, UserError } from '../../base/errors.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { attributeNamed } from '../../cloud/point-schema.js';
import type { TallyCounts } from '../records/coded-points.js';
import { INT32_MAX, type Quantization } from '../records/quantization.js';
import { asItIs, type Findings, type RecordStep, stepSource, zeros } from '../records/record-plan.js';
import { LEGACY_RETURN_NUMBERS, RETURN_NUMBERS } from './las-header.js';
import {
  FORMAT_1,
  FORMAT_6,
  hasColour,
  hasInfrared,
  isOlder,
  OLDER_CLASS_MAX,
  RGB_AT,
  SCAN_ANGLE_STEP,
  WAVE_PACKET_AT,
  WAVE_PACKET_BYTES,
  type WritablePointFormat,
} from './point-layout.js';

/** A step, and the meaning of its findings. */
export interface LasStep extends RecordStep {
  /**
   * Records the findings of the step, number `k` of its plan. Throws InvariantError for points that the cloud's header
   * excludes, UserError for those that its format cannot hold.
   */
  note?(findings: Findings, k: number, tally: TallyCounts): void;
}

/** The core of records of a format: everything from the coordinates to the extra bytes. */
export const coreSteps = (format: WritablePointFormat, quantization: Quantization): LasStep[] => [
  // First, since its finding is a fault of the user.
  ...(isOlder(format) ? [OLDER_CLASS] : []),
  ...[0, 1, 2].map((axis) => coordinate(axis, quantization)),
  ...(isOlder(format) ? OLDER_STEPS : STEPS),
  ...(hasColour(format) ? colourSteps(format) : []),
  // Filled in when the places of the waveforms are known.
  ...(format in WAVE_PACKET_AT ? [zeros(WAVE_PACKET_AT[format], WAVE_PACKET_BYTES)] : []),
];

const AXES = ['x', 'y', 'z'] as const;
const INT32_BYTES = 4;

function coordinate(axis: number, { scale, offset }: Quantization): LasStep {
  return {
    kind: 'coordinate',
    at: INT32_BYTES * axis,
    source: stepSource(attributeNamed(AXES[axis])),
    numbers: [scale[axis], offset[axis]],
    found: [Infinity, -Infinity, 0],
    note(findings, k, { stored }) {
      const [least, most, sum] = [0, 1, 2].map((number) => findings.of(k, number));
      // NaN passes comparisons, but not the sum.
      const fit = sum - sum === 0 && least >= -INT32_MAX && most <= INT32_MAX;
      invariant(fit, 'a point lies outside of the cloud’s bounds');
      stored.min[axis] = Math.min(stored.min[axis], least);
      stored.max[axis] = Math.max(stored.max[axis], most);
    },
  };
}

const SCAN_ANGLE_LIMIT = 30_000;

/** Bits of a byte, from the lowest one on: so many, above so many others. */
interface BitField {
  count: number;
  above: number;
}

const SCANNER_CHANNEL: BitField = { count: 2, above: 4 };
const SCAN_DIRECTION: BitField = { count: 1, above: 6 };
const EDGE_OF_FLIGHT_LINE: BitField = { count: 1, above: 7 };

/** Flags of a point, from the lowest bit on. */
const CLASSIFICATION_FLAGS = ['synthetic', 'keyPoint', 'withheld', 'overlap'] as const;

/** That of others; of our own scans, the laser in full, since nothing else tells pulses of one moment apart. */
const userData = (at: number): LasStep => ({ kind: 'as8', at, source: { keys: ['userData', 'channel'], type: 'u8' } });

/** The lowest bits of a column of bytes, or zeros where a batch lacks it, beside those that are stored already. */
const bits = (at: number, keys: readonly PointKey[], { count, above }: BitField): LasStep => ({
  ...{ kind: 'bits', at, source: { keys, type: 'u8', orZero: true }, numbers: [2 ** count - 1, above] },
});

/** Steps of formats 6 to 10. */
const STEPS: readonly LasStep[] = [
  asItIs(attributeNamed('intensity'), FORMAT_6.intensity),
  {
    kind: 'returns',
    at: FORMAT_6.returns,
    source: stepSource(attributeNamed('return_number')),
    other: stepSource(attributeNamed('number_of_returns')),
    note(findings, k, tally) {
      const fault = `return numbers go from 1 to the number of returns, ${RETURN_NUMBERS} at most, or are 0 of 0`;
      noteReturns(findings, k, tally, fault);
    },
  },
  zeros(FORMAT_6.flags, 1),
  ...CLASSIFICATION_FLAGS.map((key, above) => bits(FORMAT_6.flags, [key], { count: 1, above })),
  // Two bits of the scanner if there are several, otherwise of the laser. Extra bytes hold both in full.
  bits(FORMAT_6.flags, ['scanner', 'channel'], SCANNER_CHANNEL),
  bits(FORMAT_6.flags, ['scanDirection'], SCAN_DIRECTION),
  bits(FORMAT_6.flags, ['edgeOfFlightLine'], EDGE_OF_FLIGHT_LINE),
  asItIs(attributeNamed('classification'), FORMAT_6.classification),
  userData(FORMAT_6.userData),
  {
    kind: 'angle',
    at: FORMAT_6.scanAngle,
    source: stepSource(attributeNamed('scan_angle')),
    numbers: [SCAN_ANGLE_STEP],
    note: (findings, k) => invariant(findings.of(k) <= SCAN_ANGLE_LIMIT, 'scan angles are within half a turn of nadir'),
  },
  asItIs(attributeNamed('point_source_id'), FORMAT_6.pointSourceId),
  asItIs(attributeNamed('gps_time'), FORMAT_6.gpsTime),
];

/** Maximum of the scan angle rank of LAS 1.2, degrees to either side. */
export const RANK_MAX = 90;

/** Classes of formats 1 and 3, of five bits. */
const OLDER_CLASS: LasStep = {
  kind: 'olderClass',
  at: FORMAT_1.classification,
  source: stepSource(attributeNamed('classification')),
  numbers: [OLDER_CLASS_MAX],
  note(findings, k) {
    if (findings.of(k) > 0) throw classFault(findings.of(k));
  },
};

/** Steps of formats 1 and 3: three bits for a return number, whole degrees for the angle. */
const OLDER_STEPS: readonly LasStep[] = [
  asItIs(attributeNamed('intensity'), FORMAT_1.intensity),
  {
    kind: 'olderReturns',
    at: FORMAT_1.returns,
    source: stepSource(attributeNamed('return_number')),
    other: stepSource(attributeNamed('number_of_returns')),
    numbers: [LEGACY_RETURN_NUMBERS],
    note(findings, k, tally) {
      noteReturns(findings, k, tally, 'return numbers go from 1 to the number of returns, or are 0 of 0');
      tally.heldReturns += findings.of(k, 1);
    },
  },
  bits(FORMAT_1.returns, ['scanDirection'], SCAN_DIRECTION),
  bits(FORMAT_1.returns, ['edgeOfFlightLine'], EDGE_OF_FLIGHT_LINE),
  {
    kind: 'olderAngle',
    at: FORMAT_1.scanAngle,
    source: stepSource(attributeNamed('scan_angle')),
    numbers: [DEGREE, RANK_MAX],
    note: (findings, k, tally) => {
      tally.heldAngles += findings.of(k);
    },
  },
  // LAS 1.2 has no flag of overlaps.
  ...CLASSIFICATION_FLAGS.slice(0, 3).map((key, k) => bits(FORMAT_1.classification, [key], { count: 1, above: 5 + k })),
  userData(FORMAT_1.userData),
  asItIs(attributeNamed('point_source_id'), FORMAT_1.pointSourceId),
  asItIs(attributeNamed('gps_time'), FORMAT_1.gpsTime),
];

function noteReturns(findings: Findings, k: number, { byReturn }: TallyCounts, fault: string): void {
  invariant(findings.of(k) >= 0, fault);
  for (const [number, points] of findings.byReturn(k).entries()) byReturn[number] += points;
}

/** Colours, 0 where points have none. Near infrared is not simulated: 0. */
const colourSteps = (format: WritablePointFormat): LasStep[] => [
  ...['red', 'green', 'blue'].map((name, k) => {
    const step = asItIs(attributeNamed(name), RGB_AT[format] + 2 * k);
    return { ...step, source: { ...stepSource(attributeNamed(name)), orZero: true } };
  }),
  ...(hasInfrared(format) ? [zeros(FORMAT_6.nir, 2)] : []),
];

const classFault = (found: number): UserError =>
  new UserError(
    `found a point of class ${found}; LAS 1.2 (point formats 1 and 3) has classes of 0 to ${OLDER_CLASS_MAX}`,
    { hint: 'take point format 6 or 7' },
  );
