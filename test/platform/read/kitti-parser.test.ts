import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { angleBetween, fromAttitude, type Quaternion } from '../../../src/base/quaternion.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { KITTI_POSES } from '../../../src/io/poses/formats/kitti.js';
import { readTrajectory } from '../../../src/platform/read/read-trajectory.js';

const POSES = Array.from({ length: 5 }, (_, k) => ({
  startTime: 1000 + k / 10,
  pose: {
    position: [k, 2 * k, 1 + k / 4] as Vec3,
    orientation: fromAttitude(0.4 * k, 0.1 - 0.05 * k, 0.02 * k) as Quaternion,
  },
}));

/** The files of poses, with other texts in place of their own. */
const filesOf = (texts: Record<string, string> = {}) => {
  const own = KITTI_POSES.files('run/poses.txt', POSES as never).map(({ path, text }) => [path, text]);
  return createWebFiles({ sources: { ...Object.fromEntries(own), ...texts } });
};

const read = (texts?: Record<string, string>) =>
  readTrajectory('run/poses.txt', { files: filesOf(texts), format: 'kitti' });

describe('poses of KITTI', () => {
  it('come back as they were written, with the times beside them', async () => {
    const { times, positions, orientations } = await read();
    expect([...times].map((time) => Number(time.toFixed(6)))).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    for (const [k, { pose }] of POSES.entries()) {
      expect([...positions.subarray(3 * k, 3 * k + 3)]).toEqual([...pose.position]);
      const found = [...orientations.subarray(4 * k, 4 * k + 4)] as unknown as Quaternion;
      expect(angleBetween(found, pose.orientation)).toBeLessThan(1e-7);
    }
  });

  it.each([
    ['fewer times', { 'run/times.txt': '0\n0.1\n' }, 'found 5 poses, and 2 times beside them'],
    ['more times', { 'run/times.txt': '0\n1\n2\n3\n4\n5\n' }, 'found 5 poses, and 6 times beside them'],
    ['a word in the times', { 'run/times.txt': '0\n0.1\nx\n0.3\n0.4\n' }, 'found "x"'],
    ['a short row', { 'run/poses.txt': '1 0 0\n' }, 'found 3 words, expected 12 numbers'],
    ['no rotation', { 'run/poses.txt': '1 0 0 0 0 1 0 0 0 0 2 0\n' }, 'the matrix is no rotation'],
    ['a mirror', { 'run/poses.txt': '1 0 0 0 0 1 0 0 0 0 -1 0\n' }, 'the matrix is no rotation'],
  ])('are refused with %s', async (_, texts, message) => {
    await expect(read(texts as Record<string, string>)).rejects.toThrow(message);
  });

  it('need the file of their times', async () => {
    const files = createWebFiles({ sources: { 'run/poses.txt': '1 0 0 0 0 1 0 0 0 0 1 0\n' } });
    await expect(readTrajectory('run/poses.txt', { files, format: 'kitti' })).rejects.toMatchObject({
      message: expect.stringContaining('does not exist'),
      place: { file: 'run/times.txt' },
    });
  });

  it('are named to those who read them as a table', async () => {
    await expect(readTrajectory('run/poses.txt', { files: filesOf() })).rejects.toMatchObject({
      hint: expect.stringContaining('format: kitti'),
    });
  });
});
