import { describe, expect, it } from 'vitest';
import type { CheckedFault } from '../../src/workbench/faults-in-survey.js';
import { benchWith } from './bench.js';

/** Faults of the files of a scene without anything to draw, or of those of the parts that are not drawn. */
const faultsOfScene = async (text: string) => {
  const files = { 'a.obj': 'v 0 0 0\nv 1 0 x\n', 'sub/b.stl': 'solid b\n facet normal x\n' };
  const told: { kind: string; faults?: readonly CheckedFault[] }[] = [];
  const { faults } = await benchWith(files, (event) => told.push(event as never))('scene', { text });
  return [...faults, ...told.flatMap(({ faults = [] }) => faults)];
};

const surveyWith = (output: string) => `
scene: { parts: [{ generate: { kind: terrain, triangles: 1000 } }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 9] }]
output: ${output}
`;

describe('a survey that is checked', () => {
  it('writes below its folder alone, which is said before the run', async () => {
    const ask = benchWith();
    const { faults, survey } = await ask('check', { text: surveyWith('[a.las, ../b.las, clouds/c.las]') });
    expect(faults).toEqual([
      {
        message: "output: ../b.las is outside of the survey's folder, below which the studio writes alone",
        hint: 'name a file below it, or use subray run',
      },
    ]);
    expect(survey?.legs).toHaveLength(1);
    expect((await ask('check', { text: surveyWith('[a.las]') })).faults).toEqual([]);
  });
});

it('tells when each leg begins, after its pause', async () => {
  const legs = '{ position: [0, 0, 9], duration: 2 }, { position: [0, 0, 9], duration: 3, pause: 60 }';
  const text = surveyWith('[a.las]').replace('{ position: [0, 0, 9] }', legs);
  const { survey } = await benchWith()('check', { text });
  const [first, second] = survey?.legs ?? [];
  expect([first.duration, second.duration, second.startTime - first.startTime]).toEqual([2, 3, 62]);
});

describe('the faults of the files of a scene', () => {
  const parts = `# of the field
scene:
  parts:
    - generate: { kind: terrain, triangles: 1000 }
    - { file: sub/b.stl }
    - file: a.obj
    - file: a.obj
      name: again
`;

  it.each([
    ['a whole survey', surveyWith('[a.las]').replace(/\nscene.*\n/, parts)],
    ['a survey without legs', parts],
  ])('are all there, each at the line that names the file: of %s', async (_, text) => {
    const faults = await faultsOfScene(text);
    expect(faults.map(({ line, message }) => [line, message.slice(0, 12)])).toEqual([
      [5, 'sub/b.stl:2:'],
      [6, 'a.obj:2: fou'],
      [7, 'a.obj:2: fou'],
    ]);
  });

  it('are those of one file, too', async () => {
    const [fault, ...others] = await faultsOfScene('scene: { parts: [{ file: a.obj }] }');
    expect(fault).toMatchObject({ line: 1, message: expect.stringMatching(/^a\.obj:2: found/) });
    expect(others).toEqual([]);
  });

  it('are there of a file that is missing', async () => {
    const faults = await faultsOfScene('scene:\n  parts:\n    - file: none.obj\n    - { file: a.obj }');
    expect(faults.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('are told once of a GLB, at the line that names it, together with those of others, and the survey is checked', async () => {
    const ask = benchWith({ 'a.glb': 'glTF', 'b.gltf': '{', 'c.obj': 'v 0 0 x\n' });
    const text = surveyWith('[a.las]').replace(
      /\nscene.*/,
      '\nscene:\n  parts:\n    - file: a.glb\n    - file: b.gltf\n    - file: c.obj',
    );
    const { faults, survey } = await ask('check', { text });
    expect(faults).toEqual([]);
    expect(survey?.legs).toHaveLength(1);
    expect((await ask('scene', { text })).faults.map(({ line, message }) => [line, message.slice(0, 6)])).toEqual([
      [4, 'a.glb:'],
      [5, 'b.gltf'],
      [6, 'c.obj:'],
    ]);
  });
});
