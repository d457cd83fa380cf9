import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataSetName } from '../../../src/io/data-sets/data-sets.js';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { sampleOf } from '../../support/long-run.js';
import { surveyText, writeSurvey } from '../../survey/survey-file.js';
import { KittiTracking } from './kitti-tracking-loader.js';
import { NuScenes, withinAnnotation } from './nuscenes-loader.js';
import { createCustomInfos } from './openpcdet-loader.js';
import { readNpy } from './read-npy.js';
import { boxesOf, withinBox } from './yard.js';

/** A frame as a loader of its data set gives it: places in the sensor's frame, strengths, and points in each box. */
interface LoadedFrame {
  strengths: readonly number[];
  boxes: readonly { points: number; inside: number }[];
}

/** A drive along a street with cars, people and signs of retro-reflective sheeting, with two lasers on the car. */
async function runStreet(dataset: DataSetName) {
  const folder = dataset === 'nuscenes' ? 'out' : 'out/%s';
  const file = await writeSurvey(
    surveyText({
      scene:
        'scene: { parts: [ { name: street, generate: { kind: street, seed: 3, triangles: 60000, length: 40, parked: 0.9, people: 8, drive: 12, semantics: parts } } ] }',
      scanner:
        'scanners: [ { name: top, scanner: velodyne-hdl-32e }, { name: left, scanner: velodyne-vlp-16, mount: { position: [-0.8, 0.3, -0.6], heading: -90 } } ]',
      detector: 'detector: { rangeNoise: 0 }',
      footprint: 'footprint: { subrays: 1 }',
      legs: 'legs: [ { from: [-3, -1.5, 1.9], to: [-1, -1.5, 1.9], speed: 10 } ]',
      output: '',
      frames: `frames: { dataset: ${dataset}, folder: "${folder}" }`,
    }),
  );
  const survey = await loadSurvey(file, { outputFolder: dirname(file) });
  await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
  return join(dirname(file), 'out');
}

const bytesOf = (...path: string[]) => new Uint8Array(readFileSync(join(...path))).buffer;

/** Points in a box of the sensor's frame; those of level sensors alone, whose boxes are upright in it. */
function countIn(
  box: { centre: readonly number[]; size: readonly number[]; heading: number },
  numbers: Float32Array,
  step: number,
) {
  let inside = 0;
  for (let k = 0; k < numbers.length; k += step)
    if (
      withinBox(box, [numbers[k], numbers[k + 1], numbers[k + 2]]).every(
        (value, axis) => Math.abs(value) <= box.size[axis] / 2 + 2e-3,
      )
    )
      inside++;
  return inside;
}

type ListedBox = Parameters<typeof countIn>[0] & { points: number };

const boxesIn = (folder: string, frame: number, numbers: Float32Array, step: number) =>
  (boxesOf(folder, frame).boxes as ListedBox[]).map((box) => ({ ...box, inside: countIn(box, numbers, step) }));

