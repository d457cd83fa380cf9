import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { DISPLAYED_KEYS, type DisplayedPoints } from '../../src/cloud/display/pack-points.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey, simulate } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false, force: true } as const;

/** So long that points come in many pieces. */
const LONG = { legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.4 }, { position: [0.3, 0, 1.2], duration: 0.4 } ]' };

const survey = () => roomSurvey(LONG);

const columns = (batches: readonly DisplayedPoints[]) =>
  Object.fromEntries(DISPLAYED_KEYS.map((key) => [key, batches.flatMap((batch) => [...batch[key]])]));

async function placesOf(path: string) {
  const places: number[][] = [];
  for await (const { count, x, y, z } of readPoints(await openLas(nodeFiles, path)))
    for (let k = 0; k < count; k++) places.push([x[k], y[k], z[k]]);
  return places;
}

describe('a run that is watched', () => {
  it('tells all points that simulate yields, in their order', async () => {
    const expected: DisplayedPoints[] = [];
    for await (const batch of simulate(await survey(), OPTIONS)) expected.push(batch);
    const told: DisplayedPoints[] = [];
    await runSurvey(await survey(), { ...OPTIONS, onPoints: (points) => told.push(points) });
    expect(told.length).toBeGreaterThan(2);
    expect(columns(told)).toEqual(columns(expected));
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
    const expected = await placesOf(whole.outputs[0].path);
    const report = await runSurvey(await survey(), { ...OPTIONS, stop: stop.signal, onPoints: () => stop.abort() });
    expect(report.stopped).toBe(true);
    expect(whole.stopped).toBeUndefined();
    expect(report.points).toBeGreaterThan(0);
    expect(report.points).toBeLessThan(expected.length);
    expect(await placesOf(report.outputs[0].path)).toEqual(expected.slice(0, report.points));
  });
});
