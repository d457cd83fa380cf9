import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { readPcd } from '../io/read-pcd.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

/** A floor of one colour under the scanner, 40 m by 40 m. */
const FLOOR = 'v -20 -20 0\nv 20 -20 0\nv 20 20 0\nv -20 20 0\nusemtl paint\nf 1 2 3 4\n';

const SECTIONS = {
  scene: 'scene: { parts: [ { file: floor.obj } ], materials: { paint: { baseColor: [0.5, 0.2, 0] } } }',
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.11 } ]',
  footprint: 'footprint: { subrays: 1 }',
};

/** Runs a survey of the floor in a folder of its own. */
async function run(sections: Record<string, string>): Promise<string> {
  const file = await writeSurvey(surveyText({ ...SECTIONS, ...sections }));
  const folder = dirname(file);
  await writeFile(join(folder, 'floor.obj'), FLOOR);
  const survey = await loadSurvey(file, { outputFolder: folder });
  await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
  return folder;
}

/** Point format of a LAS file, and the colours that occur in it. */
async function lasColors(path: string): Promise<[number, string[]]> {
  const las = await openLas(nodeFiles, path);
  const found = new Set<string>();
  for await (const { count, rgb } of readPoints(las))
    for (let i = 0; i < count; i++) found.add(rgb ? rgb.slice(3 * i, 3 * i + 3).join(' ') : 'none');
  return [las.header.pointFormat, [...found]];
}

const words = (values: number[]) => new Set(new Uint32Array(Float32Array.from(values).buffer));

describe('a survey with colours', () => {
  // Lights 0.5 and 0.2 in sRGB: 48192 and 31754 of 65535, in 8 bits 0xbc and 0x7c.
  const [RGB, PACKED] = ['48192 31754 0', 0xbc7c00];

  it('has them in every format, but for LAS without room for them', async () => {
    const output = 'output: [ a.las, { file: b.las, pointFormat: 6 }, c.csv, d.xyz, e.pcd ]';
    const folder = await run({ colors: 'colors: base', output });
    const path = (name: string) => join(folder, name);
    expect(await lasColors(path('a.las'))).toEqual([7, [RGB]]);
    expect(await lasColors(path('b.las'))).toEqual([6, ['none']]);
    const [names, ...rows] = readFileSync(path('c.csv'), 'utf8').trimEnd().split('\n');
    expect(names).toMatch(/,red,green,blue$/);
    expect(rows.every((row) => row.endsWith(',48192,31754,0'))).toBe(true);
    const lines = readFileSync(path('d.xyz'), 'utf8').trimEnd().split('\n');
    expect(lines.every((line) => line.endsWith(' 188 124 0'))).toBe(true);
    expect(words(readPcd(path('e.pcd')).columns.rgb)).toEqual(new Set([PACKED]));
  });

  it('has them in its frames; empty places are black', async () => {
    const folder = await run({ colors: 'colors: base', frames: 'frames: { file: "%02d.pcd", organised: true }' });
    const { columns, header } = readPcd(join(folder, '00.pcd'));
    expect(header.FIELDS).toContain('rgb');
    expect(words(columns.rgb.filter((_, k) => columns.number_of_returns[k] > 0))).toEqual(new Set([PACKED]));
    expect(words(columns.rgb.filter((_, k) => columns.number_of_returns[k] === 0))).toEqual(new Set([0]));
  });

  it('has them shaded: nothing stands in the way of the sun, and the floor is level', async () => {
    const colors =
      'colors: { sun: { azimuth: 10, elevation: 30, light: [1, 1, 1] }, sky: [0.2, 0.2, 0.2], exposure: 0.5 }';
    const folder = await run({ colors });
    // 0.5 · (sin 30° + 0.2) = 0.35 of 0.5 and of 0.2: lights 0.175 and 0.07.
    const encoded = (light: number) => 65535 * (1.055 * light ** (1 / 2.4) - 0.055);
    const [format, [color, ...others]] = await lasColors(join(folder, 'cloud.las'));
    expect([format, others]).toEqual([7, []]);
    const [red, green, blue] = color.split(' ').map(Number);
    expect(Math.abs(red - encoded(0.175))).toBeLessThan(2);
    expect(Math.abs(green - encoded(0.07))).toBeLessThan(2);
    expect(blue).toBe(0);
  });
});
