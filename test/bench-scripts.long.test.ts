import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileTimes } from './support/file-times.js';

const BENCH = resolve(import.meta.dirname, '../bench');
const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes `floats` and gives the path. */
function floatsFile(name: string, floats: number[]): string {
  const path = join(folder, name);
  writeFileSync(path, Float32Array.from(floats));
  return path;
}

/** A triangle 2 m above two rays, of which the first meets it. */
const TRIANGLES = () => floatsFile('triangles.f32', [-1, -1, 2, 2, -1, 2, -1, 2, 2]);
const RAYS = () => floatsFile('rays.f32', [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);

/** A survey of a room. */
function roomSurvey(): string {
  const path = join(folder, 'room.yaml');
  const scene = 'scene: { parts: [ { generate: { kind: room, triangles: 20000 } } ] }';
  const rest = 'scanner: velodyne-vlp-16\nlegs: [ { position: [0, 0, 1.2], duration: 0.2 } ]\noutput: [ room.laz ]\n';
  writeFileSync(path, `${scene}\n${rest}`);
  return path;
}

/** Times of two test files that ran side by side for one of three seconds. */
function testTimes(): string {
  const path = join(folder, 'times.jsonl');
  const times = [
    { file: 'a.test.ts', beginMs: 1000, endMs: 3000, cpu: 1.5, tests: 2, assertions: 7 },
    { file: 'b.test.ts', beginMs: 2000, endMs: 4000, cpu: 3, tests: 1, assertions: 1 },
  ];
  writeFileSync(path, times.map((line) => `${JSON.stringify(line satisfies FileTimes)}\n`).join(''));
  return path;
}

/** A survey of 1,448 pulses over a small terrain. */
function smallSurvey(): string {
  const path = join(folder, 'survey.yaml');
  const lines = [
    'scene: { parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }',
    'scanner: velodyne-vlp-16',
    'legs: [ { position: [0, 0, 20], duration: 0.005 } ]',
    'output: [ cloud.las ]',
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}

/** A program that prints its duration, as HELIOS++ does. */
function standIn(): string {
  const path = join(folder, 'helios++');
  writeFileSync(path, '#!/bin/sh\necho "Pulse computation tasks finished in 1.5 sec."\n', { mode: 0o755 });
  return path;
}

const HELIOS = resolve(import.meta.dirname, '../../shared/helios');

/** Records and text, by the main thread and by a thread of their own. */
const FILES = ['--formats', 'laz,csv', '--makers', '0,1', '--triangles', '2000'];

/** Options with which a bench takes a second. */
const SMALL: Record<string, () => string[]> = {
  campaigns: () => ['--surveys', '2', '--draws', '50', '--frames', '1', '--triangles', '170000'],
  copc: () => ['--points', '20000'],
  files: () => ['--parts', 'write', '--points', '20000', '--rounds', '1', ...FILES],
  kernel: () => ['--triangles', TRIANGLES(), '--rays', RAYS(), '--subrays', '2'],
  'cpu-stages': () => ['--survey', smallSurvey(), '--repeats', '1'],
  digests: () => ['--engines', 'cpu', '--examples', 'materials', '--short'],
  helios: () => ['--rounds', '1', '--surveys', 'tls_livox', '--surveys', 'none.xml', '--binary', standIn()],
  'helios-physics': () => ['--surveys', 'data/test/test_warmup_oscillating.xml', '--switches', 'clock'],
  kills: () => ['--count', '1', '--scale', '0.15', '--set', 'frames'],
  lockstep: () => ['--shrink', '100', '--runs', '2', '--cases', 'terrestrial'],
  looking: () => ['--cloud', join(import.meta.dirname, 'io/fixtures/golden-format-7.las'), '--repeats', '1'],
  materials: () => ['--pulses', '500', '--rounds', '1', '--scenes', 'room', '--triangles', '20000'],
  memory: () => ['--cases', 'pictures', '--scale', '0.0001'],
  obj: () => ['--triangles', '20000', '--runs', '1'],
  poses: () => ['--pulses', '5000'],
  startup: () => ['--rounds', '1', '--commands', 'subray scanner list'],
  studio: () => ['--sizes-only'],
  tests: () => ['--from', testTimes()],
  survey: () => ['--triangles', '20000', '--step', '2', '--threads', '1', '--repeats', '1'],
  traverse: () => ['--sets', 'hdlEasy', '--repeats', '1'],
  write: () => ['--points', '20000'],
  estimates: () => ['--surveys', roomSurvey()],
  frames: () => ['--scanner', 'velodyne-vlp-16', '--seconds', '0.2', '--threads', '1', '--repeats', '1'],
  vegetation: () => ['--rows', '10', '--triangles', '20000', '--parts', 'cover,medium'],
};
/**
 * `edit-loop` changes and builds a checkout. `embree` needs Embree and a compiler; its measurement of subray is the
 * bench `kernel`. `gpu-passes` and `gpu-stages`
 * need a GPU, or half a minute of a software one; `test/parity` runs the same passes.
 */
const ELSEWHERE = ['edit-loop', 'embree', 'gpu-passes', 'gpu-stages'];

const runBench = (name: string) =>
  JSON.parse(execFileSync(process.execPath, [join(BENCH, 'run.mjs'), name, '--json', ...SMALL[name]()]).toString());

describe('the benches', () => {
  it.each(ELSEWHERE)('%s finds all that it imports', async (name) => {
    expect(await import(pathToFileURL(join(BENCH, `${name}.mjs`)).href)).toHaveProperty('run');
  });

  it('are all tried here', () => {
    const names = readdirSync(BENCH).filter((file) => /^(?!run|lib-).*\.mjs$/.test(file));
    expect([...Object.keys(SMALL), ...ELSEWHERE].sort()).toEqual(names.map((file) => file.slice(0, -4)).sort());
  });

  it.each(Object.keys(SMALL).filter((name) => !['helios', 'kernel', 'tests'].includes(name)))('%s runs', (name) => {
    expect(Object.keys(runBench(name))).not.toEqual([]);
  });

  it('tests sums up what files took', () => {
    expect(runBench('tests')).toMatchObject({ files: 2, tests: 3, assertions: 8, seconds: 3, cpu: 4.5 });
  });

  it.skipIf(!existsSync(HELIOS))('helios compares programs, and says which surveys fail', () => {
    const [livox, none] = runBench('helios').surveys;
    expect(livox.subray.user).toBeGreaterThan(livox.subray.simulate / 4);
    expect(livox.subray.total).toBeGreaterThan(livox.subray.simulate + livox.subray.load);
    expect(livox.helios).toMatchObject({ simulate: 1.5, total: expect.any(Number), user: expect.any(Number) });
    expect(none.fault).toContain('there is no ');
  });

  it.skipIf(!existsSync(HELIOS))('helios takes the times of the reference where there is no program', async () => {
    const { readTimings } = await import(join(BENCH, 'lib-helios-timings.mjs'));
    const timings = readTimings(join(HELIOS, 'reference/timings.md'));
    expect(timings.get('als_toyblocks')).toEqual({ total: 5.3, simulate: 5.2, user: 11.1, peakMegabytes: 58 });
    expect(timings.get('birch12_hdl64')).toMatchObject({ total: 23.1, simulate: 16.8 });
    expect(timings.get('tls_livox').user).toBeUndefined();
    expect(timings.size).toBe(13);
  });

  it('kernel traces the rays that it is given', () => {
    expect(runBench('kernel')).toMatchObject({ rays: 2, hits: 1, distanceSum: 2 });
  });
});
