import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { readPlanSource } from '../../src/planning/plan-source.js';
import { SceneProbe } from '../../src/planning/scene-probe.js';
import { surroundings } from '../../src/planning/surroundings.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { box, level, objOf, sceneFolder } from './plain-scenes.js';

const folder = sceneFolder();
// Ground, a house that is a closed box of 3 m, a table top, and a crate of 0.8 m.
const scene = folder.write(
  'yard.obj',
  objOf([
    level(-30, -30, 30, 30, 0),
    ...box(-5, -5, 5, 5, 0.1, 3),
    level(9, 9, 11, 11, 4),
    ...box(20, 20, 20.8, 20.8, 0, 0.8),
  ]),
);

const around = async (...points: Vec3[]) => {
  const source = await readPlanSource(nodeFiles, scene);
  const probe = await SceneProbe.open(source.scene, { machine: nodeMachine, cache: false });
  return surroundings(probe, points);
};

describe('surroundings', () => {
  it('tell inside from outside, roofs from ground, and what encloses a point', async () => {
    const found = await around(
      [15, 0, 1.5],
      [0, 0, 1.6],
      [0, 0, 4.5],
      [10, 10, 1.5],
      [20.4, 20.4, 0.4],
      [0, 0, -2],
      [50, 0, 1],
    );
    expect(found.map(({ kind }) => kind)).toEqual([
      'outside',
      'inside',
      'on top',
      'under',
      'enclosed',
      'below',
      'outside',
    ]);
    expect(found[0]).toMatchObject({ ground: 1.5, above: Infinity });
    expect(found[1].ground).toBeCloseTo(1.5, 5);
    expect(found[1].above).toBeCloseTo(1.4, 5);
    expect(found[2].ground).toBeCloseTo(1.5, 5);
    expect(found[6].ground).toBe(Infinity);
  });
});
