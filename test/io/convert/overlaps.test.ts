/** Flags of points in overlaps of strips. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { lasBytes, type StoredPoint } from '../../support/las-files.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-overlaps-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Options = Parameters<typeof convertCloud>[2];

async function flagged(from: string | string[], to: string, options: Options) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const out = join(folder, to);
  const report = await convertCloud(from, out, { ...options, log });
  const points: { strip: number; x: number; y: number; flag: number; class: number }[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, out)))
    for (let i = 0; i < batch.count; i++)
      points.push({
        ...{ strip: batch.pointSourceId[i], x: batch.x[i], y: batch.y[i] },
        ...{ flag: batch.overlap?.[i] ?? 0, class: batch.classification[i] },
      });
  return { ...report, warnings, points };
}

/** Metres, degrees. */
const HEIGHT = 100;
const SPACING = 60;
const HALF_ANGLE = 30;

/** The cloud of lines along y over a plane, their swaths of HALF_ANGLE to either side. */
async function flown(name: string, lines: readonly number[]): Promise<string> {
  const place = join(folder, name);
  const legs = lines.map((x) => `  - { from: [${x}, -6, ${HEIGHT}], to: [${x}, 6, ${HEIGHT}], speed: 40 }`);
  const text = [
    'scene: { parts: [ { file: plane.obj } ] }',
    `scanner: { id: riegl-vq-780i, lineRate: 150, elevationMin: -${HALF_ANGLE}, elevationMax: ${HALF_ANGLE}, pulseRate: 150000 }`,
    'footprint: { subrays: 1 }',
    'platform: aircraft',
    'legs:',
    ...legs,
    `output: [ ${name}.las ]`,
  ];
  writeFileSync(join(folder, 'plane.obj'), 'v -900 -900 0\nv 900 -900 0\nv 900 900 0\nv -900 900 0\nf 1 2 3 4\n');
  writeFileSync(`${place}.yaml`, text.join('\n'));
  await runSurvey(await loadSurvey(`${place}.yaml`, { outputFolder: folder }), {
    engine: 'cpu',
    threads: 1,
    cache: false,
  });
  return `${place}.las`;
}

describe('strips that were flown', () => {
  it('have as many points in the overlap as their geometry says, beyond the line half way between', async () => {
    const cloud = await flown('two', [-SPACING / 2, SPACING / 2]);
    const { points, inOverlap, form, warnings } = await flagged(cloud, 'two-flagged.laz', { overlap: 2 });
    expect([form, warnings]).toEqual(['records', []]);
    const flags = points.filter(({ flag }) => flag === 1);
    expect(inOverlap).toBe(flags.length);
    // Angles are drawn evenly: of each strip, those beyond the middle line.
    const beyond = HALF_ANGLE - (Math.atan(SPACING / 2 / HEIGHT) * 180) / Math.PI;
    const share = beyond / (2 * HALF_ANGLE);
    expect(flags.length / points.length).toBeGreaterThan(0.97 * share);
    expect(flags.length / points.length).toBeLessThan(1.03 * share);
    // Within the width of a cell of that line, either may be the owner.
    const right = (strip: number) => (strip === 1 ? 1 : -1);
    for (const { strip, x } of flags) expect(x * right(strip)).toBeGreaterThan(-2);
    const edge = HEIGHT * Math.tan((HALF_ANGLE * Math.PI) / 180) - SPACING / 2;
    const inner = points.filter(
      ({ strip, x, y }) => x * right(strip) > 2 && x * right(strip) < edge - 2 && Math.abs(y) < 4,
    );
    expect(inner.length).toBeGreaterThan(500);
    expect(inner.filter(({ flag }) => flag === 0)).toEqual([]);
  });

  it('have none if they are one, which a line says', async () => {
    const { points, inOverlap, warnings } = await flagged(await flown('one', [0]), 'one-flagged.laz', { overlap: 2 });
    expect(points.length).toBeGreaterThan(1000);
    expect([inOverlap, points.some(({ flag }) => flag === 1)]).toEqual([0, false]);
    expect(warnings).toEqual([
      expect.stringMatching(/^all points are of one strip, .* \(1\): none lies in an overlap$/),
    ]);
  });
});

/** Strip, place, angle in steps of 0.006 degrees and class. */
const point = (pointSourceId: number, x: number, scanAngle: number, more: Partial<StoredPoint> = {}): StoredPoint => ({
  ...{ x, y: 500, z: 0, pointSourceId, scanAngle, classification: 2, ...more },
});

/** Cells of 1 m: 7 has the lower angle in the first, 3 in the second, both the same in the third; the fourth is 7's. */
const POINTS = [
  ...[point(3, 100, 900), point(7, 900, -100), point(3, 200, 2000)],
  ...[point(7, 1100, 800), point(3, 1200, -700, { flags: 0b1001 })],
  ...[point(7, 2100, 500), point(3, 2900, -500)],
  ...[point(7, 3500, 3000, { flags: 0b1000 })],
];
const FLAGS = [1, 0, 1, 1, 0, 1, 0, 0];

const stored = (name: string, content: Parameters<typeof lasBytes>[0]): string => {
  const path = join(folder, name);
  writeFileSync(path, lasBytes(content));
  return path;
};

