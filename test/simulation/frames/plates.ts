import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadSurvey } from '../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../../survey/survey-file.js';

/** A square plate that faces the scanner. */
interface Plate {
  material: 'dark' | 'grey' | 'white' | 'retro';
  /** Metres from the scanner. */
  distance: number;
  /** Clockwise from forward, radians. */
  azimuth: number;
}

const [NEAR, FAR] = [8, 24];

/** Lambertian plates of 10 %, 50 % and 100 %, and one of the sheeting of road signs, each at two distances. */
export const PLATES: readonly Plate[] = (
  [
    ['dark', NEAR],
    ['grey', FAR],
    ['white', NEAR],
    ['retro', FAR],
    ['dark', FAR],
    ['grey', NEAR],
    ['white', FAR],
    ['retro', NEAR],
  ] as const
).map(([material, distance], k) => ({ material, distance, azimuth: (k * Math.PI) / 4 }));

/** Half of a plate's width over its distance. */
const HALF = 0.08;
/** Share of a plate that no beam passes at its edge. */
const INSIDE = 0.6;

const HEIGHT = 1.2;

function objOf({ material, distance, azimuth }: Plate, k: number): string[] {
  const [forward, right] = [
    [Math.sin(azimuth), Math.cos(azimuth)],
    [Math.cos(azimuth), -Math.sin(azimuth)],
  ];
  const half = HALF * distance;
  const corners = [-1, 1].flatMap((up) =>
    [-1, 1].map((side) => {
      const [x, y] = [0, 1].map((axis) => distance * forward[axis] + side * half * right[axis]);
      return `v ${x} ${y} ${HEIGHT + up * half}`;
    }),
  );
  const [a, b, c, d] = [1, 2, 4, 3].map((corner) => 4 * k + corner);
  return [`o plate_${k}`, ...corners, `usemtl ${material}`, `f ${a} ${b} ${c} ${d}`];
}

/** The plate that a point of the sensor's frame, x forward, y left, z up, lies on, away from its edge. */
export function plateAt([x, y, z]: readonly number[]): Plate | undefined {
  return PLATES.find(({ azimuth, distance }) => {
    const [ahead, right] = [
      x * Math.cos(azimuth) - y * Math.sin(azimuth),
      -x * Math.sin(azimuth) - y * Math.cos(azimuth),
    ];
    const within = INSIDE * HALF * distance;
    return Math.abs(ahead - distance) < 0.1 && Math.abs(right) < within && Math.abs(z) < within;
  });
}

/** A turn of a scanner amid the plates, without noise, with these `frames`, in a folder of its own. */
export async function plateSurvey(frames: string, sections: Readonly<Record<string, string>> = {}) {
  const materials = [
    ...['dark: { reflectance: 0.1 }', 'grey: { reflectance: 0.5 }', 'white: { reflectance: 1 }'],
    'retro: { use: retroreflective-sheeting }',
  ];
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ { file: plates.obj } ], materials: { ${materials.join(', ')} } }`,
      scanner: 'scanner: velodyne-vlp-16',
      detector: 'detector: { rangeNoise: 0 }',
      footprint: 'footprint: { subrays: 7 }',
      legs: `legs: [ { position: [0, 0, ${HEIGHT}], duration: 0.1 } ]`,
      output: '',
      frames: `frames: { ${frames} }`,
      ...sections,
    }),
  );
  const folder = dirname(file);
  await writeFile(join(folder, 'plates.obj'), PLATES.flatMap(objOf).join('\n'));
  return { folder, survey: await loadSurvey(file, { outputFolder: folder }) };
}
