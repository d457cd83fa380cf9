import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { makePlan } from '../../src/node-scans.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { askWorkbench } from '../../src/workbench/ask-workbench.js';
import type { PlanWish } from '../../src/workbench/operations/make-plan.js';
import { webRunStore } from '../../src/workbench/web-run-store.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { box, level, objOf, sceneFolder } from '../planning/plain-scenes.js';
import { isLong } from '../support/long-run.js';

const folder = sceneFolder();
const PLAIN = objOf([level(-200, -100, 200, 100, 10), ...box(-50, -5, -40, 5, 10, 40)]);
const TEXT = `
scene:
  parts:
    - file: plain.obj
scanner: riegl-lms-q560
platform: aircraft
legs: []
output: [plain.las]
`;
folder.write('plain.obj', PLAIN);
const survey = folder.write('plain.yaml', TEXT);

/** A workbench with the plain, and the number of times that trees were built on it. */
function openBench() {
  const files = createWebFiles({ sources: { 'plain.obj': PLAIN } });
  const built: string[] = [];
  const prepareScene: typeof nodeMachine.prepareScene = (scene, options) => {
    built.push('trees');
    return nodeMachine.prepareScene(scene, { ...options, cache: false });
  };
  const bench = new Workbench({
    machine: { ...nodeMachine, files, prepareScene },
    folder: '.',
    runs: webRunStore(new Map()),
  });
  const plan = (wish: PlanWish, text = TEXT, scanner?: number) =>
    askWorkbench(bench, 'plan', { text, wish, scanner }, { signal: new AbortController().signal, emit: () => {} });
  return { bench, plan, built };
}

const FLIGHT = { kind: 'als', height: 400, overlap: 0.3 } as const;

