import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { WORDS_PER_POINT } from '../../src/cloud/display/point-words.js';
import { openLas } from '../../src/io/las/las-file.js';
import { readPoints } from '../../src/io/read-points.js';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import type { ShownPoints } from '../../src/simulation/run-survey.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false, force: true } as const;

/** So long that points come in many pieces. */
const LONG = { legs: 'legs: [ { position: [0, 0, 1.2], duration: 1 }, { position: [0.3, 0, 1.2], duration: 1 } ]' };

const survey = () => roomSurvey(LONG);

async function pointsOf(path: string) {
  const las = await openLas(nodeFiles, path);
  const places: number[][] = [];
  for await (const { count, x, y, z, classification, instance } of readPoints(las))
    for (let k = 0; k < count; k++) places.push([x[k], y[k], z[k], classification[k], instance[k]]);
  return places;
}

describe('a run that is watched', () => {
  it('tells all points in the order of the file, with its bytes as ever', async () => {
    const plain = await runSurvey(await survey(), OPTIONS);
    const expected = await pointsOf(plain.outputs[0].path);
    const told: ShownPoints[] = [];
    await runSurvey(await survey(), { ...OPTIONS, onPoints: (points) => told.push(points) });
    expect(told.length).toBeGreaterThan(2);
    expect(told.map(({ first }) => first)).toEqual(
      told.map((_, k) => told.slice(0, k).reduce((sum, { count }) => sum + count, 0)),
    );
    const shown = told.flatMap(({ count, origin, words }) => {
      const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
      return Array.from({ length: count }, (_, k) => {
        const at = k * WORDS_PER_POINT;
        const place = origin.map((start, axis) => start + floats[at + axis]);
        return [...place, words[at + 3] & 255, words[at + 4] & 0xffff];
      });
    });
    expect(shown.length).toBe(expected.length);
    const away = shown.map((point, k) => Math.max(...point.map((value, part) => Math.abs(value - expected[k][part]))));
    // Files have whole millimetres here.
    expect(away.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(0.0006);
  });

  it('waits for what a viewer promises before it tells more', async () => {
    let [told, open, most] = [0, 0, 0];
    const onPoints = async () => {
      told++;
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
    };
    await runSurvey(await survey(), { ...OPTIONS, onPoints });
    expect(told).toBeGreaterThan(2);
    expect([most, open]).toEqual([1, 0]);
  });

  it('can be stopped: its files are whole, with the points until then, and it says so', async () => {
    const stop = new AbortController();
    const whole = await runSurvey(await survey(), OPTIONS);
    const expected = await pointsOf(whole.outputs[0].path);
    const report = await runSurvey(await survey(), { ...OPTIONS, stop: stop.signal, onPoints: () => stop.abort() });
    expect(report.stopped).toBe(true);
    expect(whole.stopped).toBeUndefined();
    expect(report.points).toBeGreaterThan(0);
    expect(report.points).toBeLessThan(expected.length);
    const found = await pointsOf(join(report.outputs[0].path));
    expect(found).toEqual(expected.slice(0, report.points));
  });
});
