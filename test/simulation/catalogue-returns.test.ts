import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { simulate } from '../../src/node-scans.js';
import type { Scene } from '../../src/scene/scene.js';
import { createSurvey } from '../../src/survey/create-survey.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

const CPU = { engine: 'cpu', threads: 1, cache: false } as const;

/** The ranges of the returns of each pulse, to the metre, in their order. */
async function rangesOfPulses(scene: Scene, settings: object): Promise<number[][]> {
  const survey = await createSurvey({ scene, ...settings } as unknown as SurveyInput, { files: nodeFiles });
  const pulses = new Map<number, number[]>();
  for await (const { count, gpsTime, range } of simulate(survey, CPU))
    for (let k = 0; k < count; k++) pulses.set(gpsTime[k], [...(pulses.get(gpsTime[k]) ?? []), Math.round(range[k])]);
  return [...pulses.values()];
}

describe('a sensor of one or two returns', () => {
  /** A plate across the view at `y`, from far to the left up to `right`. */
  const plate = (y: number, right: number) => rectangle([-5, y, -5], [right + 5, 0, 0], [0, 0, 10]);
  // Of a beam along +y of 0.75 mrad (one standard deviation) the plates at 6 and 8 m take 10 and 30 %, by the quantiles
  // -1.2816 and -0.2533 of 10 and 40 %; 60 % of the light at 10 m send more back than 10 % at 6 m or 30 % at 8 m.
  const shares = sceneOf([meshOf([...plate(6, -0.005767), ...plate(8, -0.00152), ...plate(10, 5)])]);
  const settings = (scanner: string, detector: object) => ({
    scanner,
    detector: { rangeNoise: 0, ...detector },
    legs: [{ position: [0, 0, 0], azimuth: [0, 0.05] }],
    footprint: { subrays: 410 },
  });

  it.each([
    ['the strongest unless told otherwise', 'velodyne-vlp-16', {}, [10]],
    ['the strongest and the last', 'velodyne-vlp-16', { returns: 'dual' }, [8, 10]],
    ['as many as the survey asks for', 'velodyne-vlp-16', { maxReturns: 3 }, [6, 8, 10]],
    ['the nearest if the survey asks for it', 'velodyne-vlp-16', { returns: 'first' }, [6]],
  ])('records of 10, 30 and 60 %% of a beam %s', async (_, scanner, detector, expected) => {
    const pulses = await rangesOfPulses(shares, settings(scanner, detector));
    expect(pulses.length).toBeGreaterThanOrEqual(7);
    expect(new Set(pulses.map(String))).toEqual(new Set([String(expected)]));
  });
});

describe('an instrument whose number of returns depends on its pulse rate', () => {
  /** Seven slats side by side across a beam of 50 mm, 2 m apart in height, over ground. */
  const slats = [...Array(7).keys()].flatMap((k) =>
    rectangle([-0.024 + 0.00686 * k, -20, 14 - 2 * k], [0.00686, 0, 0], [0, 40, 0]),
  );
  const stairs = sceneOf([meshOf([...slats, ...rectangle([-50, -50, -2], [100, 0, 0], [0, 100, 0])])]);
  const pulsesOn = async (pulseRate: number, detector: object = {}) => {
    const pulses = await rangesOfPulses(stairs, {
      scanner: { id: 'riegl-vux-1uav', pulseRate, lineRate: 20, elevationMin: 0, elevationMax: 0.15 },
      platform: 'quadcopter',
      detector: { rangeNoise: 0, ...detector },
      legs: [{ from: [0, -1, 100], to: [0, 1, 100], speed: 10 }],
      footprint: { subrays: 341 },
    });
    // Beams beside the slats meet the ground alone.
    return pulses.filter((ranges) => ranges.length > 1);
  };
  const most = (pulses: number[][]) => Math.max(...pulses.map((ranges) => ranges.length));

  it('finds the ground under seven slats with the 15 returns of 100 kHz, not with the 4 of 550 kHz', async () => {
    const slow = await pulsesOn(100_000);
    expect(most(slow)).toBe(8);
    for (const ranges of slow) expect(ranges).toContain(102);
    const fast = await pulsesOn(550_000);
    expect(most(fast)).toBe(4);
    for (const ranges of fast) if (ranges.length === 4 && ranges[0] === 86) expect(ranges).not.toContain(102);
  });

  it('records as many as the survey asks for, at any rate', async () => {
    expect(most(await pulsesOn(550_000, { maxReturns: 15 }))).toBe(8);
    expect(most(await pulsesOn(100_000, { maxReturns: 2 }))).toBe(2);
  });
});
