import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Las } from 'copc';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { OPTIONAL_KEYS, optionalArray, type PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink, type PointOutput } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import type { CloudHeader } from '../../../src/io/records/point-sink.js';
import { checkClose } from '../../support/quick-checks.js';
import { testRandom } from '../../support/random.js';
import { describeFile } from '../describe-file.js';
import { cloudHeader, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let files = 0;

async function write(batch: PointBatch, header: Partial<CloudHeader> = {}, options: Partial<PointOutput> = {}) {
  const path = join(folder, `${files++}.las`);
  const sink = await createPointSink(
    { path, format: 'las', ...options },
    { ...cloudHeader(), ...header },
    {
      files: nodeFiles,
    },
  );
  await sink.write(batch);
  return { path, written: await sink.finish(), las: await openLas(nodeFiles, path) };
}

async function read(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  expect(batches).toHaveLength(1);
  return batches[0];
}

/** Limits of all points: one scanner, whatever the leg. */
const ONE_LIMIT = [{ scanner: 0, pointSourceId: 1, minEnergy: 2e-16 }];

describe('the compact layout', () => {
  it('takes 25 extra bytes where energies follow from intensities, 29 where not, 43 in full width', async () => {
    const cloud = goldenCloud();
    const lengths = [
      await write(cloud, { amplitudeLimits: ONE_LIMIT }),
      await write(cloud),
      await write(cloud, { amplitudeLimits: ONE_LIMIT }, { fields: 'all' }),
      await write(cloud, { amplitudeLimits: ONE_LIMIT }, { fields: 'minimal' }),
    ].map(({ las }) => las.header.recordLength);
    expect(lengths).toEqual([55, 59, 73, 30]);
  });

  it('describes its fields by type, scale and offset, little endian', async () => {
    const optional = ['truePosition', 'azimuth', 'pulse'] as const;
    const cloud = goldenCloud();
    for (const key of optional) optionalArray(cloud, key);
    const { las, path } = await write(placed(cloud), { optional, amplitudeLimits: ONE_LIMIT, bounds: UTM });
    expect(las.extraFields.map(({ name, type, scale, shift }) => [name, type, scale, shift])).toEqual([
      ['NormalX', 'i16', 1e-3, 0],
      ['NormalY', 'i16', 1e-3, 0],
      ['NormalZ', 'i16', 1e-3, 0],
      ['instance', 'u32', 1, 0],
      ['material', 'u16', 1, 0],
      ['semantic', 'u16', 1, 0],
      ['range', 'u32', 1e-3, 0],
      ['incidence_angle', 'u16', 1e-3, 0],
      ['echo_width', 'u16', 1e-11, 0],
      ['hit_subrays', 'u16', 1, 0],
      ['channel', 'u8', 1, 0],
      ['pulse', 'u32', 1, 0],
      ['trueX', 'i32', 0.001, 500_000],
      ['trueY', 'i32', 0.001, 5_400_000],
      ['trueZ', 'i32', 0.001, 0],
      ['azimuth', 'i16', 1e-4, 0],
    ]);
    // LAS 1.4 – R15, table 24: options at byte 3 of a descriptor of 192, scale at 112, offset at 136.
    const entry = las.vlrs.find(({ recordId }) => recordId === 4);
    const bytes = readFileSync(path).subarray(entry?.dataOffset);
    const at = 192 * 12;
    expect([bytes[2], bytes[3], bytes[192 * 3 + 3], bytes[at + 2], bytes[at + 3]]).toEqual([4, 8, 0, 6, 24]);
    expect([bytes.readDoubleLE(112), bytes.readDoubleLE(at + 112), bytes.readDoubleLE(at + 136)]).toEqual([
      1e-3, 1e-3, 500_000,
    ]);
  });

  it('is read to half a step, and every raw number by copc (seed 91)', async () => {
    const batch = varied(3000, 91);
    const { path } = await write(batch, { optional: OPTIONAL_KEYS });
    const found = await read(path);
    for (const [key, step] of STEPS) {
      const worst = Math.max(
        ...Array.from(found[key] as Float64Array, (value, i) => Math.abs(value - (batch[key] as Float64Array)[i])),
      );
      // And the rounding of an f32 of the value itself.
      expect(worst / step, key).toBeLessThan(0.5 + 2e-3);
      expect(worst / step, key).toBeGreaterThan(0.4);
    }
    for (const key of [
      'instance',
      'material',
      'semantic',
      'energy',
      'hitSubrays',
      'channel',
      'pulse',
      'amplitude',
    ] as const)
      expect(found[key], key).toEqual(batch[key]);
    const file = new Uint8Array(readFileSync(path));
    const header = Las.Header.parse(file);
    const vlrs = await Las.Vlr.walk(path, header);
    const described = Las.ExtraBytes.parse(await Las.Vlr.fetch(path, Las.Vlr.at(vlrs, 'LASF_Spec', 4)));
    // copc 0.0.8 reads scale and offset with the other byte order.
    const extraBytes = described.map(({ scale: _, offset: __, ...field }) => field);
    const view = Las.View.create(file.slice(header.pointDataOffset), header, extraBytes);
    const whole = Object.entries({
      ...{ instance: batch.instance, material: batch.material, semantic: batch.semantic, energy: batch.energy },
      ...{ hit_subrays: batch.hitSubrays, channel: batch.channel, scanner: batch.scanner, pulse: batch.pulse },
      ...{ ring: batch.ring, waveform: batch.waveform, amplitude: batch.amplitude, frame_time: batch.frameTime },
      return_time: batch.returnTime,
      distance: batch.distance,
      ...{ m3c2_distance: batch.m3c2Distance, m3c2_uncertainty: batch.m3c2Uncertainty },
      ...{ m3c2_significant: batch.m3c2Significant, m3c2_count1: batch.m3c2Count1, m3c2_count2: batch.m3c2Count2 },
      ...{ m3c2_std_dev1: batch.m3c2StdDev1, m3c2_std_dev2: batch.m3c2StdDev2 },
      HeightAboveGround: batch.heightAboveGround,
      ...{ radial_velocity: batch.radialVelocity, moving: batch.moving },
      velocity_x: batch.velocity?.filter((_, k) => k % 3 === 0),
      velocity_y: batch.velocity?.filter((_, k) => k % 3 === 1),
      velocity_z: batch.velocity?.filter((_, k) => k % 3 === 2),
    });
    for (const [name, values] of whole) {
      const get = view.getter(name);
      expect(
        Array.from({ length: batch.count }, (_, i) => get(i)),
        name,
      ).toEqual([...(values ?? [])]);
    }
    const raw: [string, (i: number) => number][] = [
      ['NormalX', (i) => batch.normal[3 * i] / 1e-3],
      ['NormalY', (i) => batch.normal[3 * i + 1] / 1e-3],
      ['NormalZ', (i) => batch.normal[3 * i + 2] / 1e-3],
      ['trueX', (i) => (batch.truePosition?.[3 * i] ?? 0) / 0.001],
      ['trueZ', (i) => (batch.truePosition?.[3 * i + 2] ?? 0) / 0.001],
      ['range', (i) => batch.range[i] / 1e-3],
      ['incidence_angle', (i) => batch.incidenceAngle[i] / 1e-3],
      ['echo_width', (i) => batch.echoWidth[i] / 1e-11],
      ['trueY', (i) => (batch.truePosition?.[3 * i + 1] ?? 0) / 0.001],
      ['azimuth', (i) => (batch.azimuth?.[i] ?? 0) / 1e-4],
      ['Amplitude', (i) => (batch.amplitudeDb?.[i] ?? 0) / 0.01],
      ['Reflectance', (i) => (batch.reflectanceDb?.[i] ?? 0) / 0.01],
      ['along', (i) => (batch.along?.[i] ?? 0) / 1e-3],
      ['across', (i) => (batch.across?.[i] ?? 0) / 1e-3],
      ['Deviation', (i) => batch.deviation?.[i] ?? 0],
    ];
    for (const [name, value] of raw) {
      const get = view.getter(name);
      for (let i = 0; i < batch.count; i++) checkClose(get(i), value(i), 0.5 + 1e-3, `${name} ${i}, seed 91`);
    }
    expect(described.map(({ name }) => name).sort()).toEqual([...whole, ...raw].map(([name]) => name).sort());
  });

  it('has scales that copc 0.0.8 reads wrongly, and none in full width, as docs/points.md says', async () => {
    const scalesOf = async (path: string) => {
      const vlrs = await Las.Vlr.walk(path, Las.Header.parse(new Uint8Array(readFileSync(path))));
      const described = Las.ExtraBytes.parse(await Las.Vlr.fetch(path, Las.Vlr.at(vlrs, 'LASF_Spec', 4)));
      return new Map(described.map(({ name, scale }) => [name, scale]));
    };
    const compact = await scalesOf((await write(goldenCloud())).path);
    expect(compact.get('range')).not.toBeCloseTo(1e-3, 6);
    const full = await scalesOf((await write(goldenCloud(), {}, { fields: 'all' })).path);
    expect([...full.values()].filter((scale) => scale !== undefined)).toEqual([]);
    expect(readFileSync('docs/points.md', 'utf8')).toMatch(/copc\.js 0\.0\.8 .*`fields: all` has none/);
  });

  it('holds what does not fit at the nearest, and counts it by field', async () => {
    const cloud = goldenCloud();
    cloud.echoWidth.set([655.35e-9, 656e-9, 1]);
    cloud.incidenceAngle.set([-0.1, Number.NaN, 65.535]);
    cloud.range.set([4_294_967.295, -1, 1e9]);
    cloud.normal.set([32.767, -32.768, 0, 32.77, -32.77, 0, 0, 0, 0]);
    const { path, written } = await write(cloud);
    const found = await read(path);
    const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 4));
    expect([...found.echoWidth].map((width) => width * 1e9)).toEqual(near(655.35, 655.35, 655.35));
    expect([...found.incidenceAngle]).toEqual(near(0, 0, 65.535));
    expect([...found.range]).toEqual(near(4_294_967.295, 0, 4_294_967.295));
    expect([...found.normal.subarray(0, 6)]).toEqual(near(32.767, -32.768, 0, 32.767, -32.768, 0));
    expect(written.losses?.map(({ of, points }) => [of, points])).toEqual([
      ['NormalX', 1],
      ['NormalY', 1],
      ['range', 2],
      ['incidence_angle', 2],
      ['echo_width', 2],
    ]);
    expect((await write(cloud, {}, { fields: 'all' })).written.losses).toBeUndefined();
  });
});

