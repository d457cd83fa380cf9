import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { simulate } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { outliers } from '../support/outliers.js';
import { WALK_SECONDS, walkerAt, walkerFile } from '../support/walker-model.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const SCANNER = `
name: One beam
wavelength: 905
divergence: { mrad: 0.1 }
detection: { rangeMin: 0.1, rangeMax: 300, maxReturns: 1, rangeNoise: 0, minEnergy: 1e-20 }
deflector: { kind: spinning, rotationRate: 10, firingPeriod: 20, channels: [ { elevation: 0 }, { elevation: 9 } ] }
`;
const MOMENT = '2024-06-01T12:00:00Z';
const START = (Date.parse(MOMENT) - Date.UTC(1980, 0, 6)) / 1000 + 18 - 1e9;
const AT: Vec3 = [0, 3, 0];
const SPEED = 2;

async function pointsOf(motion: string): Promise<PointBatch> {
  const walker = `{ name: w, file: walker.gltf, transform: { translate: [${AT}] }, animation: { clip: Walk, offset: 0.1 }${motion} }`;
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ ${walker} ] }`,
      scanner: 'scanner: one.yaml',
      footprint: 'footprint: { subrays: 1 }',
      startTime: `startTime: ${MOMENT}`,
      legs: 'legs: [ { position: [0, 0, 1], duration: 0.1 } ]',
      output: 'output: [ { file: a.npz, fields: [standard, radial_velocity, velocity, moving] } ]',
    }),
  );
  await writeFile(join(dirname(file), 'one.yaml'), SCANNER);
  await writeFile(join(dirname(file), 'walker.gltf'), walkerFile());
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await loadSurvey(file), { engine: 'cpu', threads: 1, cache: false }))
    batches.push(batch);
  return joinBatches(batches);
}

/** The corners of the tube and the plate at keys, as they lie in the world. */
function cornersAt(moment: number): number[] {
  const own = [...walkerAt('tube', moment), ...walkerAt('plate', moment)];
  return own.map((_, k) => (k % 3 === 0 ? own[k] + AT[0] : k % 3 === 1 ? -own[k + 1] + AT[1] : own[k - 1] + AT[2]));
}

/** How fast the surface moves at a place on it, from key to key; undefined: the place is not on it. */
function velocityAt(place: Vec3, moment: number): Vec3 | undefined {
  const k = Math.floor(moment * 60);
  const [from, to] = [cornersAt(k / 60), cornersAt((k + 1) / 60)];
  const share = moment * 60 - k;
  const now = from.map((value, n) => value + share * (to[n] - value));
  for (let t = 0; t < now.length; t += 9) {
    const shares = sharesOf(now.slice(t, t + 9), place);
    if (shares === undefined) continue;
    const along = (axis: number) =>
      [0, 3, 6].reduce((sum, c, n) => sum + shares[n] * (to[t + c + axis] - from[t + c + axis]) * 60, 0);
    return [along(0), along(1), along(2)];
  }
  return undefined;
}

/** Shares of the corners at a place within a triangle; undefined: it is elsewhere. */
function sharesOf(t: number[], place: Vec3): Vec3 | undefined {
  const minus = (a: readonly number[], b: readonly number[]): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [e, f, s] = [minus(t.slice(3, 6), t), minus(t.slice(6, 9), t), minus(place, t)];
  const [ee, ef, ff, se, sf] = [dot(e, e), dot(e, f), dot(f, f), dot(s, e), dot(s, f)];
  const det = ee * ff - ef * ef;
  const [v, w] = [(ff * se - ef * sf) / det, (ee * sf - ef * se) / det];
  const off = minus(s, [0, 1, 2].map((k) => v * e[k] + w * f[k]) as unknown as Vec3);
  const isWithin = v > 0.01 && w > 0.01 && v + w < 0.99 && Math.hypot(...off) < 1e-4;
  return isWithin ? [1 - v - w, v, w] : undefined;
}

describe('points of a skin and of morph targets', () => {
  it.each([
    ['that stand', '', 0],
    ['on a body that moves', `, motion: { velocity: [0, ${SPEED}, 0] }`, SPEED],
  ])('have the velocities of their surfaces %s', async (_, motion, speed) => {
    const points = await pointsOf(motion);
    const { velocity = [], radialVelocity = [], moving = [], range } = points;
    let found = 0;
    const all = Array.from({ length: points.count }, (__, i) => i);
    const wrong = outliers(all, (i) => {
      const time = points.gpsTime[i] - START;
      const place: Vec3 = [points.x[i], points.y[i] - speed * time, points.z[i]];
      const bend = velocityAt(place, (0.1 + time) % WALK_SECONDS);
      // The box is rigid, and at edges either side may be meant.
      if (bend === undefined) return true;
      found++;
      const expected = [bend[0], bend[1] + speed, bend[2]];
      const off = Math.max(...expected.map((value, axis) => Math.abs(velocity[3 * i + axis] - value)));
      const along =
        (expected[0] * points.x[i] + expected[1] * points.y[i] + expected[2] * (points.z[i] - 1)) / range[i];
      return (
        off < 1e-3 &&
        Math.abs(radialVelocity[i] - along) < 2e-3 &&
        moving[i] === (Math.hypot(...expected) > 0.05 ? 1 : 0)
      );
    });
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(150);
  });
});
