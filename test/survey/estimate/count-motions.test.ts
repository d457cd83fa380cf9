import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { countMotions } from '../../../src/survey/estimate/count-motions.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { movingSurvey } from '../scene/motion/moving-scene.js';

/** Counts before and after the scene is read. */
async function countsOf(parts: string) {
  const survey = await loadSurvey(await movingSurvey(parts));
  const { motions = [] } = await loadScene(survey.scene);
  const read = { movers: motions.length, knots: motions.reduce((sum, { times }) => sum + times.length, 0) };
  return { read, counted: countMotions(survey.scene), survey };
}

const CAR = 'name: car, file: car.obj, motion: { path: [[0, 0, 0], [0, 9, 0], [20, 30, 0]], smooth: {}, speed: 10';

describe('motions before the scene is read', () => {
  it.each([
    ['of a part', `{ ${CAR} } }`],
    [
      'of placements',
      `{ ${CAR}, stagger: 1 }, instances: [{ translate: [0, 0, 0] }, { translate: [9, 0, 0] }, { translate: [0, 9, 0] }] }`,
    ],
    ['of parts that follow others', `{ ${CAR} } }, { name: b, file: car.obj, motion: { follow: { part: car } } }`],
    ['of none', '{ file: car.obj }'],
  ])('are counted: those %s', async (_, parts) => {
    const { read, counted } = await countsOf(parts);
    expect(counted).toEqual(read);
  });

  it('of generated traffic are counted by their time', async () => {
    const street = '{ generate: { kind: street, length: 60, triangles: 60000, moving: { vehicles: 4, walkers: 8 } } }';
    const { read, counted } = await countsOf(street);
    expect(counted.movers).toBe(12);
    expect(read.movers).toBe(12);
    expect(counted.knots / read.knots).toBeGreaterThan(0.6);
    expect(counted.knots / read.knots).toBeLessThan(1.7);
  });

  it('count in estimates', async () => {
    const place = '{ translate: [0, 0, 0] }';
    const many = `instances: [${Array.from({ length: 1000 }, () => place)}] }`;
    const [moves, stands] = [await countsOf(`{ ${CAR} }, ${many}`), await countsOf(`{ file: car.obj, ${many}`)];
    const [more, less] = [await estimateSurvey(moves.survey, ON_DISK), await estimateSurvey(stands.survey, ON_DISK)];
    expect(more.memoryBytes - less.memoryBytes).toBeCloseTo(1000 * 6500 + moves.read.knots * 320, -1);
    expect(more.time.load - less.time.load).toBeGreaterThan(0.08);
    expect(more.time.build).toBeGreaterThan(less.time.build);
  });
});

const ON_DISK = { files: nodeFiles };
