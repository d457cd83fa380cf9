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
