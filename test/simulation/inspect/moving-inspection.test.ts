import { beforeAll, describe, expect, it } from 'vitest';
import { inspectScene, previewLeg, tracePulse } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { probeScene } from '../../../src/simulation/inspect/probe-scene.js';
import type { SceneInspector } from '../../../src/simulation/inspect/scene-inspector.js';
import type { Survey } from '../../../src/survey/survey.js';
import { movingSurvey } from '../../survey/scene/motion/moving-scene.js';

/** There from 1 s on, and from 2 s on at the other side of the sensor. */
const MOVES = `{ name: car, file: car.obj, motion: { keys: [ { time: 1, position: [3, 0, 0] },
  { time: 2, position: [-3, 0, 0] } ], interpolation: step, before: hidden } }`;

describe('inspection of a scene that moves', () => {
  let survey: Survey;
  let scene: SceneInspector;
  beforeAll(async () => {
    survey = await loadSurvey(await movingSurvey(MOVES, { seconds: 2 }));
    survey.legs.push({ ...survey.legs[0], startTime: survey.legs[0].startTime + 3 });
    scene = await inspectScene(survey.scene, { cache: false });
  });

  it.each([0, 1])('explains and previews pulses of leg %d at their own times', async (leg) => {
    const { pulses, objects, ranges, count, times } = await previewLeg(survey, { scene, leg, pulses: 1500 });
    const car = scene.scene.names.instances.indexOf('car');
    const met = Array.from({ length: count }, (_, k) => k).filter((k) => objects[k] === car);
    expect(met.length).toBeGreaterThan(10);
    for (const k of met) {
      const { subrays, sceneTime } = await tracePulse(survey, { scene, leg, pulse: pulses[k] });
      expect(sceneTime).toBeCloseTo(3 * leg + times[k], 6);
      // The middle of a footprint, of which the axis is not a part.
      expect(subrays.objects).toContain(car);
      const gaps = Array.from(subrays.ranges, (range) => (range >= 0 ? Math.abs(range - ranges[k]) : Infinity));
      expect(Math.min(...gaps)).toBeLessThan(0.02);
    }
    const early = met.filter((k) => times[k] < 1);
    expect(early.length === 0).toBe(leg === 0);
  });

  it('probes places at a moment, the first one by default', async () => {
    const car = scene.scene.names.instances.indexOf('car');
    const objectsAt = async (time?: number) =>
      Array.from((await probeScene(scene, { places: [3, 0, -3, 0], time })).objects, (object) => object === car);
    expect(await objectsAt()).toEqual([false, false]);
    expect(await objectsAt(1)).toEqual([true, false]);
    expect(await objectsAt(2)).toEqual([false, true]);
    expect(await objectsAt(2.5)).toEqual([false, true]);
    await expect(objectsAt(Number.NaN)).rejects.toThrow("time: found NaN, expected seconds of the scene's clock");
  });
});