describe('the plan of a survey on the table', () => {
  it.runIf(isLong)('is for one of several scanners, whose mount it has, and costs what all of them do', async () => {
    const { plan } = openBench();
    const listed = 'scanners: [{ scanner: leica-als50, mount: { roll: 0 } }, { name: q, scanner: riegl-lms-q560 }]';
    const several = TEXT.replace('scanner: riegl-lms-q560', listed);
    const alone = await plan(FLIGHT);
    const second = await plan(FLIGHT, several, 1);
    expect(second.legs).toEqual(alone.legs);
    expect(second.sections.scanner).toEqual(alone.sections.scanner);
    expect(second.cost.pulses).toBeGreaterThan(alone.cost.pulses);
    expect((await plan(FLIGHT, several, 0)).sections.scanner).not.toEqual(alone.sections.scanner);
    expect((await plan(FLIGHT, several)).sections).toEqual((await plan(FLIGHT, several, 0)).sections);
    await expect(plan(FLIGHT, several, 2)).rejects.toThrow('the survey has 2 scanners, none of number 3');
  });

  it('is the flight of makePlan, on the scene that is there already', async () => {
    const { plan, built } = openBench();
    const answer = await plan(FLIGHT);
    await plan({ ...FLIGHT, height: 300 });
    expect(built).toEqual(['trees']);

    const known = await makePlan({ ...FLIGHT, scene: survey }, { cache: false });
    expect(answer.legs).toEqual(known.legs);
    expect(answer.numbers).toMatchObject(
      Object.fromEntries(Object.keys(answer.numbers).map((key) => [key, known[key as keyof typeof known]])),
    );
    const { cells, cellBands, heights, bands } = answer.coverage;
    expect(cells).toEqual(known.map.coverage);
    // Each cell that has a height is in the band of its name.
    for (const [band, entry] of bands.entries()) {
      const own = [...cellBands.keys()].filter((cell) => cellBands[cell] === band);
      expect(own.length).toBe(entry.cells);
      expect(
        own.every((cell) => Number.isFinite(heights[cell]) && (cells[cell] === 0) === /^not/.test(entry.name)),
      ).toBe(true);
    }
    const written = parseYaml(surveyText(known, 'flight.yaml', []), 'flight').value as { legs: unknown };
    expect(answer.legs.map(({ section }) => section)).toEqual(written.legs);
  });

  it('says what the legs cost, and where their swaths lie', async () => {
    const { plan } = openBench();
    const { numbers, ways, cost } = await plan(FLIGHT);
    if (numbers.kind !== 'als') throw new Error('no flight');
    expect(ways).toHaveLength(numbers.lines.length);
    const [{ way, left, right }] = ways;
    expect(way).toHaveLength(6);
    expect([left[2], right[2]]).toEqual([expect.closeTo(10, 6), expect.closeTo(10, 6)]);
    expect(Math.hypot(right[0] - left[0], right[1] - left[1])).toBeCloseTo(numbers.swathWidth, 6);
    expect(cost.pulses).toBeGreaterThan(1000);
    expect(cost.pointsMax).toBeGreaterThanOrEqual(cost.pulses);
    expect(cost.outputBytesMax).toBeGreaterThan(20 * cost.pointsMax);
  });

  it('covers an outline with lines that are no longer than it is there', async () => {
    const { plan } = openBench();
    const outline = [[-150, -80], [150, -80], [150, 80]] as const; // biome-ignore format: corners
    const { numbers, coverage } = await plan({ ...FLIGHT, height: 60, outline });
    if (numbers.kind !== 'als') throw new Error('no flight');
    expect(numbers.areaSize).toBeCloseTo(24_000, 6);
    const lengths = numbers.lines.map(({ length }) => length);
    expect(numbers.heading).toBeCloseTo(Math.atan2(300, 160), 9);
    expect(Math.max(...lengths)).toBeGreaterThan(330);
    expect(Math.min(...lengths)).toBeLessThan(0.6 * Math.max(...lengths));
    // Cells outside of the outline do not count.
    expect(coverage.none).toBe(0);
    await expect(plan({ ...FLIGHT, outline: outline.slice(0, 2) })).rejects.toThrow(/encloses nothing/);
    const crossed = [[0, 0], [50, 50], [50, 0], [0, 60]] as const; // biome-ignore format: corners
    await expect(plan({ ...FLIGHT, outline: crossed })).rejects.toThrow(/crosses itself/);
  });

  it('is stations by visibility, or a drive, for scanners that can do it', async () => {
    const { plan } = openBench();
    const text = TEXT.replace('riegl-lms-q560', 'velodyne-vlp-16').replace('platform: aircraft\n', '');
    const area = { min: [-60, -30], max: [-30, 0] } as const;
    const file = folder.write('ground.yaml', text);
    const stations = await plan({ kind: 'tls', area, coverage: 0.8 }, text);
    const known = await makePlan({ kind: 'tls', area, coverage: 0.8, scene: file }, { cache: false });
    expect(stations.legs).toEqual(known.legs);
    expect(stations.ways.map(({ way }) => [...way])).toEqual(known.legs.map(({ section }) => section.position));

    const path = [[-60, -20], [0, -20], [0, 20]] as const; // biome-ignore format: points
    const drive = await plan({ kind: 'mls', path, speed: 5 }, text);
    expect(drive.numbers).toMatchObject({ kind: 'mls', length: expect.closeTo(100, 6) });
    expect(drive.legs).toEqual((await makePlan({ kind: 'mls', path, speed: 5, scene: file }, { cache: false })).legs);
  });

  it('takes the time that its legs take in the survey, where a path over hills is not quite as long as planned', async () => {
    const { bench, plan } = openBench();
    const hills = '- generate: { kind: terrain, seed: 4, extent: 300, triangles: 4000 }';
    const text = TEXT.replace('- file: plain.obj', hills).replace('riegl-lms-q560', 'velodyne-vlp-16');
    const { numbers, legs, times } = await plan({ kind: 'mls', speed: 10 }, text);
    const used = text.replace('legs: []', `legs: ${JSON.stringify(legs.map(({ section }) => section))}`);
    const context = { signal: new AbortController().signal, emit: () => {} };
    const { survey } = await askWorkbench(bench, 'check', { text: used }, context);
    expect(times).toEqual(survey?.legs.map(({ startTime, duration }) => ({ startTime, duration })));
    expect(times[0].duration).not.toBeCloseTo(numbers.totalTime, 3);
  });

  it('refuses what cannot be flown, and says what can', async () => {
    const { plan } = openBench();
    await expect(plan({ ...FLIGHT, height: 9000 })).rejects.toThrow(/height: found 9000, expected at most/);
  });
});
