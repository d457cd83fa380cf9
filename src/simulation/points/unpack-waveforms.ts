import type { PointBatch } from '../../cloud/point-batch.js';
import { optionalArray } from '../../cloud/point-batch.js';
import {
  createSpans,
  createWaveformBatch,
  NO_WAVEFORM,
  startOf,
  type WaveformBatch,
} from '../../cloud/waveform-batch.js';
import { PART_CUT, WaveformPart } from '../../device/records.generated.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { Chunk } from '../../engine/engine.js';
import { SPEED_OF_LIGHT } from '../../scanner/receiver/constants.js';
import { binSpan, type RecordedBins, type WaveformRecorder } from '../../scanner/waveform-recorder.js';

/** Facts of the pulses of a chunk that their records do not hold. */
interface WaveformContext {
  recorder: WaveformRecorder;
  frameOrigin: readonly number[];
  /** GPS time of the leg's first pulse. */
  startTime: number;
  pointSourceId: number;
  /** Number of the scanner in a survey with several. */
  instrument?: number;
  /** Number of the chunk's first pulse, and its pulses. */
  first: number;
  pulses: PulseList;
}

const WORDS = WaveformPart.SIZE / 4;
const [PULSE, FIRST_SAMPLE, SAMPLE_START, SAMPLE_COUNT, GAIN, FLAGS, NEAREST, FARTHEST] = [
  WaveformPart.pulse / 4,
  WaveformPart.firstSample / 4,
  WaveformPart.sampleStart / 4,
  WaveformPart.sampleCount / 4,
  WaveformPart.gain / 4,
  WaveformPart.flags / 4,
  WaveformPart.nearest / 4,
  WaveformPart.farthest / 4,
];

/**
 * The recorded waveforms of a chunk, or of a part of it whose samples begin with those of its first one; with beams as
 * they were fired, in world coordinates.
 */
export function unpackWaveforms({ parts, samples }: Chunk['outputs'], context: WaveformContext): WaveformBatch {
  const { interval, digitiser, bins } = context.recorder;
  const clock = { interval, bits: digitiser?.bits ?? 0, baseline: digitiser?.baseline ?? 0 };
  const batch = createWaveformBatch(parts.count, samples.count, clock);
  const before = parts.count > 0 ? parts.words[SAMPLE_START] : 0;
  batch.samples.set(samples.floats.subarray(0, samples.count));
  for (let part = 0, w = 0; part < parts.count; part++, w += WORDS) {
    batch.pulse[part] = parts.words[w + PULSE];
    batch.firstSample[part] = parts.words[w + FIRST_SAMPLE];
    batch.sampleStart[part] = parts.words[w + SAMPLE_START] - before;
    batch.sampleCount[part] = parts.words[w + SAMPLE_COUNT];
    batch.gain[part] = digitiser ? parts.floats[w + GAIN] : 1;
    batch.cut[part] = (parts.words[w + FLAGS] & PART_CUT) === 0 ? 0 : 1;
    setBeam(batch, part, context);
  }
  if (bins) setSpans(batch, parts.floats, bins, context);
  batch.pointSourceId.fill(context.pointSourceId);
  batch.scanner.fill(context.instrument ?? 0);
  return batch;
}

/** Number of pulses with a part of their waveforms lost; the last part of such a pulse is marked. */
export const countCutWaveforms = (waveforms: Pick<WaveformBatch, 'cut'> | undefined): number =>
  waveforms?.cut.reduce((sum, isCut) => sum + isCut, 0) ?? 0;

/**
 * Places parts of bins, which are counted from the first one of their pulse, on the clock. Nothing is recorded before
 * the emission.
 */
function setSpans(
  batch: WaveformBatch,
  records: Float32Array,
  bins: RecordedBins,
  { pulses, first }: WaveformContext,
): void {
  const spans = createSpans(batch.count);
  for (let part = 0, w = 0; part < batch.count; part++, w += WORDS) {
    const { start, end, count } = binSpan(bins, records[w + NEAREST], records[w + FARTHEST]);
    spans.start[part] = start;
    spans.end[part] = end;
    spans.count[part] = count;
    spans.after[part] = pulses.times[batch.pulse[part] - first];
    const begin = start + batch.firstSample[part];
    const early = Math.min(batch.sampleCount[part], Math.max(0, -Math.floor(begin)));
    batch.firstSample[part] = Math.floor(begin) + early;
    batch.behindTick[part] = begin - Math.floor(begin);
    batch.sampleStart[part] += early;
    batch.sampleCount[part] -= early;
  }
  batch.spans = spans;
}

function setBeam(batch: WaveformBatch, part: number, { pulses, first, startTime, frameOrigin }: WaveformContext): void {
  const pulse = batch.pulse[part] - first;
  batch.time[part] = startTime + pulses.times[pulse];
  for (let axis = 0; axis < 3; axis++) {
    batch.origin[3 * part + axis] = frameOrigin[axis] + pulses.origins[3 * pulse + axis];
    batch.direction[3 * part + axis] = pulses.directions[3 * pulse + axis];
  }
}

/**
 * Notes the part in which each point was found, and the moment of its detection there: the arrival of light of its
 * range plus `zero`, the detector's delay for a white wall. Points of no part, such as false alarms, get NO_WAVEFORM.
 * Both are in order of pulses; `pulses` are those of the points.
 */
export function matchWaveforms(
  points: PointBatch,
  pulses: Uint32Array,
  waveforms: WaveformBatch,
  { zero }: Pick<WaveformRecorder, 'zero'>,
): void {
  const { interval } = waveforms;
  const [waveform, returnTime] = [optionalArray(points, 'waveform'), optionalArray(points, 'returnTime')];
  waveform.fill(NO_WAVEFORM);
  let from = 0;
  for (let i = 0; i < points.count; i++) {
    while (from < waveforms.count && waveforms.pulse[from] < pulses[i]) from++;
    const moment = (2 * points.range[i]) / SPEED_OF_LIGHT + zero;
    for (let part = from; part < waveforms.count && waveforms.pulse[part] === pulses[i]; part++) {
      const since = moment - startOf(waveforms, part);
      if (since < -interval || since > waveforms.sampleCount[part] * interval) continue;
      waveform[i] = part;
      returnTime[i] = since - zero;
      break;
    }
  }
}
