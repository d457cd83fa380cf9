import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../../survey/survey-file.js';

/** A cuboid that stands on the ground. */
export interface Cuboid {
  centre: readonly [number, number];
  size: readonly [number, number, number];
  /** Degrees from x to its length. */
  turned: number;
}

/** Things in the yard, by object. */
export const CUBOIDS = {
  car_1: { centre: [10, 4], size: [4.2, 1.8, 1.5], turned: 30 },
  car_2: { centre: [-8, 9], size: [4.6, 1.7, 1.4], turned: -75 },
  /** Behind the house. */
  car_3: { centre: [-25, 0], size: [4.4, 1.8, 1.6], turned: 10 },
  person_1: { centre: [6, -3], size: [0.6, 0.4, 1.75], turned: 100 },
  house_1: { centre: [-16, 0], size: [12, 6, 7], turned: 90 },
  blob_1: { centre: [3, 9], size: [2, 1, 1], turned: 0 },
} as const satisfies Record<string, Cuboid>;

/** The cuboid as lines of OBJ; `before` vertices come first. Its roof and its end are of glass. */
function objOf(name: string, { centre, size, turned }: Cuboid, before: number): string[] {
  const angle = (turned * Math.PI) / 180;
  const corner = (k: number) => {
    const [u, v] = [(k & 1 ? 0.5 : -0.5) * size[0], (k & 2 ? 0.5 : -0.5) * size[1]];
    const x = centre[0] + u * Math.cos(angle) - v * Math.sin(angle);
    const y = centre[1] + u * Math.sin(angle) + v * Math.cos(angle);
    return `v ${x} ${y} ${k & 4 ? size[2] : 0}`;
  };
  const face = (corners: readonly number[]) => `f ${corners.map((k) => k + 1 + before).join(' ')}`;
  const [bottom, top, ...sides] = ['0 1 3 2', '4 5 7 6', '0 1 5 4', '2 3 7 6', '1 3 7 5', '0 2 6 4'].map((text) =>
    face(text.split(' ').map(Number)),
  );
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map(corner);
  return [`o ${name}`, ...vertices, 'g body', bottom, ...sides.slice(0, 3), 'g glass', top, sides[3]];
}

const YARD = [
  ...['o road_1', 'v -40 -40 0', 'v 40 -40 0', 'v 40 40 0', 'v -40 40 0', 'f 1 2 3 4'],
  ...Object.entries(CUBOIDS).flatMap(([name, cuboid], k) => objOf(name, cuboid, 4 + 8 * k)),
].join('\n');

const LABELS = [
  '{ match: glass, on: group, semantic: glass }',
  ...['car', 'person', 'house', 'blob'].map((name) => `{ match: ${name}_*, on: object, semantic: ${name} }`),
  '{ match: road_*, semantic: carriageway }',
];

/** A scanner that turns while it moves, measures without noise, and has one beam without width a pulse. */
const SECTIONS = {
  scene: `scene: { parts: [ { name: yard, file: yard.obj } ], labels: [ ${LABELS.join(', ')} ] }`,
  detector: 'detector: { rangeNoise: 0 }',
  footprint: 'footprint: { subrays: 1 }',
  legs: 'legs: [ { from: [0, 0, 1.7], to: [1.6, 0.8, 1.7], speed: 12 } ]',
  output: 'output: [ cloud.npy ]',
};

/** A survey of the yard with `sections`, and files beside it, in a folder of its own. */
export async function yardSurvey(
  sections: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
) {
  // The drive ends in the middle of a turn.
  const frames = sections.frames?.includes('incomplete:')
    ? undefined
    : sections.frames?.replace(/ }$/, ', incomplete: keep }');
  const file = await writeSurvey(surveyText({ ...SECTIONS, ...sections, ...(frames !== undefined && { frames }) }));
  const folder = dirname(file);
  for (const [name, text] of Object.entries({ 'yard.obj': YARD, ...files })) await writeFile(join(folder, name), text);
  return { folder, survey: await loadSurvey(file, { outputFolder: folder }) };
}

/** Output of a run of the yard: the folder, its warnings, and all points of its cloud. */
export async function runYard(
  sections: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
) {
  const { folder, survey } = await yardSurvey(sections, files);
  const [warnings, infos]: string[][] = [[], []];
  const log = { info: (text: string) => void infos.push(text), warn: (text: string) => void warnings.push(text) };
  await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false, log });
  const cloud = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, 'cloud.npy'))))
    for (let k = 0; k < batch.count; k++)
      cloud.push({
        at: [batch.x[k], batch.y[k], batch.z[k]],
        instance: batch.instance[k],
        semantic: batch.semantic[k],
        classification: batch.classification[k],
        intensity: batch.intensity[k],
      });
  const labels = JSON.parse(readFileSync(join(folder, 'cloud.labels.json'), 'utf8'));
  return { folder, warnings, infos, cloud, labels };
}

/** The file with the boxes of a frame. */
export const boxesOf = (folder: string, frame: number) =>
  JSON.parse(readFileSync(join(folder, 'boxes', `${String(frame).padStart(6, '0')}.json`), 'utf8'));

/** A point in the frame of a box: from its centre, along its length, its width and up. */
export function withinBox(
  { centre, heading }: { centre: readonly number[]; heading: number },
  [x, y, z]: readonly number[],
): [number, number, number] {
  const [dx, dy] = [x - centre[0], y - centre[1]];
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  return [dx * c + dy * s, dy * c - dx * s, z - centre[2]];
}
