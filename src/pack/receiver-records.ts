import { invariant } from '../base/errors.js';
import {
  DETECT_CONSTANT_FRACTION,
  DETECT_GAUSSIAN,
  DETECT_GEIGER,
  DETECT_LEADING_EDGE,
  DETECT_PEAK,
  DETECT_PHOTONS,
  FILTER_MAX,
  LIGHT_SPEED,
  PART_STEP,
  PHASES,
  Receiver,
} from '../device/records.generated.js';
import { noiseFilter } from '../scanner/receiver/noise-filter.js';
import type { DetectorKind, SamplingReceiver } from '../scanner/receiver/receiver.js';
import { responseSummit } from '../scanner/receiver/response.js';
import { RecordWriter } from './record-writer.js';

/** The number of each kind of detector on the device. */
const DETECTORS: Readonly<Record<DetectorKind, number>> = {
  peak: DETECT_PEAK,
  leadingEdge: DETECT_LEADING_EDGE,
  constantFraction: DETECT_CONSTANT_FRACTION,
  gaussian: DETECT_GAUSSIAN,
  geiger: DETECT_GEIGER,
  photonCounting: DETECT_PHOTONS,
};

/** The weights of a phase are a multiple of this many, which the CPU adds at once. */
const FOUR = 4;

/** Samples of a pulse for which a device has room: whole steps of a part. */
export const samplesMaxOf = ({ samplesMax }: SamplingReceiver): number => Math.ceil(samplesMax / PART_STEP) * PART_STEP;

/**
 * The Receiver record of echoes in bins, up to `samplesMax` of a pulse where these are recorded; a
 * receiver has no part in them.
 */
export function binReceiverRecord(samplesMax: number): ArrayBuffer {
  const writer = new RecordWriter(Receiver.SIZE);
  writer.u32(Receiver.samplesMax, samplesMax);
  return writer.buffer;
}

/** The Receiver record and the `response` buffer of a leg; without a sampling receiver both hold nothing of use. */
export function receiverRecords(sampling: SamplingReceiver | undefined): {
  receiver: ArrayBuffer;
  response: ArrayBuffer;
} {
  const writer = new RecordWriter(Receiver.SIZE);
  if (sampling === undefined) return { receiver: writer.buffer, response: new ArrayBuffer(0) };
  const table = responseTable(sampling);
  const filterSpread = sampling.noise?.filterSpread ?? 0;
  const filter = noiseFilter(filterSpread, FILTER_MAX - 1);
  invariant(filter !== undefined, `noise correlated over ${filterSpread} samples is more than devices filter`);
  writeTiming(writer, sampling);
  writeNoise(writer, sampling);
  writeDetector(writer, sampling);
  writer.u32(Receiver.taps, table.taps);
  writer.i32(Receiver.firstTap, table.firstTap);
  writer.u32(Receiver.filterTaps, filter.length);
  return { receiver: writer.buffer, response: Float32Array.from([...table.weights, ...filter]).buffer };
}

/** Clock, and response in its intervals. */
function writeTiming(writer: RecordWriter, sampling: SamplingReceiver): void {
  const { interval, response, spread, zero, recovery } = sampling;
  const metresPerTick = (LIGHT_SPEED * interval) / 2;
  const top = responseSummit(response);
  writer.u32(Receiver.samplesMax, samplesMaxOf(sampling));
  writer.f32Pair(Receiver.ticksPerMetreHigh, Receiver.ticksPerMetreLow, 1 / metresPerTick);
  writer.f32Pair(Receiver.metresPerTickHigh, Receiver.metresPerTickLow, metresPerTick);
  writer.f32(Receiver.interval, interval);
  writer.f32(Receiver.spread, spread / interval);
  writer.f32(Receiver.peakRate, top.value);
  writer.f32(Receiver.peakDelay, top.time / interval);
  writer.f32(Receiver.zero, zero / interval);
  writer.f32(Receiver.recovery, recovery / interval);
}

/** Noise and digitiser. Codes are above the baseline by P · codesPerWatt. */
function writeNoise(writer: RecordWriter, { noise, digitiser }: SamplingReceiver): void {
  writer.f32(Receiver.noiseConstant, noise?.constant ?? 0);
  writer.f32(Receiver.noisePerPower, noise?.perPower ?? 0);
  writer.f32(Receiver.codesPerWatt, 1);
  if (digitiser === undefined) return;
  const { bits, saturation, baseline, gainSteps } = digitiser;
  const codeMax = 2 ** bits - 1;
  writer.u32(Receiver.bits, bits);
  writer.f32(Receiver.codeMax, codeMax);
  writer.f32(Receiver.baseline, baseline);
  writer.f32(Receiver.codesPerWatt, (codeMax - baseline) / saturation);
  writer.u32(Receiver.gainSteps, gainSteps);
}

function writeDetector(writer: RecordWriter, sampling: SamplingReceiver): void {
  const { detector, interval, threshold, prominence, falseAlarmRate } = sampling;
  writer.u32(Receiver.detector, DETECTORS[detector.kind]);
  writer.f32(Receiver.threshold, threshold);
  writer.f32(Receiver.prominence, prominence);
  writer.f32(Receiver.fraction, detector.fraction);
  writer.f32(Receiver.countsPerJoule, detector.countsPerJoule);
  writer.f32(Receiver.countRate, detector.countRate * interval);
  writer.f32(Receiver.deadTime, detector.deadTime / interval);
  writer.f32(Receiver.falseAlarmRate, falseAlarmRate * interval);
}

/**
 * The response by phase: row p holds its values, 1/s, at the samples around a hit p/PHASES of an interval behind a
 * sample; the last row is the first one, a sample later.
 */
function responseTable({ interval, response }: SamplingReceiver): {
  taps: number;
  firstTap: number;
  weights: number[];
} {
  const { start, step, values } = response;
  const end = start + (values.length - 1) * step;
  const firstTap = Math.floor(start / interval);
  const taps = Math.ceil((Math.ceil(end / interval) + 2 - firstTap) / FOUR) * FOUR;
  const rows = Array.from({ length: PHASES + 1 }, (_, phase) =>
    Array.from({ length: taps }, (_, tap) => valueAt(response, (firstTap + tap - phase / PHASES) * interval)),
  );
  return { taps, firstTap, weights: rows.flat() };
}

/** The response at a time after the two-way time, s, linear between its values; 0 outside them. */
function valueAt({ start, step, values }: SamplingReceiver['response'], time: number): number {
  const at = (time - start) / step;
  const k = Math.floor(at);
  const [before, after] = [values[k] ?? 0, values[k + 1] ?? 0];
  return before + (after - before) * (at - k);
}
