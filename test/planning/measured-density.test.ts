import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { planFlight } from '../../src/planning/flight/plan-flight.js';
import type { FlightRequest } from '../../src/planning/plan-request.js';
import type { FlightPlan } from '../../src/planning/survey-plan.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { sampleOf } from '../support/long-run.js';

const DEGREE = Math.PI / 180;
/** Largest difference of density and overlap from the plan: a fifth of the promised one. */
const TOLERANCE = 0.01;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-density-'));
  writeFileSync(
    join(folder, 'plain.obj'),
    'o plain\nv -500 -500 3\nv 500 -500 3\nv 500 500 3\nv -500 500 3\nf 1 2 3 4\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Places of points and the numbers of their lines. */
interface MeasuredPoints {
  x: number[];
  y: number[];
  line: number[];
}

/** The first returns of a planned survey, from the survey file as it is written, read and simulated. */
async function measure(request: Partial<FlightRequest>): Promise<{ plan: FlightPlan; points: MeasuredPoints }> {
  const scene = join(folder, 'plain.obj');
  const plan = await planFlight(
    { kind: 'als', scene, height: 100, ...request },
    { machine: nodeMachine, cache: false },
  );
  const file = join(folder, `plan-${request.scanner}.yaml`);
  writeFileSync(file, `${surveyText(plan, file, [])}footprint: { subrays: 1 }\n`);
  const points: MeasuredPoints = { x: [], y: [], line: [] };
  for await (const batch of simulate(await loadSurvey(file, { outputFolder: folder }), {
    engine: 'cpu',
    threads: 1,
    cache: false,
  }))
    for (let k = 0; k < batch.count; k++) {
      if (batch.returnNumber[k] !== 1) continue;
      points.x.push(batch.x[k]);
      points.y.push(batch.y[k]);
      points.line.push(batch.pointSourceId[k]);
    }
  return { plan, points };
}

/** Number of points in a rectangle, of one line if it is named. */
function countWithin({ x, y, line }: MeasuredPoints, [x0, y0, x1, y1]: number[], ofLine?: number): number {
  let count = 0;
  for (let k = 0; k < x.length; k++) {
    const isInside = x[k] >= x0 && x[k] < x1 && y[k] >= y0 && y[k] < y1;
    if (isInside && (ofLine === undefined || line[k] === ofLine)) count++;
  }
  return count;
}

/** Width in which points of a line lie, metres across a flight to the north. */
function widthOf({ x, line }: MeasuredPoints, ofLine: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < x.length; k++) {
    if (line[k] !== ofLine) continue;
    low = Math.min(low, x[k]);
    high = Math.max(high, x[k]);
  }
  return high - low;
}

/** Flights to the north over an area that several lines cover. */
const FLIGHTS: Record<string, Partial<FlightRequest>> = {
  'a polygon whose head stands still': { scanner: 'riegl-lms-q560', overlap: 0.3, speed: 100 },
  'a polygon that pauses between its facets': {
    scanner: 'riegl-vz-1000',
    overlap: 0.25,
    fieldOfView: 40 * DEGREE,
    speed: 60,
  },
  'a mirror that swings to and fro': { scanner: 'optech-altm-3100', overlap: 0.2, fieldOfView: 40 * DEGREE, speed: 60 },
  'a cone': { scanner: 'riegl-vq-880-g', overlap: 0.4, speed: 400 },
  prisms: { scanner: 'livox-mid-40', overlap: 0.2, speed: 80 },
  'an array that spins on its side, on a drone': {
    kind: 'uav',
    scanner: 'velodyne-vlp-16',
    height: 40,
    overlap: 0.2,
    speed: 20,
  },
};

/** Flights for 8 points/m² in the median of a strip. */
const STRIPS: Record<string, Partial<FlightRequest>> = {
  'a mirror with turns': { scanner: 'optech-galaxy', fieldOfView: 20 * DEGREE },
  'two rolled channels': { scanner: 'riegl-vq-1560i', platform: 'aircraft', fieldOfView: 20 * DEGREE },
};
/** Size of a cell in which points are counted, metres. */
const CELL = 4;

