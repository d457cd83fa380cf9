import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadSurvey } from '../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

/** One laser on a head that turns ten times a second. */
const SCANNER = `
name: One beam
wavelength: 905
divergence: { mrad: 0.1 }
detection: { rangeMin: 0.1, rangeMax: 300, maxReturns: 1, rangeNoise: 0, minEnergy: 1e-20 }
deflector: { kind: spinning, rotationRate: 10, firingPeriod: 20, channels: [ { elevation: -7 } ] }
`;

/** An open box about the mounted sensor, uneven in all directions, and a floor with a hill below it all. */
const CABIN = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 1.4 : -0.9} ${k & 2 ? 3.1 : -0.7} ${k & 4 ? 2.6 : 1.1}`),
  ...['1 2 4 3', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');
const HILL = 'usemtl ground\nv -90 -90 -3\nv 90 -90 2\nv 90 90 4\nv -90 90 -3\nf 1 2 3\nf 1 3 4\n';

/** A way of a second along a curve, up and down, with all angles. */
const SWAYING = [
  'time,x,y,z,heading,pitch,roll',
  ...Array.from({ length: 41 }, (_, k) => {
    const t = k / 40;
    return [t, 9 * t * t, 14 * t, 20 + Math.sin(6 * t), 70 * t, 20 * Math.sin(5 * t), 9 * Math.cos(9 * t)].join();
  }),
].join('\n');
export const DRIVE = '{ trajectory: { file: way.csv } }';
export const STAND = '{ position: [3, -2, 5], duration: 1 }';

export const CARRIED = '{ name: cabin, file: cabin.obj, motion: { follow: platform } }';
export const FLOOR = '{ name: floor, file: hill.obj }';

export interface CarrierWorld {
  legs: string;
  parts?: string;
  more?: Record<string, string>;
}

/** A survey of a box that is fixed to the platform, with files beside it. */
export async function carrierSurvey({ legs, parts = `${CARRIED}, ${FLOOR}`, more = {} }: CarrierWorld) {
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ ${parts} ], labels: [ { match: ground, class: ground } ] }`,
      scanner: 'scanner: one.yaml',
      mount: 'mount: { position: [0.5, 1, 1.8], pitch: 4, heading: 10 }',
      footprint: 'footprint: { subrays: 1 }',
      legs: `legs: [ ${legs} ]`,
      output: 'output: [ { file: v.npz, fields: [standard, radial_velocity, velocity] } ]',
      coordinates: 'coordinates: sensor',
      ...more,
    }),
  );
  const files = { 'one.yaml': SCANNER, 'cabin.obj': CABIN, 'hill.obj': HILL, 'way.csv': SWAYING };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dirname(file), name), text);
  return loadSurvey(file, { outputFolder: dirname(file) });
}
