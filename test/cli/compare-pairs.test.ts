import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createPointBatch } from '../../src/cloud/point-batch.js';
import { createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { cloudHeader, temporaryFolder } from '../io/sample-cloud.js';
import { HAS_HELIOS_REFERENCE, heliosReferenceLines, heliosReferenceSampling } from '../support/helios-reference.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();

/** Writes a cloud of text, and returns its path. */
function cloud(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const NAMES = 'x,y,z,intensity,classification,return_number,number_of_returns,pulse,instance,range,energy';

/** Five pulses, the last of which has two returns. */
const A = [
  '0,0,0,100,2,1,1,0,1,10,1e-12',
  '1,0,0,200,2,1,1,1,1,11,2e-12',
  '2,0,0,300,2,1,1,2,1,12,3e-12',
  '3,0,0,400,6,1,1,3,2,13,4e-12',
  '4,0,0,500,6,1,2,4,2,14,5e-12',
  '4,0,1,600,6,2,2,4,2,15,6e-12',
];
/** Half a metre higher, out of order; twice the intensity, but one four times; pulse 2 is missing, 9 is new. */
const B = [
  '9,0,0.5,7,2,1,1,9,101,19,1e-12',
  '4,0,1.5,1200,6,2,2,4,101,15.25,6e-12',
  '0,0,0.5,200,2,1,1,0,101,10.25,1e-12',
  '1,0,0.5,400,6,1,1,1,101,11.25,2e-12',
  '3,0,0.5,800,6,1,1,3,102,13.25,4e-12',
  '4,0,0.5,2000,6,1,2,4,102,14.25,5e-12',
];
const a = cloud('a.csv', [NAMES, ...A]);
const b = cloud('b.csv', [NAMES, ...B]);

/** JSON of `subray compare`, with its exit code. */
async function compare(options: string): Promise<{ code: number; json: Record<string, never> & { matched: never } }> {
  const { code, stdout, stderr } = await subray(`compare ${options} --json`);
  expect(stderr).toBe('');
  return { code, json: JSON.parse(stdout) };
}

/** The columns of a table of text. */
const columnsOf = (names: string, lines: readonly string[]) => ({
  without: (...left: string[]) => {
    const kept = names.split(',').flatMap((name, k) => (left.includes(name) ? [] : [k]));
    const cut = (line: string) => kept.map((k) => line.split(',')[k]).join();
    return [names, ...lines].map(cut);
  },
});

describe('pairs of points', () => {
  it('are all in the JSON object', async () => {
    const { code, json } = await compare(`${a} ${b} --limit 2`);
    expect(code).toBe(0);
    const returns = { byReturnCount: { 1: 4, 2: 2 }, byReturnNumber: { 1: 5, 2: 1 }, first: 5, last: 5 };
    const same = { limit: 0.01, points: 5, share: 1 };
    const f32 = (value: number) => expect.closeTo(value, 18);
    expect(json).toEqual({
      kind: 'comparison',
      a: { path: a, points: 6, bounds: { min: [0, 0, 0], max: [4, 0, 1] }, returns },
      b: { path: b, points: 6, bounds: { min: [0, 0, 0.5], max: [9, 0, 1.5] }, returns },
      limit: 2,
      limitBy: 'option',
      apart: 0,
      aToB: expect.objectContaining({
        distance: {
          ...{
            points: 6,
            beyond: 0,
            median: 0.5,
            p95: Math.fround(Math.sqrt(1.25)),
            max: Math.fround(Math.sqrt(1.25)),
          },
          ...{ mean: expect.closeTo((2.5 + Math.sqrt(1.25)) / 6, 6), rms: expect.closeTo(Math.sqrt(2.5 / 6), 6) },
        },
      }),
      bToA: expect.objectContaining({ distance: expect.objectContaining({ points: 6, beyond: 1 }) }),
      matched: {
        by: 'pulse',
        sameReturn: true,
        points: 5,
        onlyA: 1,
        onlyB: 1,
        distance: {
          ...{ mean: 0.5, rms: 0.5, median: 0.5, p95: 0.5, p99: 0.5, max: 0.5 },
          within: [{ limit: 0.001, points: 0, share: 0 }],
        },
        range: { median: 0.25, mean: 0.25, rms: 0.25, p5: 0.25, p95: 0.25 },
        intensity: {
          ...{ points: 5, others: 0, medianA: 400, medianB: 800, median: 2, p5: 2, p95: 4 },
          within: [{ limit: 0.01, points: 0, share: 0 }],
          withinScaled: [{ limit: 0.01, points: 4, share: 0.8 }],
        },
        energy: {
          ...{ points: 5, others: 0, medianA: f32(4e-12), medianB: f32(4e-12), median: 1, p5: 1, p95: 1 },
          ...{ within: [same], withinScaled: [same] },
        },
        classes: {
          differing: 1,
          share: 0.2,
          table: [
            { a: 2, b: 2, points: 1 },
            { a: 2, b: 6, points: 1 },
            { a: 6, b: 6, points: 3 },
          ],
        },
        objects: {
          combinations: 3,
          agreeing: 4,
          share: 0.8,
          table: [
            { a: 1, b: 101, points: 2, agrees: true },
            { a: 2, b: 102, points: 2, agrees: true },
            { a: 2, b: 101, points: 1, agrees: false },
          ],
        },
      },
      thresholds: [],
      warnings: [],
    });
  });

  it.each(['las', 'ply', 'pcd', 'csv'] as const)('are found in %s as well', async (format) => {
    const batch = createPointBatch(3);
    batch.x.set([1, 2, 3]);
    batch.returnNumber.fill(1);
    batch.returnCount.fill(1);
    batch.energy.set([1e-12, 2e-12, 3e-12]);
    const points = { ...batch, pulse: Uint32Array.of(4_000_000_000, 1, 0) };
    const path = join(folder, `own.${format}`);
    const header = { ...cloudHeader({ min: [0, 0, 0], max: [4, 1, 1] }), optional: ['pulse'] as const };
    const sink = await createPointSink({ path, format, pointFormat: 6 }, { ...header }, { files: nodeFiles });
    await sink.write(points);
    await sink.finish();
    const other = cloud('others.csv', [
      'x,y,z,pulse,return_number,energy',
      '1,0,0.5,4000000000,1,2e-12',
      '3,0,0,0,1,6e-12',
    ]);
    expect((await compare(`${path} ${other}`)).json.matched).toMatchObject({
      ...{ by: 'pulse', sameReturn: true, points: 2, onlyA: 1, onlyB: 0 },
      ...{ distance: { max: 0.5 }, energy: { median: 2 } },
    });
  });

  it('are printed', async () => {
    const { stdout } = await subray(`compare ${a} ${b} --within 0.5`);
    const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
    for (const line of [
      'x 0.0000 4.0000 0.0000 9.0000',
      'of pulses with 1 return 4 4',
      'of pulses with 2 returns 2 2',
      'last returns 5 5',
      'pairs of points of the same pulse and return: 5; only in a 1, only in b 1',
      'within 0.5 m: 5 (100 %)',
      'range, b less a: median 0.2500, mean 0.2500, RMS 0.2500, 5 % 0.2500, 95 % 0.2500 m',
      'b / a pairs median 5 % 95 % of medians 1 ± 0.01 median ± 0.01',
      'intensity 5 2 2 4 2 0 % 80 %',
      'different classes: 1 (20 %)',
      '2 Ground 6 Building 1 20 %',
      'same objects, whatever their numbers: 4 (80 %); 3 combinations',
      '2 101, another 1 20 %',
    ])
      expect(lines).toContain(line);
  });

  it('need equal times where a cloud has no pulses, and are each other nearest without either', async () => {
    const timed = (lines: readonly string[]) => [
      NAMES.replace('pulse', 'gps_time'),
      ...lines.map((line) => line.replace(/^((?:[^,]+,){7})(\d)/, '$15.00001$2')),
    ];
    const [one, other] = [cloud('timed-a.csv', timed(A)), cloud('timed-b.csv', timed(B))];
    const byTime = (await compare(`${one} ${other}`)).json.matched;
    expect(byTime).toMatchObject({ by: 'time', timeTolerance: 1e-6, points: 5, onlyA: 1, onlyB: 1 });
    expect((await compare(`${one} ${other} --time-tolerance 2e-3`)).json.matched).toMatchObject({ points: 6 });
    const byPlace = (await compare(`${one} ${other} --match nearest --limit 0.6`)).json.matched;
    expect(byPlace).toMatchObject({ by: 'nearest', sameReturn: false, distance: { max: 0.5 } });
    const plain = cloud('plain.csv', columnsOf(NAMES, A).without('pulse'));
    expect((await compare(`${plain} ${b} --limit 0.6`)).json.matched).toMatchObject({ by: 'nearest' });
  });

  it('are the nearest ones of two lasers that share a number', async () => {
    const [one, other] = [
      cloud('lasers-a.csv', ['x,y,z,pulse,return_number', '0,0,0,5,1', '10,0,0,5,1']),
      cloud('lasers-b.csv', ['x,y,z,pulse,return_number', '10,0,0.25,5,1', '0,0,0.125,5,1']),
    ];
    const { matched } = (await compare(`${one} ${other}`)).json;
    expect(matched).toMatchObject({ points: 2, distance: { median: 0.125, max: 0.25 } });
  });

  it('are those of every Nth pulse, counted from 1, in the numbers and in the picture', async () => {
    const png = join(folder, 'every.png');
    const { json } = await compare(`${a} ${b} --every 2 --png ${png} --size 200x160`);
    // Pulses 1 and 3, and 9 of the second cloud.
    expect(json).toMatchObject({ a: { points: 2 }, b: { points: 3 }, matched: { points: 2 }, picture: png });
    const { code, stderr } = await subray(`compare ${a} ${b} --every 100`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('found no point with a place to compare of the pulses 100, 200, …'),
    ]);
  });

  it('compare intensities that no 16 bits hold', async () => {
    const table = (factor: number) => [
      'x,y,z,intensity,pulse',
      ...[1, 2, 3].map((k) => `${k},0,0,${factor * k * 1.5e8},${k}`),
    ];
    const { json } = await compare(`${cloud('bright.csv', table(1))} ${cloud('brighter.csv', table(1.25))}`);
    expect(json.matched).toMatchObject({ intensity: { medianA: 3e8, median: 1.25 } });
    const { json: dim } = await compare(`${cloud('dim.csv', table(1e-9))} ${cloud('dimmer.csv', table(5e-10))}`);
    expect(dim.matched).toMatchObject({ intensity: { medianA: Math.fround(0.3), median: 0.5 } });
    expect(dim.warnings).toEqual(['a cloud has no return numbers: points are paired by their pulse alone']);
  });
});

describe('thresholds', () => {
  it.each([
    ['--max-distance 0.5', 0, '0 of 5 pairs are more than 0.5 m apart; 0 % may be'],
    ['--max-distance 0.49', 1, '5 of 5 pairs are more than 0.49 m apart; 0 % may be'],
    ['--max-distance 0.49 --share 0', 0, '100 % may be'],
    ['--max-missing 0.17', 0, '1 of 6 points of a and 1 of 6 of b have no partner; 17 % may have none'],
    ['--max-missing 0.16', 1, ''],
    ['--max-count 0', 0, '6 and 6 points differ by 0 %'],
    ['--max-intensity 1', 0, 'the median ratio of intensities is 2.0000; it may differ from 1 by 1'],
    ['--max-intensity 0.99', 1, ''],
    ['--max-intensity 1 --intensity-share 0.8', 0, 'the ratio of 4 of 5 intensities is within 1 of 1; 80 % must be'],
    ['--max-intensity 1 --intensity-share 0.9', 1, ''],
    ['--max-class 0.2', 0, '1 of 5 pairs have different classes; 20 % may have'],
    ['--max-class 0.1', 1, ''],
    ['--max-class 0.1 --max-count 0', 1, ''],
  ])('%s gives %i', async (options, expected, text) => {
    const { code, stdout, stderr } = await subray(`compare ${a} ${b} ${options}`);
    expect([code, stderr]).toEqual([expected, '']);
    expect(stdout).toContain(text);
    expect(stdout.split('\n').filter((line) => line.startsWith('fails: --'))).toHaveLength(expected);
    expect((await compare(`${a} ${b} ${options}`)).code).toBe(expected);
  });

  it('say in JSON what they found', async () => {
    const { json } = await compare(`${a} ${b} --max-class 0.1 --max-count 0`);
    expect(json.thresholds).toEqual([
      { name: 'max-count', limit: 0, found: 0, holds: true, text: expect.any(String) },
      { name: 'max-class', limit: 0.1, found: 0.2, holds: false, text: expect.any(String) },
    ]);
  });

  it('see a different number of points', async () => {
    const fewer = cloud('fewer.csv', [NAMES, ...B.slice(0, 3)]);
    expect((await compare(`${a} ${fewer} --max-count 0.5`)).code).toBe(0);
    expect((await compare(`${a} ${fewer} --max-count 0.49`)).code).toBe(1);
  });

  it('do not hold where nothing can be measured', async () => {
    const bare = cloud('bare.csv', columnsOf(NAMES, A).without('classification', 'intensity'));
    const far = cloud('far.csv', [NAMES, '0,0,0,1,2,1,1,77,1,10,0']);
    for (const [clouds, option, text] of [
      [`${a} ${bare}`, '--max-class 1', 'no pair of points has classes'],
      [`${a} ${bare}`, '--max-intensity 1', 'no pair of points has intensities above 0'],
      [`${a} ${far}`, '--max-distance 1', 'there are no pairs'],
    ]) {
      const { code, stdout } = await subray(`compare ${clouds} ${option}`);
      expect(code).toBe(1);
      expect(stdout).toContain(text);
    }
  });

  it.each([
    ['--max-distance -1', '--max-distance: found "-1", expected a number >= 0 (m)'],
    ['--max-class 2', '--max-class: found "2", expected a number >= 0 and <= 1'],
    ['--max-missing x', '--max-missing: found "x"'],
    ['--share 0.5', '--share requires --max-distance'],
    ['--intensity-share 0.5', '--intensity-share requires --max-intensity'],
    ['--every 0', '--every: found "0", expected a whole number from 1'],
    ['--match pulses', '--match: found "pulses", expected one of'],
    ['--match time', 'a.csv: --match time: its points have no times'],
  ])('refuse %s', async (options, message) => {
    const { code, stderr } = await subray(`compare ${a} ${b} ${options}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('clouds that are no good', () => {
  it('lack what pairs need', async () => {
    const bare = cloud('unnumbered.csv', columnsOf(NAMES, A).without('pulse'));
    for (const option of ['--match pulse', '--every 3']) {
      const { code, stderr } = await subray(`compare ${a} ${bare} ${option}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('its points have no numbers of pulses')]);
    }
  });

  it('have no points, or none with a place', async () => {
    for (const lines of [[NAMES], [NAMES, 'nan,0,0,1,2,1,1,0,1,10,1']]) {
      const { code, stderr } = await subray(`compare ${a} ${cloud('empty.csv', lines)}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('found no point with a place to compare')]);
    }
  });

  it('have places, times, ranges and intensities that are no numbers', async () => {
    const names = 'x,y,z,intensity,gps_time,range';
    const one = cloud('holes-a.csv', [names, '0,0,0,nan,1,nan', '1,0,0,5,2,inf', '2,0,0,6,nan,3', 'nan,0,0,1,4,1']);
    const other = cloud('holes-b.csv', [names, '0,0,0,4,1,5', '1,0,0,inf,2,inf', '2,0,0,6,nan,3']);
    const { json } = await compare(`${one} ${other}`);
    expect(json.a).toMatchObject({ points: 3 });
    expect(json.matched).toMatchObject({ by: 'time', points: 2, onlyA: 1, onlyB: 1 });
    expect(json.matched).not.toHaveProperty('range');
    expect(json.matched).not.toHaveProperty('intensity');
    expect(JSON.stringify(json)).not.toMatch(/null/);
  });

  it('have ratios that no number holds', async () => {
    const table = (energy: string) => ['x,y,z,energy', `0,0,0,${energy}`, '1,0,0,2e-12'];
    const [one, other] = [cloud('faint.csv', table('1e-12')), cloud('blinding.csv', table('1e38'))];
    const { json } = await compare(`${one} ${other}`);
    expect(json.matched).toMatchObject({ energy: { points: 1, others: 1, median: 1, p95: 1 } });
  });

  it('have one number for all pulses', async () => {
    const crowd = (z: number) => [
      'x,y,z,pulse',
      ...Array.from({ length: 300 }, (_, k) => `${k % 20},${Math.floor(k / 20)},${z},7`),
    ];
    const [one, other] = [cloud('crowd-a.csv', crowd(0)), cloud('crowd-b.csv', crowd(0.25))];
    const { json } = await compare(`${one} ${other}`);
    expect(json.matched).toMatchObject({ by: 'nearest', points: 300, crowded: { by: 'pulse', value: 7 } });
    expect(json.warnings).toContain('points are paired as nearest neighbours: more than 256 points have the pulse 7');
    const { code, stderr } = await subray(`compare ${one} ${other} --match pulse`);
    expect([code, stderr]).toEqual([
      2,
      'subray: --match pulse: more than 256 points have the pulse 7\n  --match nearest needs no numbers\n',
    ]);
  });

  it('have times of different clocks, and are paired as neighbours unless by time is asked for', async () => {
    const table = (from: number) => ['x,y,z,gps_time', ...[0, 1].map((k) => `${k},0,0,${from + k}`)];
    const clouds = `${cloud('clock-a.csv', table(5))} ${cloud('clock-b.csv', table(90))}`;
    const spans = 'no time is in both clouds: 5.000 … 6.000 s and 90.000 … 91.000 s';
    const { json } = await compare(clouds);
    expect(json.matched).toMatchObject({ by: 'nearest', points: 2, onlyA: 0, sameTimes: 0 });
    expect(json.warnings).toContain(`points are paired as nearest neighbours: ${spans}`);
    const byTime = (await compare(`${clouds} --match time`)).json;
    expect(byTime.matched).toMatchObject({ by: 'time', points: 0, onlyA: 2, onlyB: 2 });
    expect(byTime.warnings).toContain(spans);
  });

  it('have times of which a few agree by chance', async () => {
    const table = (timeOf: (k: number) => number) => [
      'x,y,z,gps_time',
      ...Array.from({ length: 400 }, (_, k) => `${k},0,0,${timeOf(k)}`),
    ];
    const one = cloud(
      'chance-a.csv',
      table((k) => k),
    );
    const paired = async (shared: number) => {
      const other = cloud(
        `chance-${shared}.csv`,
        table((k) => (k < shared ? k : k + 0.5)),
      );
      return (await compare(`${one} ${other}`)).json;
    };
    const few = await paired(3);
    expect(few.matched).toMatchObject({ by: 'nearest', points: 400, sameTimes: 3 });
    expect(few.warnings).toContainEqual(
      expect.stringContaining('neighbours: times of 3 points alone are in both clouds: 0.000 …'),
    );
    expect((await paired(4)).matched).toMatchObject({ by: 'time', points: 4 });
  });
});

describe.skipIf(!HAS_HELIOS_REFERENCE)('a cloud of HELIOS++ (skipped where ../shared/helios is not here)', () => {
  const survey = 'tls_toyblocks';
  const lines = () => heliosReferenceLines(survey, 'leg000');

  it('does not differ from itself', async () => {
    const path = cloud('leg000_points.xyz', lines());
    const options = `--every ${heliosReferenceSampling(survey)} --max-distance 0 --max-missing 0 --max-intensity 0`;
    const { code, json } = await compare(`${path} ${path} ${options} --max-class 0 --intensity-share 1`);
    expect(code).toBe(0);
    expect(json.a).toMatchObject({ points: lines().length });
    expect(json.matched).toMatchObject({
      ...{ by: 'pulse', sameReturn: true, points: lines().length, onlyA: 0, onlyB: 0, distance: { max: 0 } },
      ...{ intensity: { p5: 1, p95: 1 }, amplitude: { median: 1 }, objects: { share: 1 } },
    });
  });

  it('shows what was done to a copy: a point less, others moved by 2 mm, intensities halved, objects renamed', async () => {
    const path = cloud('leg000_points.xyz', lines());
    const changed = lines()
      .slice(1)
      .map((line, k) => {
        const words = line.split(' ');
        if (k % 10 === 0) words[2] = (Number(words[2]) + 0.002).toFixed(4);
        words[3] = (Number(words[3]) / 2).toFixed(4);
        words[8] = String(7 * Number(words[8]) + 3);
        return words.join(' ');
      });
    const { code, json } = await compare(`${path} ${cloud('changed.xyz', changed)} --max-distance 0.001 --share 0.95`);
    expect(code).toBe(1);
    const moved = Math.ceil(changed.length / 10);
    expect(json.matched).toMatchObject({
      ...{ points: changed.length, onlyA: 1, onlyB: 0, objects: { share: 1 } },
      distance: { median: 0, p95: expect.closeTo(0.002, 6), within: [{ points: changed.length - moved }] },
      intensity: { median: 0.5 },
    });
  });
});
