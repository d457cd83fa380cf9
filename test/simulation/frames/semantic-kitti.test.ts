import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkClose, checkSame } from '../../support/quick-checks.js';
import { boxesOf, runYard } from './yard.js';

const FRAMES = 'frames: { dataset: semantic-kitti, folder: sequences/00 }';

const numbersOf = (text: string): number[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));

/**
 * A sequence as semantic-kitti-api reads it (auxiliary/laserscan.py, generate_sequential.py): all files of the folders
 * in the order of their names, rows of four f32, u32 labels with the class in the lower half, poses by the calibration.
 */
function readSequence(folder: string) {
  const all = (name: string) => readdirSync(join(folder, name)).sort();
  const bytesOf = (...path: string[]) => new Uint8Array(readFileSync(join(folder, ...path))).buffer;
  const calibration = Object.fromEntries(
    readFileSync(join(folder, 'calib.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.split(':')[0], line.split(':')[1].trim().split(' ').map(Number)]),
  );
  return {
    scans: all('velodyne').map((file) => new Float32Array(bytesOf('velodyne', file))),
    labels: all('labels').map((file) => new Uint32Array(bytesOf('labels', file))),
    names: [all('velodyne'), all('labels')],
    poses: numbersOf(readFileSync(join(folder, 'poses.txt'), 'utf8')),
    times: numbersOf(readFileSync(join(folder, 'times.txt'), 'utf8')).flat(),
    calibration,
  };
}

const moved = (m: readonly number[], [x, y, z]: readonly number[]) =>
  [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]);

/** The upper rows of the matrix of a pose in a file of boxes. */
function matrixOf({ position: [x, y, z], orientation: [a, b, c, d] }: { position: number[]; orientation: number[] }) {
  return [
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d), x],
    ...[2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d), y],
    ...[2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b), z],
  ];
}