const LOADERS: Readonly<Record<DataSetName, (root: string) => LoadedFrame[]>> = {
  // laserscan.py: rows of four f32; labels as many as rows.
  'semantic-kitti': (root) =>
    ['top', 'left'].flatMap((name) =>
      readdirSync(join(root, name, 'velodyne')).map((file, frame) => {
        const numbers = new Float32Array(bytesOf(root, name, 'velodyne', file));
        const labels = new Uint32Array(bytesOf(root, name, 'labels', file.replace('.bin', '.label')));
        expect(labels.length).toBe(numbers.length / 4);
        return {
          strengths: [...numbers].filter((_, k) => k % 4 === 3),
          boxes: boxesIn(join(root, name), frame, numbers, 4),
        };
      }),
    ),
  // pykitti, TrackEval and AB3DMOT: the boxes that the camera sees.
  'kitti-tracking': (root) =>
    ['top', 'left'].flatMap((name) => {
      const set = new KittiTracking(join(root, name));
      return set.scans.map((numbers, frame) => {
        const listed = boxesOf(join(root, name), frame).boxes as (ListedBox & { instance: number })[];
        const pointsOf = new Map(listed.map(({ instance, points }) => [instance, points]));
        return {
          strengths: [...numbers].filter((_, k) => k % 4 === 3),
          boxes: set.labels
            .filter((label) => label.frame === frame)
            .map((label) => ({ points: pointsOf.get(label.id) ?? NaN, inside: set.countWithin(label, 2e-3) })),
        };
      });
    }),
  openpcdet: (root) =>
    ['top', 'left'].flatMap((name) =>
      createCustomInfos(join(root, name)).train.map(({ numbers, boxes, name: frame }) => {
        const listed = (boxesOf(join(root, name), Number(frame)).boxes as ListedBox[]).filter(
          ({ points }) => points > 0,
        );
        expect(boxes).toHaveLength(listed.length);
        return {
          strengths: [...numbers].filter((_, k) => k % 4 === 3),
          boxes: boxes.map((box, k) => ({
            points: listed[k].points,
            inside: countIn(box, numbers as Float32Array, 4),
          })),
        };
      }),
    ),
  // defaults.py: each folder of the split is a cloud, each file NAME.npy of it an asset.
  pointcept: (root) =>
    ['top', 'left'].flatMap((name) =>
      readdirSync(join(root, name, 'train')).map((frame) => {
        const folder = join(root, name, 'train', frame);
        const asset = (asset: string, type: '<f4' | '<i4') => readNpy(join(folder, `${asset}.npy`), type);
        const coord = asset('coord', '<f4');
        const [strength, segment, instance] = [
          asset('strength', '<f4'),
          asset('segment', '<i4'),
          asset('instance', '<i4'),
        ];
        const count = coord.shape[0];
        expect([strength.numbers.length, segment.numbers.length, instance.numbers.length]).toEqual([
          count,
          count,
          count,
        ]);
        return {
          strengths: [...strength.numbers],
          boxes: boxesIn(join(root, name), Number(frame), coord.numbers as Float32Array, 3),
        };
      }),
    ),
  nuscenes: (root) => {
    const set = new NuScenes(root);
    expect(set.tables.scene).toHaveLength(1);
    return set.samplesOf(set.tables.scene[0]).map((sample) => {
      const lasers = ['LIDAR_TOP', 'LIDAR_LEFT'].map((channel) => set.load(sample, channel));
      const points = lasers.flatMap(({ points: own }) => own);
      expect(new Set(points.map(({ ring }) => ring)).size).toBe(32);
      return {
        strengths: points.map(({ intensity }) => intensity / 255),
        boxes: lasers[0].annotations.map((annotation) => {
          const [width, length, height] = annotation.size;
          const half = [length / 2, width / 2, height / 2].map((side) => side + 2e-3);
          const within = points.filter(({ global }) =>
            withinAnnotation(annotation, global).every((value, axis) => Math.abs(value) <= half[axis]),
          );
          return { points: annotation.num_lidar_pts, inside: within.length };
        }),
      };
    });
  },
};

describe.each(sampleOf(Object.keys(LOADERS) as DataSetName[], 2))('a street of two lasers in %s', (dataset) => {
  let frames: LoadedFrame[];
  beforeAll(async () => {
    frames = LOADERS[dataset](await runStreet(dataset));
  }, 60_000);

  it('has frames of both lasers', () => {
    expect(frames).toHaveLength(dataset === 'nuscenes' ? 2 : 4);
  });

  it('has intensities over the whole range, from dark paint to signs', () => {
    const all = frames.flatMap(({ strengths }) => strengths);
    const share = (from: number, to: number) => all.filter((value) => value >= from && value <= to).length / all.length;
    expect(share(0, 1)).toBe(1);
    expect(share(0.95, 1)).toBeGreaterThan(0);
    expect(share(0, 0.1)).toBeGreaterThan(0.01);
    expect(share(0.1, 0.5)).toBeGreaterThan(0.05);
    expect(new Set(all.map((value) => Math.round(255 * value))).size).toBeGreaterThan(60);
  });

  it('has boxes that hold the points of their objects', () => {
    const boxes = frames.flatMap((frame) => frame.boxes);
    expect(boxes.filter(({ points }) => points > 50).length).toBeGreaterThan(4);
    // The road below a car, or a wheel beside it, may be within its box as well, but never less than its own points.
    for (const { points, inside } of boxes) expect(inside).toBeGreaterThanOrEqual(points);
  });
});
