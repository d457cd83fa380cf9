import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { inspectScene } from '../../../src/node-scans.js';
import { expectPoints } from '../../../src/simulation/inspect/expect-points.js';
import { readSurvey } from '../../../src/survey/read-survey.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import { expectedAndCounted } from './expected-and-counted.js';
import { generated, surveyOf } from './inspected-survey.js';

const QUICKSTART = readFileSync(new URL('../../../examples/quickstart.yaml', import.meta.url), 'utf8')
  .replaceAll(/Step: 0.2\b/g, 'Step: 1.6')
  .replace('triangles: 400000', 'triangles: 40000');

/** Pulses of each of its legs. */
const PULSES = 225 * 62;

/**
 * Two scanners, of which one is silent in the second leg; a roof rack hides beams, and one return of a pulse is
 * recorded.
 */
const MANY = {
  scanners: [
    { name: 'tilted', scanner: { id: 'riegl-vz-400', verticalStep: 2, horizontalStep: 2 } },
    { name: 'turning', scanner: 'velodyne-vlp-16', detector: { returns: 'strongest' } },
  ],
  restrict: [{ azimuth: [160, 200], elevation: [-20, 0] }],
  legs: [
    { position: [-3, 0, 1.7], on: 'ground', duration: 0.05 },
    { position: [3, 2, 1.7], on: 'ground', duration: 0.05, scanners: { turning: { active: false } } },
  ],
} as unknown as Omit<SurveyInput, 'scene'>;

describe('the points that a survey is expected to have', () => {
  it('are those of a run of examples/quickstart.yaml, smaller, to two percent, and of each leg to two points of 100 pulses', async () => {
    const survey = await readSurvey(QUICKSTART, { files: nodeFiles, folder: '.', name: 'quickstart.yaml' });
    const { expected, counted } = await expectedAndCounted(survey);
    expect(counted.points).toBeGreaterThan(5_000);
    expect(expected.fired).toBeLessThan(12_100);
    expect(Math.abs(expected.points / counted.points - 1)).toBeLessThan(0.02);
    for (const [leg, points] of expected.legs.entries())
      expect(Math.abs(points - counted.legs[leg])).toBeLessThan(0.02 * PULSES);
  });

  it('know of scanners that are silent, of restrictions, and of the choice of returns', async () => {
    const survey = await surveyOf(await generated('forest', 20_000), MANY);
    const { expected, counted } = await expectedAndCounted(survey);
    expect(Math.abs(expected.points / counted.points - 1)).toBeLessThan(0.05);
    for (const scanner of [0, 1])
      expect(Math.abs(expected.scanners[scanner] / counted.scanners[scanner] - 1)).toBeLessThan(0.06);
  });

  it('are exact where all pulses are fired, and can be given up', async () => {
    const scene = await generated('room', 20_000);
    const few = {
      scanner: { id: 'riegl-vz-400', verticalStep: 5, horizontalStep: 5 },
      legs: [{ position: [0, 0, 0] }],
    };
    const survey = await surveyOf(scene, few as never);
    const { expected, counted } = await expectedAndCounted(survey);
    expect(expected).toEqual({ ...counted, fired: expected.fired });
    const given = expectPoints(survey, await inspectScene(scene, { cache: false }), { signal: AbortSignal.abort() });
    await expect(given).rejects.toThrow(AbortedError);
  });
});
