import { createPointBatch, optionalArray, type PointBatch } from '../../../src/cloud/point-batch.js';
import { createWaveformBatch, NO_WAVEFORM, type WaveformBatch } from '../../../src/cloud/waveform-batch.js';
import { testRandom } from '../../support/random.js';
import { LOCAL_BOX } from '../sample-cloud.js';

const SPEED_OF_LIGHT = 299_792_458;
export const INTERVAL = 1e-9;

export interface SampleOptions {
  /** 0: samples in watts. */
  bits: number;
  /** Number of the first pulse. */
  first?: number;
}

export interface SampledPulses {
  points: PointBatch;
  waveforms: WaveformBatch;
}

/**
 * `pulses` pulses with waveforms, every fifth with two parts, each part with one or two returns; every tenth pulse has
 * no point, and every eleventh a point without a waveform behind its others.
 */
export function sampleWaveforms(pulses: number, seed: number, { bits, first = 0 }: SampleOptions): SampledPulses {
  const random = testRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const plans = Array.from({ length: pulses }, (_, k) => ({
    pulse: first + 3 * k,
    silent: k % 10 === 9,
    stray: k % 11 === 0 && k % 10 !== 9,
    parts: Array.from({ length: k % 5 === 4 ? 2 : 1 }, () => ({ samples: 8 * (1 + below(12)), returns: 1 + below(2) })),
  }));
  const parts = plans.flatMap(({ parts }) => parts);
  const clock = { interval: INTERVAL, bits, baseline: bits > 0 ? 12 : 0 };
  const waveforms = createWaveformBatch(
    parts.length,
    parts.reduce((sum, { samples }) => sum + samples, 0),
    clock,
  );
  const returnsOf = ({ silent, stray, parts }: (typeof plans)[number]) =>
    silent ? 0 : parts.reduce((sum, { returns }) => sum + returns, stray ? 1 : 0);
  const points = createPointBatch(plans.reduce((sum, plan) => sum + returnsOf(plan), 0));
  const [waveform, returnTime] = [optionalArray(points, 'waveform'), optionalArray(points, 'returnTime')];
  let [part, at, point] = [0, 0, 0];
  for (const [k, plan] of plans.entries()) {
    const direction = unit([random() - 0.5, random() - 0.5, -1]);
    let tick = 100 + below(2000);
    const returns = returnsOf(plan);
    const setPoint = (number: number, range: number) => {
      for (const [axis, key] of (['x', 'y', 'z'] as const).entries())
        points[key][point] = Math.min(LOCAL_BOX.max[axis], Math.max(LOCAL_BOX.min[axis], random() * 20));
      points.gpsTime[point] = 3e8 + k * 1e-5;
      points.pointSourceId[point] = 7;
      points.returnNumber[point] = number;
      points.returnCount[point] = returns;
      points.range[point] = range;
      point++;
    };
    let number = 1;
    for (const { samples, returns: found } of plan.parts) {
      waveforms.pulse[part] = plan.pulse;
      waveforms.firstSample[part] = tick;
      waveforms.sampleStart[part] = at;
      waveforms.sampleCount[part] = samples;
      waveforms.gain[part] = bits > 0 ? 1e-9 * 2 ** -below(4) : 1;
      waveforms.cut[part] = below(20) === 0 ? 1 : 0;
      waveforms.time[part] = 3e8 + k * 1e-5;
      waveforms.pointSourceId[part] = 7;
      waveforms.origin.set([10 * random(), 10 * random(), 100], 3 * part);
      waveforms.direction.set(direction, 3 * part);
      const scale = 10 ** (-9 + 4 * random());
      for (let s = 0; s < samples; s++)
        waveforms.samples[at + s] = bits > 0 ? below(2 ** bits) : scale * (random() - 0.1);
      for (let r = 0; r < (plan.silent ? 0 : found); r++) {
        waveform[point] = part;
        returnTime[point] = (r + 0.25 + random() / 2) * 2e-9;
        setPoint(number++, ((tick * INTERVAL + returnTime[point]) * SPEED_OF_LIGHT) / 2);
      }
      at += samples;
      tick += samples + 8 * (1 + below(20));
      part++;
    }
    if (plan.stray) {
      waveform[point] = NO_WAVEFORM;
      setPoint(number, 50);
    }
  }
  return { points, waveforms };
}

function unit(v: number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((c) => c / length);
}

/** The same, their waveforms numbered from `first` on, as those behind others in one recording are. */
export function numberFrom(first: number, { points, waveforms }: SampledPulses): SampledPulses {
  const waveform = points.waveform?.map((part) => (part === NO_WAVEFORM ? part : part + first));
  return { points: { ...points, waveform }, waveforms: { ...waveforms, first } };
}
