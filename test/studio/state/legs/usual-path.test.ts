import { expect, it } from 'vitest';
import { SurveyText } from '../../../../studio/document/survey-text.js';
import { usualPath } from '../../../../studio/state/legs/usual-path.js';

it.each([
  ['platform: vehicle-roof', 0, 10],
  ['platform: vmx-450-left', 0, 10],
  ['platform: vmq-1ha', 0, 10],
  ['platform: tractor', 0, 10],
  ['platform: backpack', 0, 1.5],
  ['platform: robot', 0, 1.5],
  ['platform: uav', 40, 5],
  ['platform: quadcopter', 40, 5],
  ['platform: aircraft', 300, 60],
  // Nothing carries the scanner above the path but the survey's mount, or who draws it.
  ['mount: { position: [0, 0, 1.8] }', 0, 1.5],
  ['mount: { heading: 90 }', 2, 1.5],
  ['scanner: velodyne-vlp-16', 2, 1.5],
])('a path with %s is %d m above the ground, at %d m/s', (text, height, speed) => {
  expect(usualPath(new SurveyText(`${text}\n`))).toEqual({ height, speed });
});
