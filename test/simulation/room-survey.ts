import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadSurvey } from '../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

/** Walls, floor and ceiling of a room, 6 m by 5 m by 3 m, about the origin. */
const ROOM = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 3 : -3} ${k & 2 ? 2.5 : -2.5} ${k & 4 ? 3 : 0}`),
  ...['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');

/**
 * A survey of that room with `sections` in place of the minimal ones, in a folder of its own, also for its outputs,
 * with `files` beside it.
 */
export async function roomSurvey(
  sections: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const scene = 'scene: { parts: [ { file: room.obj } ] }';
  const file = await writeSurvey(surveyText({ scene, footprint: 'footprint: { subrays: 7 }', ...sections }));
  for (const [name, text] of Object.entries({ 'room.obj': ROOM, ...files }))
    await writeFile(join(dirname(file), name), text);
  return loadSurvey(file, { outputFolder: dirname(file) });
}