/** Points a square metre in cells of a line, between the edges of the area and well inside of the swath. */
function cellsOf({ x, y, line }: MeasuredPoints, ofLine: number, half: number): number[] {
  const middle = x.filter((_, k) => line[k] === ofLine).reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]); // biome-ignore format: an extent
  const columns = Math.floor((0.8 * (middle[1] - middle[0])) / CELL);
  const left = (middle[0] + middle[1] - columns * CELL) / 2;
  const rows = Math.floor((2 * half) / CELL);
  const counts = new Array<number>(columns * rows).fill(0);
  for (const [k, value] of x.entries()) {
    const [column, row] = [Math.floor((value - left) / CELL), Math.floor((y[k] + half) / CELL)];
    if (line[k] === ofLine && column >= 0 && column < columns && row >= 0 && row < rows)
      counts[row * columns + column]++;
  }
  return counts.map((count) => count / CELL ** 2).sort((a, b) => a - b);
}

const HALF = 50;
/** Little more than a swath wide, so that edges count. */
const SMALL = { min: [-60, -35], max: [70, 45] } as const;
const AREA = { min: [-HALF, -HALF], max: [HALF, HALF] } as const;

describe('density and overlap of a simulated flight', () => {
  for (const [name, request] of sampleOf(Object.entries(FLIGHTS), 4))
    it(`are those of the plan for ${name}`, async () => {
      const { plan, points } = await measure({ ...request, area: AREA, heading: 0 });
      expect(plan.lines.length).toBeGreaterThanOrEqual(2);
      // From the middle of one line to the middle of the next, all overlaps are passed once.
      const middle = plan.map.tracks[0][0][0];
      const block = countWithin(points, [middle, -HALF, middle + plan.spacing, HALF]);
      expect(ratio(block / (2 * HALF * plan.spacing), plan.density.block)).toBeLessThan(TOLERANCE);
      const first = countWithin(points, [-1000, -HALF, 1000, HALF], 1);
      expect(ratio(first / (2 * HALF * plan.swathWidth), plan.density.strip)).toBeLessThan(TOLERANCE);
      const width = widthOf(points, 1);
      expect(ratio(width, plan.swathWidth)).toBeLessThan(TOLERANCE);
      expect(ratio((width - plan.spacing) / width, plan.overlap)).toBeLessThan(TOLERANCE);
    });

  for (const name of sampleOf(
    ['a polygon whose head stands still', 'a cone', 'an array that spins on its side, on a drone'],
    1,
  ))
    it(`are those of the plan over a small area for ${name}`, async () => {
      const { plan, points } = await measure({ ...FLIGHTS[name], area: SMALL, heading: 0.3 });
      const inside = countWithin(points, [...SMALL.min, ...SMALL.max]);
      const size = (SMALL.max[0] - SMALL.min[0]) * (SMALL.max[1] - SMALL.min[1]);
      expect(ratio(inside / size, plan.density.area)).toBeLessThan(TOLERANCE);
    });

  it.each(Object.entries(STRIPS))('are those required of a strip for %s', async (_, request) => {
    const required = { density: 8, densityOf: 'strip', height: 300, overlap: 0.2 } as const;
    const { plan, points } = await measure({ ...request, ...required, area: AREA, heading: 0 });
    const cells = cellsOf(points, 1, HALF);
    expect(cells.length).toBeGreaterThan(200);
    expect(plan.density.median / 8).toBeGreaterThan(0.99);
    // A planned density that is exceeded is so for a reason that is told.
    if (plan.density.median > 8 * 1.01) expect(plan.notes.join()).toContain('more than the 8 required');
    expect(ratio(cells[cells.length >> 1], plan.density.median)).toBeLessThan(0.05);
  });

  it('leave no part of the area without points', async () => {
    const { points } = await measure({ scanner: 'riegl-lms-q560', overlap: 0.2, area: AREA, heading: 30 * DEGREE });
    const CELL = 5;
    const cells = new Set<string>();
    for (const [k, x] of points.x.entries()) {
      const y = points.y[k];
      if (Math.abs(x) < HALF && Math.abs(y) < HALF) cells.add(`${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`);
    }
    expect(cells.size).toBe(((2 * HALF) / CELL) ** 2);
  });
});

const ratio = (measured: number, planned: number): number => Math.abs(measured / planned - 1);
