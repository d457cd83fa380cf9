import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromAttitude, rotate } from '../../../src/base/quaternion.js';
import { add } from '../../../src/base/vec3.js';
import type { FramePose } from '../../../src/io/poses/pose-format.js';
import { POSE_FORMATS, poseEndings, poseFormatOf } from '../../../src/io/poses/pose-formats.js';
import { readTrajectory } from '../../../src/node-surveys.js';
import { temporaryFolder } from '../sample-cloud.js';

const ROOT = new URL('../../../', import.meta.url);
const folder = temporaryFolder();

const POSES: FramePose[] = [0, 1, 2].map((frame) => ({
  frame,
  startTime: 4e8 + frame / 10,
  endTime: 4e8 + (frame + 1) / 10,
  pose: { position: [frame, 0.1 * frame, 1e-7], orientation: fromAttitude(frame, 0.1, -0.2) },
}));

it('lists every file of src/io/poses/formats, and the guide names them', () => {
  const files = readdirSync(new URL('src/io/poses/formats', ROOT));
  expect(POSE_FORMATS).toHaveLength(files.length);
  const guide = readFileSync(new URL('docs/survey.md', ROOT), 'utf8');
  for (const { ending } of POSE_FORMATS) expect(guide).toContain(`\`${ending}\``);
  expect(poseEndings()).toBe('.tum, .txt or .csv');
  expect(poseFormatOf('a/POSES.TUM')).toBe(POSE_FORMATS[0]);
  expect(poseFormatOf('a.pcd')).toBeUndefined();
});

it.each(['.tum', '.csv'])('%s has no component of a quaternion beyond 1', (ending) => {
  const pose = { position: [0, 0, 0], orientation: [0, -1.0000000000000002, 0, 1.0000000000000002] } as const;
  const [file] = poseFormatOf(`a${ending}`)?.files(`a${ending}`, [{ ...POSES[0], pose }]) ?? [];
  expect(file.text.trim().split('\n')[1]).toMatch(/0[ ,]-1[ ,]0[ ,]1$/);
});

it.each(['.tum', '.csv'])('%s is read as the trajectory that it was', async (ending) => {
  const path = join(folder, `poses${ending}`);
  const [file] = poseFormatOf(path)?.files(path, POSES) ?? [];
  expect(file.path).toBe(path);
  writeFileSync(path, file.text);
  const { times, positions, orientations } = await readTrajectory(path);
  expect([...times]).toEqual(POSES.map(({ startTime }) => startTime));
  expect([...positions]).toEqual(POSES.flatMap(({ pose }) => pose.position));
  POSES.flatMap(({ pose }) => [...pose.orientation]).forEach((value, k) => {
    expect(orientations[k]).toBeCloseTo(value, 15);
  });
});

it('KITTI has the rows of the matrix from sensor to world, and times beside', () => {
  const [poses, times] = poseFormatOf('p.txt')?.files('/out/poses.txt', POSES) ?? [];
  expect(times).toEqual({ path: '/out/times.txt', text: `0\n${4e8 + 0.1 - 4e8}\n${4e8 + 0.2 - 4e8}\n` });
  const rows = poses.text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  expect(rows.map((row) => row.length)).toEqual([12, 12, 12]);
  const point = [0.3, -2, 5] as const;
  rows.forEach((row, k) => {
    const world = add(rotate(POSES[k].pose.orientation, point), POSES[k].pose.position);
    for (const axis of [0, 1, 2]) {
      const [a, b, c, t] = row.slice(4 * axis);
      expect(a * point[0] + b * point[1] + c * point[2] + t).toBeCloseTo(world[axis], 12);
    }
  });
});

describe('paths', () => {
  it('include that of the times for KITTI', () => {
    const paths = (path: string) => poseFormatOf(path)?.paths(path);
    expect(paths('/a/left-poses.txt')).toEqual(['/a/left-poses.txt', '/a/left-times.txt']);
    expect(paths('/a/left.txt')).toEqual(['/a/left.txt', '/a/left.times.txt']);
    expect(paths('/a/left.tum')).toEqual(['/a/left.tum']);
  });
});