it('subray info says where energies come from, and of no objects where there are none', async () => {
  const lines = async (header: Partial<CloudHeader>, options: Partial<PointOutput>) =>
    describeCloudFile(await describeFile((await write(goldenCloud(), header, options)).path));
  const small = await lines({ amplitudeLimits: ONE_LIMIT }, {});
  expect(small).toContain('energy     follows from the intensity, which is 0 at 2.00e-16 J');
  expect(small).toContain('objects    2');
  expect(small).toContain('  NormalX          i16, in steps of 0.001  surface normal, x');
  const others = [
    await lines({}, { fields: 'minimal' }),
    await lines({ amplitudeLimits: ONE_LIMIT }, { fields: 'all' }),
  ];
  for (const line of [...others.flat()]) expect(line).not.toMatch(/^energy/);
  for (const line of others[0]) expect(line).not.toMatch(/^objects/);
  const two = [...ONE_LIMIT, { scanner: 0, pointSourceId: 2, minEnergy: 1e-15 }];
  expect(await lines({ amplitudeLimits: two }, { fields: 'minimal' })).toContain(
    'energy     follows from the intensity, which is 0 at 2.00e-16 … 1.00e-15 J',
  );
});

describe('fields of LAS', () => {
  const names = async (fields: PointOutput['fields'], more: Partial<CloudHeader> = {}) =>
    (await write(goldenCloud(), more, { fields })).las.extraFields.map(({ name }) => name);

  it('are the extra bytes that a list names; what the record holds anyway is always there', async () => {
    expect(await names(['range', 'gps_time'])).toEqual(['range']);
    expect(await names(['normal', 'energy'], { amplitudeLimits: ONE_LIMIT })).toEqual([
      ...['NormalX', 'NormalY', 'NormalZ', 'energy'],
    ]);
    expect(await names([])).toEqual([]);
    const { path, las } = await write(goldenCloud(), {}, { fields: [] });
    expect(las.vlrs).toEqual([]);
    expect([...(await read(path)).gpsTime]).toEqual([...goldenCloud().gpsTime]);
  });

  it('decide the point format with the colours among them', async () => {
    const formatOf = async (options: Partial<PointOutput>) =>
      (await write(goldenCloud(), { optional: ['rgb'] }, options)).las.header.pointFormat;
    expect(await formatOf({})).toBe(7);
    expect(await formatOf({ fields: 'minimal' })).toBe(6);
    expect(await formatOf({ fields: ['range'] })).toBe(6);
    expect(await formatOf({ fields: ['rgb'] })).toBe(7);
    expect(await formatOf({ fields: ['range'], pointFormat: 8 })).toBe(8);
  });
});

