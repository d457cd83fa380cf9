import { beforeAll, describe, expect, it } from 'vitest';
import type { Scene } from '../../../src/scene/scene.js';
import type { PulseTrace } from '../../../src/simulation/inspect/pulse-trace.js';
import { powerAt, timeOfRange } from '../../../src/simulation/inspect/pulse-waveform.js';
import { tracePulse } from '../../../src/simulation/inspect/trace-pulse.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import type { Survey } from '../../../src/survey/survey.js';
import { testRandom } from '../../support/random.js';
import { attributesOf, generated, ofSamePulse, type Run, runOf, surveyOf } from './inspected-survey.js';

const SEED = Math.floor(Math.random() * 2 ** 31);
const POINTS = 20;

type Settings = Omit<SurveyInput, 'scene'>;

const TERRESTRIAL = {
  scanner: { id: 'riegl-vz-400', verticalStep: 1, horizontalStep: 1 },
  footprint: { subrays: 37 },
} as Settings;

const SURVEYS: Record<string, Settings> = {
  'a scanner on a tripod': {
    ...TERRESTRIAL,
    legs: [
      { position: [0, 0, 2], azimuth: [0, 30] },
      { position: [5, 3, 1.5], on: 'ground', azimuth: [-30, 0] },
    ],
  } as Settings,
  'two scanners with many lasers on a path, poses with errors, jitter, colours and masks': {
    scanners: [
      { name: 'front', scanner: 'velodyne-vlp-16', mount: { position: [0, 1, 2], pitch: -10 } },
      { name: 'back', scanner: 'ouster-os1-64' },
    ],
    legs: [
      { from: [-4, -0.3, 1.7], to: [-4, 0.3, 1.7], speed: 60 },
      { from: [4, 0.5, 1.7], to: [4, -0.5, 1.7], speed: 60, on: 'ground' },
    ],
    poseError: {
      attitude: { heading: { white: 0.1 } },
      boresight: { roll: 2 },
      leverArm: [0.1, 0, 0],
      keepTruePosition: true,
    },
    jitter: { position: { x: { sigma: 0.02 } }, attitude: { y: { sigma: 0.01 } } },
    colors: 'shaded',
    restrict: [
      { azimuth: [0, 60], scanner: 'front' },
      { share: 0.3, channels: [0, 1, 2] },
    ],
  } as Settings,
  'a scanner in sensor coordinates that blooms, mixes up its lasers, and keeps the strongest two': {
    scanner: 'velodyne-vlp-16',
    detector: {
      returns: 'dual',
      artefacts: {
        crosstalk: { level: -20, within: 3 },
        blooming: { above: 20, level: -30, width: 3, shots: 2 },
        timeWalk: { margin: 20 },
        outliers: { probability: 0.05 },
      },
    },
    footprint: { subrays: 7 },
    legs: [{ position: [0, 0, 1.7], duration: 0.02 }],
    coordinates: 'sensor',
  } as unknown as Settings,
  'a receiver of waveforms in flight': {
    scanner: {
      id: 'riegl-lms-q560',
      elevationMin: -10,
      elevationMax: 10,
      receiver: {
        sampling: { rate: 1, bits: 12, saturation: 5e-7 },
        bandwidth: 300,
        noise: { range: 1500, reflectance: 0.2, probability: 0.8, falseAlarms: 100 },
        detector: { kind: 'gaussian' },
      },
    },
    platform: 'aircraft',
    footprint: { subrays: 62 },
    legs: [{ from: [0, -2, 100], to: [0, 2, 100], speed: 100 }],
  } as unknown as Settings,
  'the physics of HELIOS++': {
    ...TERRESTRIAL,
    footprint: { pattern: 'helios', subrays: 37 },
    physics: 'helios',
    legs: [{ position: [0, 0, 2], azimuth: [0, 30] }],
  } as Settings,
};

let forest: Scene;
beforeAll(async () => {
  forest = await generated('forest', 5_000);
});

/** Some traces of pulses with points, with the indices of these. */
async function tracesOf(survey: Survey, run: Run, count: number) {
  const random = testRandom(SEED);
  const traces: { trace: PulseTrace; indices: number[] }[] = [];
  for (let k = 0; k < count; k++) {
    const point = Math.floor(random() * run.places.length);
    const trace = await tracePulse(survey, run.inspector, run.places[point]);
    traces.push({ trace, indices: ofSamePulse(run, point) });
  }
  return traces;
}

