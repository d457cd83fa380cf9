import { beforeAll, describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { inspectScene, previewLeg, tracePulse } from '../../../src/node-scans.js';
import type { Scene } from '../../../src/scene/scene.js';
import type { SceneInspector } from '../../../src/simulation/inspect/scene-inspector.js';
import { programOf } from '../../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../../src/simulation/instrument-scans.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import type { Survey } from '../../../src/survey/survey.js';
import { testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { generated, surveyOf } from './inspected-survey.js';

const FLIGHT = {
  scanner: { id: 'riegl-lms-q560', elevationMin: -20, elevationMax: 20 },
  platform: 'aircraft',
  // The axis alone.
  footprint: { subrays: 1 },
  legs: [
    { from: [0, -10, 100], to: [0, 10, 100], speed: 50 },
    { from: [3, -10, 60], to: [3, 10, 60], speed: 50, on: 'ground' },
  ],
} as unknown as Omit<SurveyInput, 'scene'>;

describe('the preview of a leg', () => {
  let forest: Scene;
  let survey: Survey;
  let scene: SceneInspector;
  beforeAll(async () => {
    forest = await generated('forest', 20_000);
    survey = await surveyOf(forest, FLIGHT);
    scene = await inspectScene(forest, { cache: false });
  });

  it.each([0, 1])('has beams of leg %d as they are fired, evenly, where they meet the scene', async (leg) => {
    const preview = await previewLeg(survey, { scene, leg, pulses: 300 });
    const { count, pulses, pulseCount, ranges, origins, directions, objects } = preview;
    expect(count).toBe(300);
    expect(preview).toEqual(structuredClone(preview));
    const gaps = Array.from(pulses.subarray(1), (pulse, k) => pulse - pulses[k]);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(Math.max(...gaps)).toBeLessThan((4 * pulseCount) / count);
    for (let k = 0; k < count; k += 17) {
      const { beam, time, channel, subrays } = await tracePulse(survey, { scene, leg, pulse: pulses[k] });
      expect(Array.from(origins.subarray(3 * k, 3 * k + 3))).toEqual(beam.origin);
      expect(Array.from(directions.subarray(3 * k, 3 * k + 3))).toEqual(beam.direction);
      expect([preview.times[k], preview.channels[k]]).toEqual([time, channel]);
      expect(ranges[k]).toBe(subrays.ranges[0]);
      expect(objects[k]).toBe(subrays.objects[0]);
    }
    expect(ranges.filter((range) => range > 0).length).toBeGreaterThan(200);
  });

  it('lists all pulses of a short leg once', async () => {
    const short = await surveyOf(forest, {
      scanner: testScanner(),
      legs: [{ position: [0, 0, 2], azimuth: [0, 20] }],
    } as never);
    const { pulses, pulseCount } = await previewLeg(short, { pulses: 2000 });
    expect(Array.from(pulses)).toEqual([...Array(pulseCount).keys()]);
  });

  it('needs no scene: then beams meet nothing', async () => {
    const preview = await previewLeg(survey, { pulses: 100 });
    const [scan] = instrumentScansOf(survey);
    const list = await nodeMachine.createPulseLister(programOf(scan, 0, { frameOrigin: [0, 0, 0] }));
    for (const k of [0, 50, 99]) {
      const { origins, times } = list(preview.pulses[k], 1);
      for (const axis of [0, 1, 2]) expect(preview.origins[3 * k + axis]).toBeCloseTo(origins[axis], 4);
      expect(preview.times[k]).toBeCloseTo(times[0], 12);
    }
    expect([preview.ranges, preview.footprints].every((numbers) => numbers.every(Number.isNaN))).toBe(true);
  });

  it('can be stopped', async () => {
    await expect(previewLeg(survey, { scene, signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
    await expect(previewLeg(survey, { scene, leg: 2 })).rejects.toThrow(
      "leg: found 2, expected the number of one of the survey's 2",
    );
  });
});

describe('footprints', () => {
  const DIVERGENCE = { horizontal: 2e-3, vertical: 0.5e-3 };

  /** The two half axes of the first beam, along +y from the origin, on a scene. */
  async function footprintOn(scene: Scene, exitRadius = 0): Promise<[number[], number[]]> {
    const scanner = testScanner({ divergence: DIVERGENCE, exitRadius });
    const survey = await surveyOf(scene, { scanner, legs: [{ position: [0, 0, 0], azimuth: [0, 1] }] } as never);
    const { footprints } = await previewLeg(survey, { scene: await inspectScene(scene, { cache: false }), pulses: 1 });
    return [[...footprints.subarray(0, 3)], [...footprints.subarray(3, 6)]];
  }

  const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

  it('are as wide as the beam where it meets a wall at a right angle', async () => {
    const wall = sceneOf([meshOf(rectangle([-50, 20, -50], [100, 0, 0], [0, 0, 100]))]);
    const [long, short] = await footprintOn(wall);
    expect([lengthOf(long), lengthOf(short)]).toEqual([expect.closeTo(0.04, 6), expect.closeTo(0.01, 6)]);
    expect([long[1], long[2], short[0], short[1]].every((part) => Math.abs(part) < 1e-6)).toBe(true);
    const [wide, narrow] = await footprintOn(wall, 0.03);
    expect([lengthOf(wide), lengthOf(narrow)]).toEqual([
      expect.closeTo(0.05, 6),
      expect.closeTo(Math.hypot(0.03, 0.01), 6),
    ]);
  });

  it('are stretched by 1 / cos θ where it is inclined, and lie on it', async () => {
    // Turned by 60° about the vertical: x is along the wall with y.
    const inclined = sceneOf([
      meshOf(rectangle([-50, 20 - 50 * Math.sqrt(3), -50], [100, 100 * Math.sqrt(3), 0], [0, 0, 100])),
    ]);
    const [long, short] = await footprintOn(inclined);
    expect(lengthOf(long)).toBeCloseTo(0.08, 5);
    expect(lengthOf(short)).toBeCloseTo(0.01, 6);
    expect(long[1] / long[0]).toBeCloseTo(Math.sqrt(3), 4);
    // The longer way may be the other one: 0.01 / cos 85° is more than 0.04.
    const slope = Math.tan((85 * Math.PI) / 180);
    const ramp = sceneOf([meshOf(rectangle([-50, 20 - 50 * slope, -50], [100, 0, 0], [0, 100 * slope, 100]))]);
    const [up, across] = await footprintOn(ramp);
    expect(lengthOf(up)).toBeCloseTo(0.01 / Math.cos((85 * Math.PI) / 180), 4);
    expect(Math.abs(across[0])).toBeCloseTo(0.04, 5);
    expect(up[1] / up[2]).toBeCloseTo(slope, 2);
  });
});
