import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors.js';
import { loadScene, loadSurvey } from '../../../../src/node-surveys.js';
import { movingSurvey } from './moving-scene.js';

/** Message of the UserError with which a survey, or its scene, with this motion ends, folders cut off. */
async function faultOfMotion(motion: string, part = 'file: car.obj'): Promise<string> {
  const files = { 'empty.csv': 'time,x,y,z\n', 'a.vox': 'VOXEL SPACE\n' };
  const file = await movingSurvey(`{ name: van, ${part}, motion: ${motion} }`, { files });
  try {
    const { scene } = await loadSurvey(file);
    await loadScene(scene);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format().replaceAll(`${dirname(file)}/`, '');
  }
  return 'no error';
}

const POINTS = 'path: [[0, 0, 0], [9, 0, 0]]';
const KINDS = 'a map with one of path, trajectory, keys, velocity, spin, follow, updates';
const MOTION = 'scene.parts[1].motion';

const BAD: [name: string, motion: string, message: string, part?: string][] = [
  ['no kind', '{ start: 3 }', `${MOTION}: found start, expected ${KINDS}`],
  ['nothing', '{}', `${MOTION}: found nothing, expected ${KINDS}`],
  ['a word', 'fast', `${MOTION}: found "fast", expected ${KINDS}`],
  [
    'two kinds',
    `{ ${POINTS}, speed: 2, velocity: [0, 1, 0] }`,
    `${MOTION}: found path and velocity, expected ${KINDS}`,
  ],
  ['a path of length 0', '{ path: [[1, 0, 0], [1, 0, 0]], speed: 2 }', `${MOTION}.path: the path has no length`],
  ['a speed of 0', `{ ${POINTS}, speed: 0 }`, `${MOTION}.speed: found 0, expected a number >= 0.000001`],
  ['a speed that is no number', `{ ${POINTS}, speed: .nan }`, `${MOTION}.speed: found NaN, expected a number`],
  [
    'one key',
    '{ keys: [{ time: 0, heading: 1 }] }',
    `${MOTION}.keys: found a list of 1, expected a list of 2 to 100000`,
  ],
  [
    'times that fall',
    '{ keys: [{ time: 2 }, { time: 1 }] }',
    `${MOTION}.keys[1].time: found 1, expected a time after that of the key before, 2 (s)`,
  ],
  [
    'equal times',
    '{ keys: [{ time: 2 }, { time: 2 }] }',
    `${MOTION}.keys[1].time: found 2, expected a time after that of the key before, 2 (s)`,
  ],
  [
    'positions in some keys',
    '{ keys: [{ time: 0, position: [0, 0, 0] }, { time: 1 }] }',
    `${MOTION}.keys[1].position: missing, expected one in each key, or in none`,
  ],
  [
    'velocities that nothing reads',
    '{ keys: [{ time: 0, position: [0, 0, 0], velocity: [1, 0, 0] }, { time: 1, position: [1, 0, 0] }] }',
    `${MOTION}.keys[0].velocity: found a list of 3, expected none, but with interpolation: smooth`,
  ],
  [
    'an axis without direction',
    '{ spin: { axis: [0, 0, 0], rate: 9 } }',
    `${MOTION}.spin.axis: found a list of 3, expected an axis that is not [0, 0, 0]`,
  ],
  [
    'a spin that stands',
    '{ spin: { axis: [0, 0, 1], rate: 0 } }',
    `${MOTION}.spin.rate: found 0, expected a rate other`,
  ],
  ['a file without poses', '{ trajectory: { file: empty.csv } }', `${MOTION}.trajectory.file: empty.csv`],
  ['no such file', '{ trajectory: { file: none.csv } }', `${MOTION}.trajectory.file: none.csv`],
  ['stagger without instances', '{ velocity: [0, 1, 0], stagger: 2 }', `${MOTION}.stagger: found 2, expected none`],
  ['after a motion without end', '{ velocity: [0, 1, 0], after: loop }', `${MOTION}.after: unknown key`],
  [
    'a part that is not there',
    '{ follow: { part: flor } }',
    `${MOTION}.follow.part: found "flor", expected the name of another part; did you mean "floor"?`,
  ],
  ['a part that stands', '{ follow: { part: floor } }', 'van follows floor, which stands'],
  ['itself', '{ follow: { part: van } }', `${MOTION}.follow.part: found "van", expected the name of another part`],
  [
    'in a circle',
    '{ follow: { part: bus } }',
    'follows itself, or a part that does',
    'file: car.obj, motion: { follow: { part: bus } } }, { name: bus, file: car.obj, motion: { follow: { part: van } } }, { file: car.obj',
  ],
  [
    'a part that is placed several times',
    '{ follow: { part: bus } }',
    'follows bus, which is placed several times',
    'file: car.obj }, { name: bus, file: car.obj, instances: [{ translate: [0, 0, 0] }], motion: { velocity: [0, 1, 0] } }, { name: load, file: car.obj',
  ],
  [
    'another part in several places',
    '{ follow: { part: floor } }',
    'scene.parts[1].instances: found "instances", expected none: a part that follows another one is placed once',
    'file: car.obj, instances: [{ translate: [0, 0, 0] }]',
  ],
  [
    'behind a part that jumps',
    '{ follow: { part: bus, behind: 2 } }',
    'the way of the part that it follows has jumps: nothing can follow behind',
    'file: car.obj }, { name: bus, file: car.obj, motion: { path: [[0, 0, 0], [0, 9, 0]], speed: 1, after: loop } }, { name: load, file: car.obj',
  ],
  [
    'voxels that light passes',
    '{ velocity: [0, 1, 0] }',
    `${MOTION}: found a map, expected none: voxels that light passes cannot move`,
    'file: a.vox, voxels: { mode: medium }',
  ],
  [
    'a plane below it',
    '{ velocity: [0, 1, 0] }',
    'scene.parts[1].on.by: found "plane-lowest", expected surface',
    'file: car.obj, on: { part: floor, by: plane-lowest }',
  ],
  [
    'a spin on a ground',
    '{ spin: { axis: [0, 0, 1], rate: 9 } }',
    'scene.parts[1].on: found "floor", expected none: a part with spin does not ride on a ground',
    'file: car.obj, on: floor',
  ],
  [
    'a way beyond its ground',
    '{ velocity: [0, 1, 0] }',
    'van has no ground below it at 0.00, 3.00 after 3.00 s\n  keep its way on the ground',
    'file: car.obj, on: floor',
  ],
  [
    'a ground that moves',
    '{ velocity: [0, 1, 0] }',
    'van rides on bus, which moves',
    'file: car.obj, on: bus, motion: { velocity: [0, 1, 0] } }, { name: bus, file: car.obj',
  ],
  [
    'a ground of nothing',
    '{ velocity: [0, 1, 0] }',
    'van rides on ground, which the scene does not have',
    'file: car.obj, on: ground',
  ],
  [
    'a way beyond the limits',
    '{ velocity: [0, 10000, 0], start: -100000 }',
    'van is at y = 1.00e+9 m after 10.0 s; at most 100000000 m from the origin are possible',
  ],
  [
    'more movers than there may be',
    '{ velocity: [0, 1, 0] }',
    'found 100001 placements that move up to van, expected at most 100000',
    'file: car.obj, instances: { scatter: { count: 100001, area: [[0, 0], [9, 9]] } }',
  ],
  [
    'more knots than there may be in all',
    '{ spin: { axis: [0, 0, 1], rate: 9 } }',
    'the motions up to van take more than 16777216 knots',
    'file: car.obj, instances: { scatter: { count: 50000, area: [[0, 0], [9, 9]] } }',
  ],
  [
    'more rounds than there may be',
    '{ path: [[0, 0, 0], [0, 0.001, 0]], speed: 10000, after: loop, before: hidden, start: -1000 }',
    'the motion takes more than 16777216 knots',
  ],
  [
    'a way on a ground with more knots than there may be',
    '{ path: [[0, 0, 0], [0, 90000000, 0]], speed: 1 }',
    'the motion takes more than 16777216 knots',
    'file: car.obj, on: floor',
  ],
  [
    'behind more rounds than there may be',
    '{ velocity: [0, 1, 0] }',
    'the motion takes more than 16777216 knots',
    'file: car.obj, motion: { follow: { part: fan, behind: 1 } } }, { name: fan, file: car.obj, motion: { spin: { axis: [0, 0, 1], rate: 3600000 } } }, { file: car.obj',
  ],
  [
    'an update that is not there',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], next: 1, times: [{ from: 0, every: 1 }] }',
    `${MOTION}.next: found 1, expected the number of an update, 0 to 0`,
  ],
  [
    'updates without moves',
    '{ updates: [{ moves: [] }], times: [{ from: 0, every: 1 }] }',
    `${MOTION}.updates[0].moves`,
  ],
  [
    'updates without moments',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }] }',
    `${MOTION}.times: missing, expected`,
  ],
  [
    'updates at once',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], times: [{ from: 0, every: 0 }] }',
    `${MOTION}.times[0].every: found 0, expected`,
  ],
  [
    'moments that end',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], times: [{ from: 0, every: 1, count: 3 }] }',
    `${MOTION}.times[0].count: found 3, expected none in the last entry`,
  ],
  [
    'moments that do not end',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], times: [{ from: 0, every: 1 }, { from: 9, every: 2 }] }',
    `${MOTION}.times[0].count: missing, expected one in each entry but the last`,
  ],
  [
    'moments that fall',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], times: [{ from: 0, every: 1, count: 3 }, { from: 2, every: 2 }] }',
    `${MOTION}.times[1].from: found 2, expected a moment after the one before, 2 (s)`,
  ],
  [
    'a turn about no axis',
    '{ updates: [{ moves: [{ rotate: { axis: [0, 0, 0], angle: 1 } }] }], times: [{ from: 0, every: 1 }] }',
    `${MOTION}.updates[0].moves[0].rotate.axis: found a list of 3, expected an axis that is not [0, 0, 0]`,
  ],
  [
    'a mirror without direction',
    '{ updates: [{ moves: [{ mirror: [0, 0, 0] }] }], times: [{ from: 0, every: 1 }] }',
    `${MOTION}.updates[0].moves[0].mirror: found a list of 3, expected a direction`,
    'file: car.obj, instance: 7',
  ],
  [
    'a mirror image without a number',
    '{ updates: [{ moves: [{ mirror: [0, 0, 1] }] }], times: [{ from: 0, every: 1 }] }',
    'scene.parts[1].instance: missing, expected a number: the object of a part that is mirrored',
  ],
  [
    'a point of a move about the part',
    '{ updates: [{ moves: [{ about: part, through: [0, 0, 1] }] }], times: [{ from: 0, every: 1 }] }',
    `${MOTION}.updates[0].moves[0].through: found a list of 3, expected none`,
  ],
  [
    'updates of several placements',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], times: [{ from: 0, every: 1 }] }',
    'scene.parts[1].instances: found "instances", expected none: a part with updates is placed once',
    'file: car.obj, instances: [{ translate: [0, 0, 0] }]',
  ],
  [
    'more updates than there may be',
    '{ updates: [{ moves: [{ translate: [0, 1, 0] }] }], next: 0, times: [{ from: 0, every: 0.0000001 }] }',
    'the motion takes more than 16777216 updates',
  ],
  [
    'more knots than there may be',
    '{ velocity: [0, 10000, 0], turnRate: 36000, before: continue, start: 1000000 }',
    'the motion takes more than 16777216 knots',
  ],
];

describe('a motion that cannot be', () => {
  it('is no ground for others', async () => {
    const part = 'file: car.obj }, { name: hat, file: car.obj, on: van }, { name: bus, file: car.obj';
    const fault = await faultOfMotion('{ velocity: [0, 1, 0] }', part.replace('van', 'bus'));
    expect(fault).toBe('survey.yaml:1:115: hat stands on bus, which moves');
  });

  it.each(BAD)('%s', async (_, motion, message, part) => {
    const fault = await faultOfMotion(motion, part);
    expect(fault).toContain(message);
    expect(fault).toMatch(/^survey\.yaml:1:\d+/);
  });
});