/** The longest pulse of these instruments, seconds. */
const PULSE = 6e-9;

/** Moments about a time. */
const around = (time: number, reach: number) => Array.from({ length: 61 }, (_, k) => time + (k / 30 - 1) * reach);

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe.each(Object.entries(SURVEYS))('%s', (_, settings) => {
  let survey: Survey;
  let run: Run;
  let traces: { trace: PulseTrace; indices: number[] }[];
  beforeAll(async () => {
    survey = await surveyOf(forest, settings);
    run = await runOf(survey);
    traces = await tracesOf(survey, run, POINTS);
    expect(run.points.count, 'points').toBeGreaterThan(300);
  });

  it('has the returns of a run, bit for bit', () => {
    for (const { trace, indices } of traces) {
      const { points } = trace.returns;
      const own = attributesOf(
        points,
        Array.from({ length: points.count }, (_, k) => k),
      );
      expect(own, `seed ${SEED}, pulse ${trace.pulse} of leg ${trace.leg}`).toEqual(attributesOf(run.points, indices));
    }
  });

  it('is plain data', () => {
    const [{ trace }] = traces;
    expect(structuredClone(trace)).toEqual(trace);
    expect(Object.getPrototypeOf(trace)).toBe(Object.prototype);
  });

  it('has subrays whose energies add up to those of their echoes', () => {
    for (const { trace } of traces) {
      if (trace.waveform.kind !== 'received') continue;
      const { energies, echoes, ranges } = trace.subrays;
      for (const [e, echo] of trace.echoes.entries()) {
        const own = [...echoes.keys()].filter((k) => echoes[k] === e);
        expect(own, `seed ${SEED}, pulse ${trace.pulse}`).toHaveLength(echo.subrays);
        expect(sum(own.map((k) => energies[k])) / echo.energy, `seed ${SEED}`).toBeCloseTo(1, 5);
        const mean = sum(own.map((k) => energies[k] * ranges[k])) / echo.energy;
        expect(Math.abs(mean - echo.range), `seed ${SEED}`).toBeLessThan(0.75);
      }
    }
  });

  it('has returns where its waveform rises', () => {
    for (const { trace } of traces) {
      const { waveform, returns } = trace;
      expect(waveform.returnTimes).toHaveLength(returns.points.count);
      for (const [k, time] of waveform.returnTimes.entries()) {
        // False alarms, and returns from nowhere, have no light.
        if (returns.points.hitSubrays[k] === 0) continue;
        const here = Math.max(...around(time, 3 * PULSE).map((moment) => powerAt(waveform, moment)));
        expect(here, `seed ${SEED}, pulse ${trace.pulse}`).toBeGreaterThan(0);
      }
    }
  });

  it('has its noiseless echoes at the maxima of the light', () => {
    for (const { trace } of traces) {
      const { waveform } = trace;
      if (waveform.kind !== 'received') continue;
      for (const { range } of trace.echoes) {
        const time = timeOfRange(range);
        const [before, here, after] = [-1, 0, 1].map((way) => powerAt(waveform, time + 2 * way * waveform.interval));
        expect(here, `seed ${SEED}, pulse ${trace.pulse}`).toBeGreaterThanOrEqual(Math.max(before, after) * (1 - 1e-6));
        expect(here).toBeGreaterThanOrEqual((waveform.threshold as number) * 0.99);
      }
    }
  });

  it('tells each subray where it ends', () => {
    for (const { trace } of traces) {
      const { count, starts, ends, directions, ranges, energies, objects } = trace.subrays;
      expect(count).toBe(survey.footprint.subrays);
      for (let k = 0; k < count; k++) {
        const way = [0, 1, 2].map((axis) => ends[3 * k + axis] - starts[3 * k + axis]);
        if (Number.isNaN(ranges[k])) {
          expect([objects[k], energies[k], ...way]).toEqual([0, 0, Number.NaN, Number.NaN, Number.NaN]);
          continue;
        }
        expect(Math.hypot(...way)).toBeCloseTo(ranges[k], 4);
        expect(way.every((part, axis) => Math.abs(part - ranges[k] * directions[3 * k + axis]) < 1e-6)).toBe(true);
        expect(trace.names.objects[objects[k]]).toBe(forest.names.instances[objects[k]]);
      }
    }
  });
});
