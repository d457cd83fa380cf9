import { expect, it } from 'vitest';
import { loadSurvey } from '../../../../src/node-surveys.js';
import { poseAt } from '../../../../src/platform/pose-at.js';
import { platformAt } from '../../../../studio/state/time/platform-at.js';
import { movingSurvey } from '../../../survey/scene/motion/moving-scene.js';
import { benchWith } from '../../../workbench/bench.js';

const LEGS = `legs:
  - { name: stand, position: [1, 2, 1.7], duration: 4 }
  - { name: line, from: [0, 0, 2], to: [30, 40, 2], speed: 10, pause: 2 }
  - { name: curve, path: [[0, 0, 3], [20, 0, 3], [20, 20, 5]], smooth: {}, speed: 5, pause: 1 }
`;

it('is where the legs take the platform, and stays at the end of one until the next begins', async () => {
  const file = await movingSurvey('{ file: car.obj }', { more: { legs: LEGS } });
  const { legs } = await loadSurvey(file);
  const text = `scene: { parts: [ { name: floor, generate: { kind: terrain, seed: 1 } } ] }
scanner: velodyne-vlp-16
${LEGS}output: [a.las]
`;
  const { survey, faults } = await benchWith()('check', { text });
  expect(faults).toEqual([]);
  const checked = survey!.legs;
  for (const [k, { duration, startTime }] of checked.entries()) {
    const from = startTime - checked[0].startTime;
    for (const share of [0, 0.13, 0.5, 0.77, 1]) {
      const { position } = poseAt(legs[k].path, share * duration);
      const found = platformAt(checked, from + share * duration)!;
      for (const [axis, value] of position.entries()) expect(found[axis]).toBeCloseTo(value, 6);
    }
  }
  expect(platformAt(checked, 5.9)).toEqual([1, 2, 1.7]);
  expect(platformAt(checked, -1)).toBeUndefined();
  expect(platformAt([], 0)).toBeUndefined();
});
