import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../../src/node-scans.js';
import { readSurvey } from '../../../src/node-surveys.js';
import { convertHelios, leg } from '../../support/helios-survey.js';

// Consequences of HELIOS++'s energies (§16 of its rules) in a whole survey: extinction, and the range of a VZ-400.

/** Points of a VZ-400 on a wall that fills its view, at a distance in metres, of HELIOS++'s reflectance. */
async function pointsOn(
  distance: number,
  reflectance: number,
  energy: 'legacy' | 'improved',
  window = '<FWFSettings winSize_ns="0"/>',
): Promise<number> {
  const wall = [-1, 1].flatMap((side) => [-1, 1].map((end) => `v ${side * end * 1e4} ${distance} ${end * 1e4}`));
  const { value, folder } = await convertHelios(
    {
      settings: window,
      legs: leg('', 'verticalAngleMin_deg="-0.2" verticalAngleMax_deg="0.2" headRotateStop_deg="0.2"'),
      files: {
        'plate.obj': `mtllib wall.mtl\n${wall.join('\n')}\nusemtl wall\nf 1 2 4 3\n`,
        'wall.mtl': `newmtl wall\nKd 1 1 1\nhelios_reflectance ${reflectance}\n`,
      },
    },
    { energy },
  );
  const survey = await readSurvey({ ...value, output: [join(folder, 'wall.las')] }, { folder });
  return (await runSurvey(survey, { engine: 'cpu' })).points;
}

describe('energies of HELIOS++', () => {
  it('are weakened by 9.08e-6 per metre at 1064 nm and 23 km', async () => {
    const { value } = await convertHelios();
    expect(value.atmosphere.extinctionPerKm / 1000).toBeCloseTo(9.08e-6, 8);
  });

  it.each([
    [50, 1055, 1065],
    [0.5, 335, 340],
  ])(
    'let a VZ-400 see a reflectance of %d as far as %d m, but not %d, by the improved model',
    async (reflectance, near, far) => {
      expect(await pointsOn(near, reflectance, 'improved')).toBeGreaterThan(0);
      expect(await pointsOn(far, reflectance, 'improved')).toBe(0);
    },
  );

  it('let it see only as far as three bins on each side of a peak are above the threshold', async () => {
    // The rising flank there has 0.713 of the peak (§17.1), and energies fall with the fourth power: 0.919 times as
    // far.
    expect(await pointsOn(970, 50, 'improved', '')).toBeGreaterThan(0);
    expect(await pointsOn(980, 50, 'improved', '')).toBe(0);
  });

  it('let it see as far as one likes by the legacy model', async () => {
    expect(await pointsOn(9000, 0.5, 'legacy')).toBeGreaterThan(0);
  });
});
