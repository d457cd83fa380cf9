import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { isLong } from '../support/long-run.js';
import { workplace } from './subray.js';

const SCENES = fileURLToPath(new URL('../../../shared/scenes', import.meta.url));
const place = workplace();

/** Points of a class, and the heights below which 5 % and 95 % of them lie. */
interface Heights {
  count: number;
  low: number;
  high: number;
}

async function heightsByClass(path: string): Promise<Record<number, Heights>> {
  const heights = new Map<number, number[]>();
  for await (const { count, z, classification } of readPoints(await openLas(nodeFiles, path)))
    for (let i = 0; i < count; i++) {
      const list = heights.get(classification[i]) ?? [];
      heights.set(classification[i], list);
      list.push(z[i]);
    }
  return Object.fromEntries(
    [...heights].map(([number, list]) => {
      list.sort((a, b) => a - b);
      const at = (share: number) => list[Math.floor(share * (list.length - 1))];
      return [number, { count: list.length, low: at(0.05), high: at(0.95) }];
    }),
  );
}

async function scan(name: string, survey: string) {
  place.write(`${name}.yaml`, survey);
  const { code, stdout, stderr } = await place.answer('run', `${name}.yaml`, '--json', '--out', place.folder(name));
  expect(code, stderr).toBe(0);
  return { report: JSON.parse(stdout), heights: await heightsByClass(join(place.path, name, 'cloud.las')) };
}

describe.skipIf(!existsSync(SCENES))('scenes of others (skipped: ../shared/scenes is not here)', () => {
  it.runIf(isLong)('scans a city of toy houses, with classes by patterns', async () => {
    const { report, heights } = await scan(
      'city',
      `scene:
  parts: [ { file: "${SCENES}/kaykit_city/kaykit_city.obj", up: y } ]
  labels:
    - { match: "road*", class: 11 }
    - { match: "building*", class: 6 }
    - { match: "car*", class: 64 }
    - { match: "bush*", class: 4 }
scanner: { id: riegl-vz-400, elevationMin: -90, elevationMax: -20, verticalStep: 0.6, horizontalStep: 0.6 }
platform: tripod
legs: [ { position: [0, 0, 25] }, { position: [30, 30, 25] } ]
output: [ cloud.las ]
`,
    );
    expect(report.points).toBeGreaterThan(50_000);
    for (const number of [4, 6, 11, 64]) expect(heights[number]?.count, `class ${number}`).toBeGreaterThan(50);
    const { 6: building, 11: road, 64: car } = heights;
    expect(Math.abs(road.low)).toBeLessThan(0.6);
    expect(Math.abs(road.high)).toBeLessThan(0.6);
    expect(building.high).toBeGreaterThan(road.high + 2);
    expect(car.high).toBeGreaterThan(road.low);
    expect(car.high).toBeLessThan(building.high);
  });

  it('scans Delft from above, with classes by patterns', async () => {
    const { report, heights } = await scan(
      'delft',
      `scene:
  parts: [ { file: "${SCENES}/delft/delft.obj", up: y } ]
  labels:
    - { match: "Building*", class: 6 }
    - { match: "Road*", class: 11 }
    - { match: "WaterBody*", class: 9 }
    - { match: "*", class: 2 }
scanner: { id: riegl-vz-400, elevationMin: -90, elevationMax: -30, verticalStep: 0.4, horizontalStep: 0.4 }
platform: tripod
legs: [ { position: [-90, 60, 200] }, { position: [60, 60, 200] } ]
output: [ cloud.las ]
`,
    );
    expect(report.points).toBeGreaterThan(50_000);
    for (const number of [2, 6, 9, 11]) expect(heights[number]?.count, `class ${number}`).toBeGreaterThan(500);
    const { 6: building, 9: water, 11: road } = heights;
    expect(building.high).toBeGreaterThan(road.high + 3);
    expect(road.high - road.low).toBeLessThan(6);
    expect(water.low).toBeLessThanOrEqual(road.low + 0.5);
  });
});