describe('points in cells of several strips', () => {
  it('are flagged unless their strip has the least angle, or the lower number of equal ones', async () => {
    const cloud = stored('cells.las', { points: POINTS });
    for (const [to, options] of [
      ['cells.laz', {}],
      ['cells-fields.las', { output: { fields: ['point_source_id', 'overlap'] } }],
      ['cells.csv', {}],
    ] as const) {
      const { points, inOverlap } = await flagged(cloud, to, { overlap: 1, ...(options as Options) });
      expect(
        points.map(({ flag }) => flag),
        to,
      ).toEqual(FLAGS);
      expect([inOverlap, points.map((one) => one.class)]).toEqual([4, FLAGS.map(() => 2)]);
    }
    // The other flags of a record stay.
    await flagged(cloud, 'cells-copy.las', { overlap: 1 });
    const bytes = readFileSync(join(folder, 'cells-copy.las'));
    const from = bytes.readUInt32LE(96);
    expect(POINTS.map((_, i) => bytes[from + 30 * i + 15])).toEqual([8, 0, 8, 8, 1, 8, 0, 0]);
  });

  it('do not depend on their order, nor on the files that they are in', async () => {
    const [one, other] = [3, 7].map((strip) =>
      stored(`strip-${strip}.las`, { points: POINTS.filter(({ pointSourceId }) => pointSourceId === strip).reverse() }),
    );
    const { points } = await flagged([other, one], 'merged.laz', { overlap: 1, merge: true });
    const key = ({ strip, x }: { strip: number; x: number }) => `${strip} ${Math.round(1000 * x)}`;
    const found = new Map(points.map((each) => [key(each), each.flag]));
    expect(POINTS.map(({ pointSourceId = 0, x }) => found.get(`${pointSourceId} ${x}`))).toEqual(FLAGS);
  });

  it('of files whose points have no number are those of the file', async () => {
    const files = [3, 7].map((strip) => {
      const own = POINTS.filter(({ pointSourceId }) => pointSourceId === strip);
      const bytes = lasBytes({ points: own.map((each) => ({ ...each, pointSourceId: 0 })) });
      new DataView(bytes.buffer).setUint16(4, strip, true);
      writeFileSync(join(folder, `unnumbered-${strip}.las`), bytes);
      return join(folder, `unnumbered-${strip}.las`);
    });
    expect((await flagged(files, 'unnumbered.laz', { overlap: 1, merge: true })).inOverlap).toBe(4);
  });

  it('are counted and flagged after a choice, by all points all the same', async () => {
    const cloud = stored('chosen.las', { points: POINTS });
    const crop = { min: [0, 0, -1], max: [1, 1, 1] } as NonNullable<Options>['crop'];
    expect((await flagged(cloud, 'chosen.laz', { overlap: 1, crop })).inOverlap).toBe(2);
  });

  it('get class 12 where a format has no flag, which a line says', async () => {
    const older = stored('older.las', {
      minor: 2,
      format: 1,
      points: POINTS.map((each) => ({ ...each, flags: 0x42, scanAngle: (each.scanAngle ?? 0) / 100 })),
    });
    const { points, warnings } = await flagged(older, 'older-flagged.las', { overlap: 1 });
    expect(points.map((one) => one.class)).toEqual(FLAGS.map((flag) => (flag ? 12 : 2)));
    expect(warnings.join()).toContain(
      'point format 1 has no flag of overlaps: 4 points get class 12 in place of their own',
    );
    // The flags in the three bits beside the class stay.
    const bytes = readFileSync(join(folder, 'older-flagged.las'));
    expect(bytes[bytes.readUInt32LE(96) + 15]).toBe(0x4c);
    const written = await flagged(stored('newer.las', { points: POINTS }), 'newer.las.las', {
      ...{ overlap: 1, output: { pointFormat: 1 }, filter: { withoutClasses: [12] } },
    });
    expect(written.form).toBe('attributes');
    expect(written.points.map((one) => one.class)).toEqual(FLAGS.map((flag) => (flag ? 12 : 2)));
    expect(written.warnings.join()).toContain('4 points get class 12');
  });

  it('are by number alone where all angles are 0, which a line says', async () => {
    const cloud = stored('level.las', { points: POINTS.map((each) => ({ ...each, scanAngle: 0 })) });
    const { points, warnings } = await flagged(cloud, 'level.laz', { overlap: 1 });
    expect(warnings).toEqual([expect.stringContaining('all scan angles are 0')]);
    expect(points.map(({ flag, strip }) => flag === Number(strip === 7))).toEqual([
      ...FLAGS.map(() => true).slice(1),
      false,
    ]);
  });

  it('are refused without angles or numbers of strips, and in too many cells', async () => {
    const bare = join(folder, 'bare.csv');
    writeFileSync(bare, 'x,y,z,scan_angle\n1,2,3,4\n');
    for (const [from, overlap, text] of [
      [bare, 1, 'its points have no point source ids, which number strips, by which overlaps are found'],
      [stored('far.las', { points: [point(1, 2_000_000_000, 0)] }), 1e-4, 'cells from 0, 0'],
      [
        stored('wide.las', { points: Array.from({ length: 16_500 }, (_, k) => point(1, 64_000 * k, 1)) }),
        1,
        'more than 16384 squares of 64 x 64 cells',
      ],
    ] as const) {
      const error = await convertCloud(from, join(folder, 'refused.laz'), { overlap }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toContain(text);
    }
  });
});
