import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { SQUARE, surveyText, type Workplace, workplace } from './subray.js';

// A dozen degrees of a turn: five hundred points.
const LEGS = '[ { position: [0, 0, 1.5], azimuth: [0, 24] } ]';

export function furnish(place: Workplace): Workplace {
  place.write('square.obj', SQUARE);
  place.write('s.yaml', surveyText({ legs: LEGS }));
  return place;
}

/**
 * Runs the survey into `folder` by `place.run` or `place.answer`; returns its report, its other messages, and the
 * cloud.
 */
export async function scan(place: Workplace, run: Workplace['run'], folder: string, ...options: string[]) {
  place.folder(folder);
  const { code, stdout, stderr } = await run('run', 's.yaml', '--out', folder, '--json', ...options);
  expect(code, stderr).toBe(0);
  const said = stderr.split('\n').filter((line) => / engine: |Warning/.test(line));
  return { report: JSON.parse(stdout), said, cloud: readFileSync(`${place.path}/${folder}/cloud.las`) };
}

/** Whether the GPU that programs find is SwiftShader. */
export const isSoftware = process.env.VK_ICD_FILENAMES?.includes('swiftshader') ?? false;

/** A workplace whose programs sleep while they wait for SwiftShader. */
export const softwareWorkplace = () =>
  furnish(workplace({ NODE_OPTIONS: `--import ${import.meta.resolve('../support/rest-while-waiting.mjs')}` }));
