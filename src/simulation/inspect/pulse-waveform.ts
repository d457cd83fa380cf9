import { partSamples, powerOf, startOf, type WaveformBatch } from '../../cloud/waveform-batch.js';
import { LIGHT_SPEED, REACH } from '../../device/records.generated.js';
import type { InstrumentNumbers } from './instrument-numbers.js';

/** A part of a waveform: samples at equal steps of time. Between two parts there is no light. */
export interface PartOfWaveform {
  /** Seconds from the emission to the first sample. */
  start: number;
  /** Received power at each sample, watts at the aperture. */
  power: Float64Array;
  /** Codes of the digitiser; absent: it has none. */
  codes?: Float32Array;
  /** Whether samples that belong to it were not recorded, for lack of room. */
  isCut: boolean;
}

/** The waveform of a pulse. Times are those of light there and back. */
export interface WaveformOfPulse {
  /**
   * `received`: the light itself, as returns by peaks see it (for clusters, as their hits send it back); `recorded`:
   * the record of a sampling receiver; `bins`: HELIOS++'s, of pulses with returns.
   */
  kind: 'received' | 'recorded' | 'bins';
  /** Seconds between two samples. */
  interval: number;
  parts: PartOfWaveform[];
  /** Seconds from the emission to each return of the cloud; a recorded one is late by the delay of its detector. */
  returnTimes: Float64Array;
  /** Least power of a return, watts; absent: returns are found by other means. */
  threshold?: number;
}

/**
 * Hits of a pulse, as its waveform needs them: where their pulses have their middle, metres; joules; and the stretch of
 * each over the sent pulse; 0: none.
 */
export interface WaveformHits {
  ranges: Float32Array;
  energies: Float32Array;
  stretches: Float32Array;
}

/** Seconds that light takes to a range and back. */
export const timeOfRange = (range: number): number => (2 * range) / LIGHT_SPEED;

/** Samples to a standard deviation of the pulse, if a part of the waveform has no more than so many. */
const SAMPLES_A_SPREAD = 8;
const SAMPLES_MAX = 1 << 16;

/**
 * The light that hits send back, in which `echo` looks for peaks (wasm/waveform.ts): the sum of their pulses, Gaussians
 * of the receiver's duration, in watts. Its parts are the stretches of time in which pulses overlap.
 */
export function receivedWaveform(
  hits: WaveformHits,
  { pulseSpread, peakRate }: Pick<InstrumentNumbers, 'pulseSpread' | 'peakRate'>,
): Pick<WaveformOfPulse, 'interval' | 'parts'> {
  const spread = timeOfRange(pulseSpread);
  const windows = windowsOf(hits, spread);
  const longest = Math.max(0, ...windows.map(({ from, to }) => to - from));
  const interval = Math.max(spread / SAMPLES_A_SPREAD, longest / SAMPLES_MAX);
  const parts = windows.map(({ from, to, members }) => {
    const power = new Float64Array(Math.ceil((to - from) / interval) + 1);
    for (const k of members) addPulse(power, hits, k, { from, interval, spread, peakRate });
    return { start: from, power, isCut: false };
  });
  return { interval, parts };
}

interface Window {
  from: number;
  to: number;
  /** Indices of the hits. */
  members: number[];
}

/** Intervals in which pulses overlap, in order of time. */
function windowsOf({ ranges, stretches }: WaveformHits, spread: number): Window[] {
  const lit = [...stretches.keys()].filter((k) => stretches[k] > 0);
  const reaches = lit.map((k) => {
    const [middle, reach] = [timeOfRange(ranges[k]), REACH * stretches[k] * spread];
    return { k, from: middle - reach, to: middle + reach };
  });
  const windows: Window[] = [];
  for (const { k, from, to } of reaches.sort((a, b) => a.from - b.from)) {
    const last = windows.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.members.push(k);
    } else windows.push({ from, to, members: [k] });
  }
  return windows;
}

function addPulse(
  power: Float64Array,
  { ranges, energies, stretches }: WaveformHits,
  k: number,
  { from, interval, spread, peakRate }: { from: number; interval: number; spread: number; peakRate: number },
): void {
  const deviation = stretches[k] * spread;
  const middle = timeOfRange(ranges[k]) - from;
  const peak = (energies[k] / stretches[k]) * peakRate;
  const first = Math.max(0, Math.ceil((middle - REACH * deviation) / interval));
  const last = Math.min(power.length - 1, Math.floor((middle + REACH * deviation) / interval));
  for (let i = first; i <= last; i++) power[i] += peak * Math.exp(-0.5 * ((i * interval - middle) / deviation) ** 2);
}

/** The recorded waveform of a pulse. */
export const recordedWaveform = (batch: WaveformBatch): Pick<WaveformOfPulse, 'interval' | 'parts'> => ({
  interval: batch.interval,
  parts: Array.from({ length: batch.count }, (_, part) => ({
    start: startOf(batch, part),
    power: powerOf(batch, part),
    ...(batch.bits > 0 && { codes: partSamples(batch, part).slice() }),
    isCut: batch.cut[part] === 1,
  })),
});

/** The power at a time after the emission, linear between samples; 0 beside the parts. */
export function powerAt({ interval, parts }: Pick<WaveformOfPulse, 'interval' | 'parts'>, time: number): number {
  for (const { start, power } of parts) {
    const place = (time - start) / interval;
    const k = Math.floor(place);
    if (k < 0 || k + 1 >= power.length) continue;
    return power[k] + (place - k) * (power[k + 1] - power[k]);
  }
  return 0;
}
