import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE, CampaignFolder, faultOf } from './campaign-folder.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

const [ground] = BASE.scene.parts;
const CAR = {
  name: 'car',
  generate: { kind: 'terrain', seed: 2, triangles: 200, extent: 20 },
  motion: {
    path: [
      [0, 0, 9],
      [0, 9, 9],
    ],
    speed: 10,
  },
};
const MOVING = { ...BASE, scene: { parts: [ground, CAR] } };

const CAMPAIGN = {
  campaign: 'cars',
  seed: 7,
  survey: 'base.yaml',
  count: 3,
  grid: { speed: [5, 20] },
  variables: { x: { uniform: [-3, 3] } } as Record<string, object>,
  set: {
    '/scene/parts/1/motion/speed': '$speed',
    '/scene/parts/1/motion/path/0': ['$x', 0, 9],
  } as Record<string, unknown>,
};

describe('a campaign over motions', () => {
  it('sets their values by variables', async () => {
    const tasks = await place.plan(CAMPAIGN, MOVING);
    expect(tasks).toHaveLength(6);
    for (const { survey, variables } of tasks as never as {
      survey: typeof MOVING;
      variables: Record<string, number>;
    }[]) {
      const { speed, path } = (survey.scene.parts[1] as typeof CAR).motion;
      expect([speed, path[0]]).toEqual([variables.speed, [variables.x, 0, 9]]);
    }
    expect(new Set(tasks.map(({ variables }) => variables.x)).size).toBe(3);
  });

  it('names the draw whose motion cannot be made', async () => {
    const fault = await faultOf(place.plan({ ...CAMPAIGN, grid: { speed: [5, -2] } }, MOVING));
    expect(fault).toMatch(
      /survey 1 \(speed: -2.*scene\.parts\[1\]\.motion\.speed: found -2, expected a number >= 0.000001/s,
    );
  });
});
