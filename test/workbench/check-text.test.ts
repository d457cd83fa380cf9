import { describe, expect, it } from 'vitest';
import { benchWith } from './bench.js';

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