describe('frames of SemanticKITTI', () => {
  it('are read by its program, and their points moved by their poses are those of the cloud', async () => {
    // Intensities that fill 16 bits.
    const { folder, cloud } = await runYard({ frames: FRAMES, intensity: 'intensity: { scale: hable }' });
    const sequence = join(folder, 'sequences/00');
    const { scans, labels, names, poses, times, calibration } = readSequence(sequence);
    expect(names).toEqual([
      ['000000.bin', '000001.bin'],
      ['000000.label', '000001.label'],
    ]);
    expect(poses[0]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].map((value) => expect.closeTo(value, 12)));
    expect(poses).toHaveLength(2);
    expect(times).toEqual([0, expect.closeTo(0.1, 3)]);
    expect(calibration.Tr).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    // KITTI's poses lead to the frame of the first; its pose in the world is in its file of boxes.
    const first = matrixOf(boxesOf(sequence, 0).pose);
    let point = 0;
    let worst = 0;
    scans.forEach((scan, frame) => {
      expect(labels[frame]).toHaveLength(scan.length / 4);
      for (let k = 0; k < scan.length; k += 4, point++) {
        const world = moved(first, moved(poses[frame], [...scan.subarray(k, k + 3)]));
        worst = Math.max(worst, ...world.map((value, axis) => Math.abs(value - cloud[point].at[axis])));
        checkClose(scan[k + 3], cloud[point].intensity / 65535, 0.5e-6, point);
      }
    });
    expect(point).toBe(cloud.length);
    expect(point).toBeGreaterThan(10_000);
    expect(worst).toBeLessThan(2e-5);
  });

  it('have its classes, and the numbers of objects; glass is of the object that it is on', async () => {
    const { folder, cloud, labels: names, warnings } = await runYard({ frames: FRAMES });
    const labels = readSequence(join(folder, 'sequences/00')).labels.flatMap((each) => [...each]);
    const classes = { car: 10, person: 30, house: 50, road: 40, blob: 0 };
    const seen = new Set<string>();
    labels.forEach((label, k) => {
      const { instance, semantic } = cloud[k];
      const [kind] = names.instances[instance].split('/').at(-1).split('_') as [keyof typeof classes];
      seen.add(`${kind} ${names.semantics[semantic]}`);
      // A pane of the unknown thing is one of a building, as any glass that is not of an object.
      const wanted = kind === 'blob' && names.semantics[semantic] === 'glass' ? 50 : classes[kind];
      checkSame(label & 0xffff, wanted, kind);
      checkSame(label >>> 16, kind === 'car' || kind === 'person' ? instance : 0, kind);
    });
    for (const kind of ['car car', 'car glass', 'person person', 'house house', 'road carriageway', 'blob blob'])
      expect(seen, kind).toContain(kind);
    expect(warnings.filter((text) => text.includes('semantic'))).toEqual([
      'frames: semantic-kitti has no class for the semantic name "blob": their points are unlabeled (0); name classes for them in a file of frames.classes',
    ]);
  });

  it('have the place of the laser on the platform in their calibration', async () => {
    const scanner = 'scanner: velodyne-vlp-16\nmount: { position: [0.3, 0.9, 0.4], heading: 20 }';
    const { folder } = await runYard({ frames: FRAMES, scanner });
    const { calibration } = readSequence(join(folder, 'sequences/00'));
    // The laser is 0.9 m before the middle of the platform and 0.3 m to the right; heading is clockwise.
    expect(moved(calibration.Tr_imu_to_velo, [0.9, -0.3, 0.4])).toEqual([0, 0, 0].map((v) => expect.closeTo(v, 9)));
    const [c, s] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
    const ahead = moved(calibration.Tr_imu_to_velo, [0.9 + c, -0.3 - s, 0.4]);
    expect(ahead).toEqual([1, 0, 0].map((v) => expect.closeTo(v, 9)));
  });

  it('have outliers where no surface sent light back', async () => {
    const detector = 'detector: { rangeNoise: 0, artefacts: { outliers: { probability: 0.02 } } }';
    const { folder, cloud } = await runYard({ frames: FRAMES, detector });
    const labels = readSequence(join(folder, 'sequences/00')).labels.flatMap((each) => [...each]);
    const isNoise = cloud.map(({ classification }) => classification === 7);
    expect(labels.map((label) => label === 1)).toEqual(isNoise);
    expect(isNoise.filter(Boolean).length).toBeGreaterThan(100);
  });

  it('number objects in turn where a number is too great, as their boxes and a warning say', async () => {
    const van = (at: string, instance: number) =>
      `{ name: van_${instance}, file: van.obj, instance: ${instance}, transform: { translate: [ ${at} ] } }`;
    const scene = `scene: { parts: [ ${van('6, 0, 1.5', 70_000)}, ${van('-6, 0, 1.5', 5)} ], labels: [ { match: "*", semantic: van } ] }`;
    const square = 'o van\nv 0 -1 -1\nv 0 1 -1\nv 0 1 1\nv 0 -1 1\nf 1 2 3 4\nf 4 3 2 1\n';
    const { folder, cloud, warnings } = await runYard({ frames: FRAMES, scene }, { 'van.obj': square });
    const sequence = join(folder, 'sequences/00');
    const { boxes } = boxesOf(sequence, 0) as { boxes: { instance: number; object: number; points: number }[] };
    expect(boxes.map(({ instance, object }) => [instance, object]).sort()).toEqual([
      [5, 1],
      [70_000, 2],
    ]);
    const labels = readSequence(sequence).labels.flatMap((each) => [...each]);
    expect(labels.map((label) => label >>> 16)).toEqual(cloud.map(({ instance }) => (instance === 5 ? 1 : 2)));
    expect(warnings.filter((text) => text.includes('object'))).toEqual([
      "frames: files of semantic-kitti hold numbers of objects up to 65535, and the scene has 70000: they number its objects in turn from 1; object in the lists of boxes is that number, instance the scene's",
    ]);
  });

  it('have no other numbers in lists of boxes where those of the scene fit', async () => {
    const { folder, warnings } = await runYard({ frames: FRAMES });
    expect(boxesOf(join(folder, 'sequences/00'), 0).boxes.filter((box: object) => 'object' in box)).toEqual([]);
    expect(warnings.filter((text) => text.includes('in turn'))).toEqual([]);
  });

  it('take classes of a file, by name or number, before their own', async () => {
    const frames = 'frames: { dataset: semantic-kitti, folder: s, classes: map.yaml }';
    const { folder, warnings } = await runYard({ frames }, { 'map.yaml': 'blob: 99\ncar: truck\n' });
    const found = new Set(
      readSequence(join(folder, 's')).labels.flatMap((each) => [...each].map((one) => one & 0xffff)),
    );
    expect([...found].sort((a, b) => a - b)).toEqual([18, 30, 40, 50, 99]);
    expect(warnings.filter((text) => text.includes('semantic'))).toEqual([]);
  });
});
