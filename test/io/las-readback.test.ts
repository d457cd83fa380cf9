/*
 * Written files read by other people's decoders:
 * - copc 0.0.8: header, record list, extra-byte descriptions and every field of point formats 6–8, in LAS, in LAZ
 *   (unpacked by
 *   laz-perf) and in COPC, node by node;
 * - laz-perf 0.0.7 (C++): the records as bytes;
 * - @loaders.gl/las 4.5.1: refuses LAS above 1.3, so that it can only be asked about a LAS 1.2 file, where it checks
 *   our
 *   reader instead of our writer.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@loaders.gl/core';
import { LASLoader } from '@loaders.gl/las';
import { Copc, type Hierarchy, Las, type View } from 'copc';
import { createLazPerf } from 'laz-perf';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type PointBatch } from '../../src/cloud/point-batch.js';
import { cloudKind } from '../../src/io/cloud-kinds.js';
import { createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { cloudHeader, fullBatch, LOCAL_BOX, type SampleBox, temporaryFolder } from './sample-cloud.js';

const folder = temporaryFolder();
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

const POINTS = 2000;
const UTM_BOX: SampleBox = { min: [499_000, 5_399_000, 80], max: [501_000, 5_401_000, 200] };

const CONTAINERS = ['las', 'laz', 'copc'] as const;
type Container = (typeof CONTAINERS)[number];

async function writeSample(pointFormat: 6 | 7 | 8, box: SampleBox, seed: number, format: Container = 'las') {
  const batch = fullBatch(POINTS, seed, box);
  const path = join(folder, `${pointFormat}-${seed}${cloudKind(format).endings[0]}`);
  const header = { ...cloudHeader(box), optional: OPTIONAL_KEYS };
  const writer = await createPointSink({ path, format, pointFormat, fields: 'all' }, header, {
    files: nodeFiles,
    force: true,
  });
  await writer.write(batch);
  await writer.finish();
  return { batch, path };
}

/** Half a step of a millimetre, and the rounding of coordinates in millions. */
const COORDINATE_ERROR = 0.0005 + 1e-9;
/** Half a step of 0.006°, and the rounding of an f32 of radians. */
const SCAN_ANGLE_ERROR = 0.003 + 3e-5;
const DEGREES = 180 / Math.PI;

