import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { simulate } from '../../src/simulation/simulate-survey.js';
import { createSurvey } from '../../src/survey/create-survey.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';
import { keepingLog, temporaryFolder } from '../scene/scene-files.js';
import { testScanner } from '../support/scan.js';

const DEGREE = Math.PI / 180;
const RANGE = 50;
/** From plate to plate. */
const STEP = 4;
const ANGLES = [0, 20, 45, 60, 85];
const folder = temporaryFolder();

/** Percent over micrometres, as in the files of HELIOS++; at 1064 nm, on a straight line, 26.4 %. */
folder.write('spectra/slab.txt', '0.9 15\n1.0 20\n1.1 30\n1.2 90\n');
folder.write(
  'plates.mtl',
  `newmtl lambert
Kd 0.5 0.5 0.5
helios_reflectance 0.4
newmtl middle
Kd 0.6 0.6 0.6
Ks 0.2 0.2 0.2
Ns 20
helios_reflectance 0.4
newmtl gloss
Ks 0.5 0.5 0.5
Ns 8
helios_reflectance 2.5
newmtl bare
helios_reflectance 0.3
newmtl brick_wall
Kd 0.5 0.5 0.5
Ks 0 0 0
newmtl slab
Kd 0.6 0.6 0.6
Ks 0.2 0.2 0.2
Ns 20
helios_spectra slab
newmtl last
Kd 0.9 0.5 0.4
Ks 0.1 0.2 0.3
illum 1
helios_reflectance 0.8
`,
);

const cos = (angle: number) => Math.cos(angle * DEGREE);
const lobe = (angle: number, exponent: number) => Math.abs(cos(2 * angle)) ** exponent;
/** HELIOS++'s surface factor: helios-compat.md §16.1, with Q14 and Q29. */
const FACTORS: Readonly<Record<string, (angle: number) => number>> = {
  lambert: (angle) => 0.4 * cos(angle),
  // Neither last nor spectral: no specularity.
  middle: (angle) => 0.4 * cos(angle),
  gloss: (angle) => 2.5 * lobe(angle, 8),
  bare: () => 0.3,
  brick_wall: (angle) => 50 * cos(angle),
  slab: (angle) => 26.4 * (0.75 * cos(angle) + 0.25 * lobe(angle, 20)),
  // The default exponent; Ks 0.6 of 2.4 in all.
  last: (angle) => 0.8 * (0.75 * cos(angle) + 0.25 * lobe(angle, 10)),
  nowhere: () => 50,
};
const NAMES = Object.keys(FACTORS);

/** A plate for each material and angle, RANGE ahead of its station; the beam meets it at the angle. */
const PLATES = NAMES.flatMap((name) => ANGLES.map((angle) => ({ name, angle }))).map((plate, k) => ({
  ...plate,
  x: STEP * k,
}));
const corners = ({ angle, x }: (typeof PLATES)[number]) =>
  [-1, 1].flatMap((side) =>
    [-1, 1].map((up) => {
      const [y, z] = [RANGE + up * Math.sin(angle * DEGREE), up * Math.cos(angle * DEGREE)];
      return `v ${x + side} ${y} ${z}`;
    }),
  );
const faces = ({ name }: (typeof PLATES)[number], k: number) =>
  `usemtl ${name}\nf ${4 * k + 1} ${4 * k + 2} ${4 * k + 4}\nf ${4 * k + 1} ${4 * k + 4} ${4 * k + 3}`;
folder.write('plates.obj', ['mtllib plates.mtl', ...PLATES.flatMap(corners), ...PLATES.map(faces)].join('\n'));

/** E = b / R² for 1 J, an aperture of 2 m and η = 1: the factors b of the plates by material, angle by angle. */
async function factorsOf(sections: Omit<SurveyInput, 'scene' | 'legs'>, materials = {}) {
  const log = keepingLog();
  const survey = await createSurvey(
    {
      scene: { parts: [{ file: 'plates.obj' }], materialFolders: ['spectra'], materials },
      scanner: testScanner(),
      footprint: { subrays: 1 },
      atmosphere: { extinctionPerKm: 0 },
      legs: PLATES.map(({ x }) => ({ position: [x, 0, 0], azimuth: [0, 1] })),
      ...sections,
    },
    { files: { ...nodeFiles, folder: folder.path }, log },
  );
  // Without energy there is no point.
  const energies = PLATES.map(() => 0);
  const batches: AsyncIterable<PointBatch> = simulate(survey, {
    machine: { ...nodeMachine, files: { ...nodeFiles, folder: folder.path } },
    engine: 'cpu',
    threads: 1,
    cache: false,
    log,
  });
  for await (const { x, energy } of batches)
    x.forEach((place, k) => {
      energies[Math.round(place / STEP)] = energy[k];
    });
  const factors = (name: string) =>
    PLATES.flatMap((plate, k) => (plate.name === name ? [energies[k] * RANGE ** 2] : []));
  return { factors, warnings: log.warnings };
}

describe('materials of HELIOS++ in a survey', () => {
  it('scatter as its formulas say, at every angle', async () => {
    const { factors, warnings } = await factorsOf({ physics: { gloss: 'plain', reflectance: 'as-written' } });
    for (const name of NAMES)
      factors(name).forEach((factor, k) => {
        const expected = FACTORS[name](ANGLES[k]);
        expect(Math.abs(factor - expected), `${name} at ${ANGLES[k]}°`).toBeLessThan(2e-4 * expected + 1e-6);
      });
    expect(warnings).toEqual([expect.stringContaining('describes "nowhere": HELIOS++\'s default is assumed, 50 %')]);
  });

  it('have percentages as fractions where reflectances are bounded', async () => {
    const { factors, warnings } = await factorsOf({ physics: { gloss: 'plain' } });
    expect(factors('brick_wall')[0]).toBeCloseTo(0.5, 5);
    expect(factors('slab')[0]).toBeCloseTo(0.264, 5);
    expect(factors('gloss')[0]).toBeCloseTo(0.025, 5);
    expect(warnings).toContainEqual('material gloss: helios_reflectance 2.5 is taken for percent');
  });

  it('keep words of names and normalised gloss where only reflectances are as written', async () => {
    const { factors } = await factorsOf({ physics: { reflectance: 'as-written' } });
    expect(factors('gloss')).toEqual(ANGLES.map((angle) => expect.closeTo(2.5 * cos(angle), 4)));
    expect(factors('slab')[0]).toBeGreaterThan(20);
    expect(factors('brick_wall')[0]).toBeLessThan(1);
  });

  it("give way to the survey's own, which may exceed 1 as well", async () => {
    const { factors } = await factorsOf(
      { physics: { gloss: 'plain', reflectance: 'as-written' } },
      { lambert: { reflectance: 70 }, nowhere: { scattering: { model: 'lambert', reflectance: 0.1 } } },
    );
    expect(factors('lambert')[0]).toBeCloseTo(70, 4);
    expect(factors('nowhere')[0]).toBeCloseTo(0.1, 5);
  });

  it('are those of instruments by default', async () => {
    const [plain, si] = [await factorsOf({}), await factorsOf({ physics: 'si' })];
    for (const name of NAMES) expect(si.factors(name), name).toEqual(plain.factors(name));
    expect(plain.factors('lambert')[0]).toBeCloseTo(0.4, 5);
    expect(plain.factors('bare')[4]).toBeCloseTo(0.3 * cos(85), 5);
  });
});
