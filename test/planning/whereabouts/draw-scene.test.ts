import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { classStyle } from '../../../src/picture/raster/class-palette.js';
import { drawScene } from '../../../src/planning/whereabouts/draw-scene.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { movingSurvey } from '../../survey/scene/motion/moving-scene.js';

const SIZE = { width: 600, height: 400, background: 'dark', title: 'scene', color: 'class' } as const;

/** A car over a floor of 10 m around the origin. */
const CAR = `{ name: car, file: car.obj, transform: { translate: [0, 4, 0] }, motion: MOTION } ],
  labels: [ { part: car, match: "*", class: building }`;

/** Where the roof of the car is in the view from above, in shares of the view: its middle; undefined: nowhere. */
async function roofIn(motion: string, time?: number): Promise<[number, number] | undefined> {
  const survey = await loadSurvey(await movingSurvey(CAR.replace('MOTION', motion)));
  const png = join(mkdtempSync(join(tmpdir(), 'draw-scene-')), 'scene.png');
  await drawScene(survey, png, { ...SIZE, time, machine: nodeMachine });
  const { width, height, data, channels } = decode(readFileSync(png));
  const wanted = channelsOf(classStyle(6).color);
  let [count, x, y] = [0, 0, 0];
  // Not the legend.
  for (let row = 0; row < 0.9 * height; row++)
    for (let column = 0; column < width / 2; column++) {
      const at = channels * (row * width + column);
      if (!isShadeOf([data[at], data[at + 1], data[at + 2]], wanted)) continue;
      count++;
      x += column;
      y += row;
    }
  return count < 50 ? undefined : [x / count, y / count];
}

const channelsOf = (color: number): Vec3 => [color >> 16, (color >> 8) & 255, color & 255];

/** Whether a colour is another one, only darker. */
function isShadeOf(color: Vec3, wanted: Vec3): boolean {
  const share = Math.max(...color) / Math.max(...wanted);
  return share > 0.3 && color.every((value, k) => Math.abs(value - share * wanted[k]) < 6);
}

describe('the picture of a scene', () => {
  it('shows what moves where it is at the moment', async () => {
    const eastwards = '{ path: [[-2, 3, 0], [2, 3, 0]], speed: 2 }';
    const [start, later, end] = await Promise.all([roofIn(eastwards), roofIn(eastwards, 1), roofIn(eastwards, 2)]);
    if (!start || !later || !end) throw new Error('the car is not in a picture');
    expect(later[0]).toBeGreaterThan(start[0] + 20);
    expect(end[0] - later[0]).toBeCloseTo(later[0] - start[0], -1);
    expect(later[1]).toBeCloseTo(start[1], -1);
  });

  it('does not show what is not there', async () => {
    const appears = '{ path: [[-2, 3, 0], [2, 3, 0]], speed: 2, start: 1, before: hidden, after: hidden }';
    expect(await roofIn(appears, 0)).toBeUndefined();
    expect(await roofIn(appears, 2)).toBeDefined();
    expect(await roofIn(appears, 4)).toBeUndefined();
  });

  it('follows what goes on to a moment after the run', async () => {
    const [at, beyond] = [await roofIn('{ velocity: [0.1, 0, 0] }', 10), await roofIn('{ velocity: [0.1, 0, 0] }', 30)];
    expect(beyond?.[0]).toBeGreaterThan((at?.[0] ?? Infinity) + 10);
  });
});