const UTM = { min: [499_000, 5_399_000, 80], max: [501_000, 5_401_000, 200] } satisfies CloudHeader['bounds'];

/** The golden cloud within UTM. */
function placed(cloud: PointBatch): PointBatch {
  cloud.x.fill(500_000);
  cloud.y.fill(5_400_000);
  cloud.z.fill(100);
  cloud.truePosition?.set([500_000, 5_400_000, 100, 500_001, 5_400_001, 101, 500_002, 5_400_002, 102]);
  return cloud;
}

/** Arrays of the compact layout with the steps of their numbers. */
const STEPS = [
  ['normal', 1e-3],
  ['range', 1e-3],
  ['incidenceAngle', 1e-3],
  ['echoWidth', 1e-11],
  ['truePosition', 1e-3],
  ['azimuth', 1e-4],
] as const;

/** Points with every attribute, all within the ranges of instruments. */
function varied(count: number, seed: number): PointBatch {
  const batch = sampleBatch(count, seed, { colour: true });
  const random = testRandom(seed);
  for (const key of OPTIONAL_KEYS) {
    const array = optionalArray(batch, key);
    if (key !== 'rgb') for (let i = 0; i < array.length; i++) array[i] = random() * 100;
  }
  batch.azimuth?.forEach((_, i, azimuth) => {
    azimuth[i] = (2 * random() - 1) * Math.PI;
  });
  return batch;
}