/** Dimension of copc → the value that was written, and the error that its storage allows. */
const DIMENSIONS: [name: string, value: (batch: PointBatch, i: number) => number, error: number][] = [
  ['X', (b, i) => b.x[i], COORDINATE_ERROR],
  ['Y', (b, i) => b.y[i], COORDINATE_ERROR],
  ['Z', (b, i) => b.z[i], COORDINATE_ERROR],
  ['Intensity', (b, i) => b.intensity[i], 0],
  ['ReturnNumber', (b, i) => b.returnNumber[i], 0],
  ['NumberOfReturns', (b, i) => b.returnCount[i], 0],
  ['Synthetic', (b, i) => b.synthetic![i], 0],
  ['KeyPoint', (b, i) => b.keyPoint![i], 0],
  ['Withheld', (b, i) => b.withheld![i], 0],
  ['Overlap', (b, i) => b.overlap![i], 0],
  ['ScannerChannel', (b, i) => b.scanner![i] % 4, 0],
  ['ScanDirectionFlag', (b, i) => b.scanDirection![i], 0],
  ['EdgeOfFlightLine', (b, i) => b.edgeOfFlightLine![i], 0],
  ['Classification', (b, i) => b.classification[i], 0],
  ['UserData', (b, i) => b.userData![i], 0],
  ['ScanAngle', (b, i) => b.scanAngle[i] * DEGREES, SCAN_ANGLE_ERROR],
  ['PointSourceId', (b, i) => b.pointSourceId[i], 0],
  ['GpsTime', (b, i) => b.gpsTime[i], 0],
  ['NormalX', (b, i) => b.normal[3 * i], 0],
  ['NormalY', (b, i) => b.normal[3 * i + 1], 0],
  ['NormalZ', (b, i) => b.normal[3 * i + 2], 0],
  ['instance', (b, i) => b.instance[i], 0],
  ['material', (b, i) => b.material[i], 0],
  ['semantic', (b, i) => b.semantic[i], 0],
  ['range', (b, i) => b.range[i], 0],
  ['incidence_angle', (b, i) => b.incidenceAngle[i], 0],
  ['energy', (b, i) => b.energy[i], 0],
  ['echo_width', (b, i) => b.echoWidth[i], 0],
  ['hit_subrays', (b, i) => b.hitSubrays[i], 0],
  ['channel', (b, i) => b.channel[i], 0],
  ['scanner', (b, i) => b.scanner![i], 0],
  ['pulse', (b, i) => b.pulse![i], 0],
  ['trueX', (b, i) => b.truePosition![3 * i], 0],
  ['trueY', (b, i) => b.truePosition![3 * i + 1], 0],
  ['trueZ', (b, i) => b.truePosition![3 * i + 2], 0],
  ['ring', (b, i) => b.ring![i], 0],
  ['azimuth', (b, i) => b.azimuth![i], 0],
  ['frame_time', (b, i) => b.frameTime![i], 0],
  ['amplitude', (b, i) => b.amplitude![i], 0],
  ['Amplitude', (b, i) => b.amplitudeDb![i], 0],
  ['Reflectance', (b, i) => b.reflectanceDb![i], 0],
  ['Deviation', (b, i) => b.deviation![i], 0],
  ['waveform', (b, i) => b.waveform![i], 0],
  ['return_time', (b, i) => b.returnTime![i], 0],
  ['distance', (b, i) => b.distance![i], 0],
  ['along', (b, i) => b.along![i], 0],
  ['across', (b, i) => b.across![i], 0],
  ['m3c2_distance', (b, i) => b.m3c2Distance![i], 0],
  ['m3c2_uncertainty', (b, i) => b.m3c2Uncertainty![i], 0],
  ['m3c2_significant', (b, i) => b.m3c2Significant![i], 0],
  ['m3c2_count1', (b, i) => b.m3c2Count1![i], 0],
  ['m3c2_count2', (b, i) => b.m3c2Count2![i], 0],
  ['m3c2_std_dev1', (b, i) => b.m3c2StdDev1![i], 0],
  ['m3c2_std_dev2', (b, i) => b.m3c2StdDev2![i], 0],
  ['HeightAboveGround', (b, i) => b.heightAboveGround![i], 0],
  ['radial_velocity', (b, i) => b.radialVelocity![i], 0],
  ['velocity_x', (b, i) => b.velocity![3 * i], 0],
  ['velocity_y', (b, i) => b.velocity![3 * i + 1], 0],
  ['velocity_z', (b, i) => b.velocity![3 * i + 2], 0],
  ['moving', (b, i) => b.moving![i], 0],
];
const COLOUR_DIMENSIONS: typeof DIMENSIONS = [
  ['Red', (b, i) => b.rgb![3 * i], 0],
  ['Green', (b, i) => b.rgb![3 * i + 1], 0],
  ['Blue', (b, i) => b.rgb![3 * i + 2], 0],
];

const CASES = ([6, 7, 8] as const).flatMap((format) => [
  { format, box: LOCAL_BOX, place: 'local', seed: 20 + format },
  { format, box: UTM_BOX, place: 'UTM', seed: 30 + format },
]);

