import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../../survey/survey-file.js';

/** A closed box with its middle at the origin, its length along y. */
export function boxObj(length: number, width: number, height: number): string {
  const corner = (k: number) =>
    `v ${k & 1 ? width / 2 : -width / 2} ${k & 2 ? length / 2 : -length / 2} ${k & 4 ? height / 2 : -height / 2}`;
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '2 4 8 6', '1 5 7 3'].map((face) => `f ${face}`);
  return `${[...Array(8).keys()].map(corner).concat(faces).join('\n')}\n`;
}

/** Parts of a road: two that drive, one after the other; one that stands; one that comes and goes. */
const PARTS = [
  '{ name: road, file: road.obj }',
  '{ name: car, file: car.obj, transform: { translate: [8, -3, 0.85] }, front: +y, motion: { velocity: [0, 15, 0] } }',
  '{ name: van, file: car.obj, transform: { translate: [-9, 4, 0.85] }, front: +y, motion: { velocity: [0, -12, 0], turnRate: 30 } }',
  '{ name: parked, file: car.obj, transform: { translate: [-6, -7, 0.85], rotate: [0, 0, 20] }, front: +y }',
  '{ name: walker, file: person.obj, motion: { path: [[3, 6, 0.9], [3.8, 6, 0.9]], speed: 4, start: 0.14, before: hidden, after: hidden } }',
];

const LABELS = [
  '{ match: "car", part: car, semantic: car }',
  '{ match: "*", part: van, semantic: van }',
  '{ match: "*", part: parked, semantic: car }',
  '{ match: "*", part: walker, semantic: person }',
  '{ match: "*", part: car, semantic: car }',
  '{ match: "*", part: road, semantic: carriageway }',
];

const SECTIONS = {
  scene: `scene: { parts: [ ${PARTS.join(', ')} ], labels: [ ${LABELS.join(', ')} ] }`,
  detector: 'detector: { rangeNoise: 0 }',
  footprint: 'footprint: { subrays: 1 }',
  legs: 'legs: [ { from: [0, 0, 1.7], to: [1.6, 0.8, 1.7], speed: 4 } ]',
  output: 'output: [ cloud.npy ]',
};

/** A survey of traffic with `sections`, run; lines of warnings and information. */
export async function runTraffic(
  sections: Readonly<Record<string, string>>,
  { files = {}, threads = 1 }: { files?: Readonly<Record<string, string>>; threads?: number } = {},
) {
  const file = await writeSurvey(surveyText({ ...SECTIONS, ...sections }));
  const folder = dirname(file);
  const road = 'v -40 -40 0\nv 40 -40 0\nv 40 40 0\nv -40 40 0\nf 1 2 3 4\n';
  const models = { 'road.obj': road, 'car.obj': boxObj(4.5, 1.8, 1.5), 'person.obj': boxObj(0.4, 0.6, 1.8), ...files };
  for (const [name, text] of Object.entries(models)) await writeFile(join(folder, name), text);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const survey = await loadSurvey(file, { outputFolder: folder, log });
  const report = await runSurvey(survey, { engine: 'cpu', threads, cache: false, log });
  return { folder, survey, report, warnings };
}

/** The box of an object in a file of boxes. */
export interface ListedBox {
  instance: number;
  name: string;
  class: string;
  centre: number[];
  size: number[];
  heading: number;
  points: number;
  occlusion: number | null;
  truncation: number;
  time: number;
  firstSeen: number | null;
  lastSeen: number | null;
  world: {
    centre: number[];
    heading: number;
    orientation: number[];
    hasFront: boolean;
    velocity: number[];
    angularVelocity: number[];
  };
}

/** A file of boxes. */
export interface ListedFrame {
  startTime: number;
  endTime: number;
  pose: { position: number[]; orientation: number[] };
  boxes: ListedBox[];
}

export const readBoxes = (...path: string[]): ListedFrame => JSON.parse(readFileSync(join(...path), 'utf8'));
