import { describe, expect, it } from 'vitest';
import type { BenchOptions, BenchReport, BenchRow } from '../../src/bench/bench-engines.js';
import type { ParityReport } from '../../src/bench/compare-engines.js';
import { noSeconds } from '../../src/device/stages.js';
import { subray } from './fakes.js';

const rates = (subraysPerSecond: number) => ({
  subraysPerSecond,
  pulsesPerSecond: subraysPerSecond / 19,
  pointsPerSecond: subraysPerSecond / 20,
});

const row = (engine: 'cpu' | 'gpu', subraysPerSecond: number): BenchRow => ({
  scene: 'forest',
  survey: 'terrestrial',
  triangles: 900_000,
  engine,
  openSeconds: 0.5,
  traverseSubraysPerSecond: engine === 'gpu' ? undefined : 2 * subraysPerSecond,
  traced: rates(subraysPerSecond),
  stages: { ...noSeconds(), pulse: 0.01, traverse: 0.05 },
  written: rates(subraysPerSecond / 2),
  subrays: 1e6,
});

const REPORT: BenchReport = {
  subray: '0',
  node: 'v20',
  cpu: 'a cpu',
  threads: 2,
  gpu: 'a gpu',
  rows: [row('cpu', 20e6), row('gpu', 500e6)],
};

describe('subray bench engines', () => {
  async function bench(argv: string) {
    const seen: BenchOptions[] = [];
    const benchEngines = async (options: BenchOptions = {}) => {
      seen.push(options);
      return REPORT;
    };
    return { ...(await subray(`bench engines ${argv}`, { benchEngines })), seen };
  }

  it('prints rates and how many times as fast the gpu is', async () => {
    const { code, stdout, seen } = await bench('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cpu: a cpu, 2 threads; gpu: a gpu$/m);
    expect(stdout).toMatch(/^forest +terrestrial +cpu +40\.0 +20\.0 +1\.05 +1\.00 +0\.500 +0\.50 s$/m);
    expect(stdout).toMatch(/^forest +terrestrial +gpu +– +500 +26\.3 +25\.0 +12\.5 +0\.50 s$/m);
    expect(stdout).toMatch(/^forest, terrestrial: the gpu is 25\.0 times as fast as the cpu$/m);
    expect(seen[0]).toMatchObject({ scenes: ['forest', 'street', 'woods'], adapter: 'hardware' });
    expect(seen[0]).not.toHaveProperty('seconds');
  });

  it('says how long it takes', async () => {
    const { stdout } = await bench('--help');
    expect(stdout.replace(/\s+/g, ' ')).toContain('takes two to four minutes');
  });

  it('hands on what is asked for, and prints JSON', async () => {
    const { stdout, seen } = await bench(
      '--seconds 1 --repeats 5 --shrink 10 --scenes woods --adapter software --json',
    );
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(REPORT)));
    expect(seen[0]).toMatchObject({ seconds: 1, repeats: 5, shrink: 10, scenes: ['woods'], adapter: 'software' });
  });

  it('hands on how the GPU engine is to work', async () => {
    const { seen } = await bench('--workgroup 32 --chunk 1e6 --walk pulse');
    expect(seen[0]).toMatchObject({ workgroup: 32, chunkSubrays: 1_000_000, walk: 'pulse' });
    expect((await bench('')).seen[0]).not.toHaveProperty('workgroup');
  });

  it('prints the rates of stages', async () => {
    const { stdout } = await bench('--profile');
    expect(stdout).toMatch(/^scene +survey +engine +pulse +traverse$/m);
    expect(stdout).toMatch(/^forest +terrestrial +gpu +100 +20\.0$/m);
    expect((await bench('')).stdout).not.toContain('stage alone');
  });

  it.each([
    ['--workgroup 48', '--workgroup: found 48, expected one of 32, 64, 128, 256'],
    ['--chunk 10', '--chunk: found "10", expected a whole number from 1000 to 67108864'],
    ['--scenes forest,lake', 'found "lake", expected names out of forest, street, woods'],
    ['--seconds 0', '--seconds: found "0", expected a whole number from 1 to 600'],
  ])('refuses %s', async (argv, message) => {
    const { code, stderr, seen } = await bench(argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(seen).toEqual([]);
  });
});

describe('subray bench parity', () => {
  const report = (ok: boolean): ParityReport => ({
    gpu: 'a gpu',
    ok,
    rows: [
      {
        scene: 'street',
        survey: 'airborne',
        returns: 123_456,
        differing: ok ? 0 : 7,
        range: 4e-6,
        energyShare: 4e-7,
        position: 8e-6,
      },
    ],
  });
  const compare = (ok: boolean, argv = '') => {
    const compareEngines = async () => report(ok);
    return subray(`bench parity ${argv}`, { compareEngines });
  };

  it('says that the engines agree', async () => {
    const { code, stdout } = await compare(true);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^street +airborne +123,456 +0 +0\.004 mm +0\.000040 %$/m);
    expect(stdout).toMatch(/^the engines agree$/m);
  });

  it('ends with exit code 1 where they do not', async () => {
    const { code, stdout } = await compare(false, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(report(false));
  });
});