describe.each(CASES)('point format $format, $place coordinates (seed $seed)', ({ format, box, seed }) => {
  it.each(CONTAINERS)('comes back from copc in %s as it was written, every field of every point', async (container) => {
    const { batch, path } = await writeSample(format, box, seed, container);
    const expected = [
      ...DIMENSIONS,
      ...(format === 6 ? [] : COLOUR_DIMENSIONS),
      ...(format === 8 ? ([['Infrared', () => 0, 0]] as typeof DIMENSIONS) : []),
    ];
    const seen = new Set<number>();
    for (const view of await viewsOf(path, container)) {
      expect(Object.keys(view.dimensions).sort()).toEqual(expected.map(([name]) => name).sort());
      // Nodes of an octree have the points in another order; their times are unlike each other.
      const timeOf = view.getter('GpsTime');
      const numbers = Array.from({ length: view.pointCount }, (_, k) =>
        Math.round((timeOf(k) - batch.gpsTime[0]) * 1e5),
      );
      for (const number of numbers) seen.add(number);
      for (const [name, value, error] of expected) {
        const get = view.getter(name);
        const worst = Math.max(...numbers.map((number, k) => Math.abs(get(k) - value(batch, number))));
        expect(worst, `${name}, seed ${seed}`).toBeLessThanOrEqual(error);
      }
    }
    expect(seen.size).toBe(POINTS);
  });

  it('gives laz-perf the same records', async () => {
    const { path } = await writeSample(format, box, seed);
    const file = new Uint8Array(readFileSync(path));
    const { pointDataOffset } = Las.Header.parse(file);
    const records = await decodeWithLazPerf(file);
    expect(Buffer.compare(records, file.subarray(pointDataOffset))).toBe(0);
  });

  it('is read by our own reader as it was written', async () => {
    const { batch, path } = await writeSample(format, box, seed);
    const las = await openLas(nodeFiles, path);
    for await (const read of readPoints(las)) {
      expect(read.count).toBe(POINTS);
      for (const key of ['x', 'y', 'z'] as const) {
        const worst = Math.max(...read[key].map((value, i) => Math.abs(value - batch[key][i])));
        expect(worst, `${key}, seed ${seed}`).toBeLessThanOrEqual(COORDINATE_ERROR);
      }
      const angles = Math.max(...read.scanAngle.map((value, i) => Math.abs(value - batch.scanAngle[i])));
      expect(angles * DEGREES, `scanAngle, seed ${seed}`).toBeLessThanOrEqual(SCAN_ANGLE_ERROR);
      const { x, y, z, scanAngle, rgb, ...exact } = batch;
      expect(read, `seed ${seed}`).toMatchObject(exact);
      expect(read.rgb, `seed ${seed}`).toEqual(format === 6 ? undefined : rgb);
    }
  });
});

/** The points of a file as copc shows them: of COPC, those of every node. */
async function viewsOf(path: string, container: Container): Promise<View[]> {
  const file = new Uint8Array(readFileSync(path));
  const header = Las.Header.parse(file);
  const vlrs = await Las.Vlr.walk(path, header);
  const extraBytes = Las.ExtraBytes.parse(await Las.Vlr.fetch(path, Las.Vlr.at(vlrs, 'LASF_Spec', 4)));
  if (container === 'las') return [Las.View.create(file.slice(header.pointDataOffset), header, extraBytes)];
  if (container === 'laz') return [Las.View.create(await Las.PointData.decompressFile(file), header, extraBytes)];
  const copc = await Copc.create(path);
  const { nodes } = await Copc.loadHierarchyPage(path, copc.info.rootHierarchyPage);
  const full = Object.values(nodes).filter((node): node is Hierarchy.Node => (node?.pointCount ?? 0) > 0);
  return Promise.all(full.map((node) => Copc.loadPointDataView(path, copc, node)));
}

async function decodeWithLazPerf(file: Uint8Array): Promise<Uint8Array> {
  const lazPerf = await createLazPerf();
  const { pointCount, pointDataRecordLength } = Las.Header.parse(file);
  const records = new Uint8Array(pointCount * pointDataRecordLength);
  const data = lazPerf._malloc(file.length);
  const record = lazPerf._malloc(pointDataRecordLength);
  lazPerf.HEAPU8.set(file, data);
  const decoder = new lazPerf.LASZip();
  decoder.open(data, file.length);
  expect(decoder.getCount()).toBe(pointCount);
  expect(decoder.getPointLength()).toBe(pointDataRecordLength);
  for (let i = 0; i < pointCount; i++) {
    decoder.getPoint(record);
    records.set(lazPerf.HEAPU8.subarray(record, record + pointDataRecordLength), i * pointDataRecordLength);
  }
  return records;
}

it('agrees with @loaders.gl/las on the points of a LAS 1.2 file', async () => {
  const file = readFileSync(fixture('format-1.laz'));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  const theirs = await parse(bytes, LASLoader, { worker: false, las: { fp64: true } });
  const positions = theirs.attributes.POSITION.value;
  const las = await openLas(nodeFiles, fixture('format-1.laz'));
  for await (const batch of readPoints(las)) {
    expect(positions).toHaveLength(3 * batch.count);
    for (let i = 0; i < batch.count; i++)
      expect([...positions.slice(3 * i, 3 * i + 3)]).toEqual([batch.x[i], batch.y[i], batch.z[i]]);
    expect([...theirs.attributes.intensity.value]).toEqual([...batch.intensity]);
    expect([...theirs.attributes.classification.value]).toEqual([...batch.classification]);
  }
});
