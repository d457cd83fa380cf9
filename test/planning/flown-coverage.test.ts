import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { planFlight } from '../../src/planning/flight/plan-flight.js';
import { coverageShares } from '../../src/planning/plan-map.js';
import type { FlightPlan } from '../../src/planning/survey-plan.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { sceneFolder } from './plain-scenes.js';

const folder = sceneFolder();
/** Size of the terrain and distance between its points, metres. */
const SIZE = 560;
const STEP = 10;
/** Width of a cell in which points are looked for, metres. */
const CELL = 2;

/** Slopes and hills, 160 m from the lowest to the highest. */
const terrain = (x: number, y: number): number =>
  75 * Math.sin((2 * Math.PI * x) / 1600 + 0.4) * Math.cos((2 * Math.PI * y) / 2100) +
  8 * Math.sin((2 * Math.PI * (x + 0.6 * y)) / 540) +
  40 * Math.cos((2 * Math.PI * y) / 700);

function mountain(): string {
  const count = SIZE / STEP + 1;
  const places = Array.from({ length: count * count }, (_, k) => [(k % count) * STEP, Math.floor(k / count) * STEP]);
  const corners = places.map(([x, y]) => `v ${x} ${y} ${terrain(x, y).toFixed(3)}`);
  const faces = places.flatMap(([x, y], k) =>
    x < SIZE && y < SIZE ? [`f ${k + 1} ${k + 2} ${k + count + 2} ${k + count + 1}`] : [],
  );
  return folder.write('mountain.obj', ['o mountain', ...corners, ...faces, ''].join('\n'));
}

/** The plan's own map with the strips that the flight's first returns show in each cell. */
async function flownStrips(plan: FlightPlan): Promise<Set<number>[]> {
  const file = folder.path('flown.yaml');
  writeFileSync(file, `${surveyText(plan, file, [])}footprint: { subrays: 1 }\n`);
  const columns = SIZE / CELL;
  const cells = Array.from({ length: columns * columns }, () => new Set<number>());
  const options = { engine: 'cpu', threads: 1, cache: false } as const;
  for await (const batch of simulate(await loadSurvey(file, { outputFolder: folder.path('.') }), options))
    for (let k = 0; k < batch.count; k++) {
      const [column, row] = [Math.floor(batch.x[k] / CELL), Math.floor(batch.y[k] / CELL)];
      cells[row * columns + column]?.add(batch.pointSourceId[k]);
    }
  return cells;
}

describe('the coverage of a plan over mountains', () => {
  it('is that of the flight for two channels that look ahead and back', async () => {
    const survey = folder.write(
      'mountain.yaml',
      'scene: { parts: [{ file: mountain.obj }] }\nscanner: { id: riegl-vq-1560i, pulseRate: 150000, lineRate: 200 }\n',
    );
    mountain();
    const plan = await planFlight(
      { kind: 'als', scene: survey, platform: 'aircraft', height: 250, overlap: 0.3, speed: 300, climb: 8, terrain: 'following' }, // biome-ignore format: one request
      { machine: nodeMachine, cache: false },
    );
    const flown = await flownStrips(plan);
    const share = (of: (strips: number) => boolean) => flown.filter(({ size }) => of(size)).length / flown.length;
    const planned = coverageShares(plan.map);
    expect(plan.notes.join()).toContain('the climb is limited');
    expect(share((strips) => strips === 0)).toBe(0);
    expect(planned.none).toBe(0);
    expect(Math.abs(planned.once - share((strips) => strips === 1))).toBeLessThan(0.02);
    expect(Math.abs(planned.more - share((strips) => strips > 1))).toBeLessThan(0.02);
  });
});
