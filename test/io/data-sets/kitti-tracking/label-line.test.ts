import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/base/vec3.js';
import type { FrameBox } from '../../../../src/io/data-sets/data-set.js';
import { labelLine } from '../../../../src/io/data-sets/kitti-tracking/label-line.js';

const DEGREE = Math.PI / 180;

/** A box in the frame of a laser; degrees from its x axis to the length. */
const boxAt = (centre: Vec3, turned = 0, more: Partial<FrameBox> = {}) =>
  ({
    ...{ instance: 12, className: 'Car', centre, size: [4.5, 1.8, 1.5], heading: turned * DEGREE, occlusion: 0 },
    ...more,
  }) as FrameBox;

/** The columns of a line as the readme of the development kit numbers them. */
function columnsOf(line: string | undefined) {
  const words = (line ?? '').trimEnd().split(' ');
  const numbers = words.map(Number);
  return {
    ...{ frame: numbers[0], id: numbers[1], type: words[2], truncated: numbers[3], occluded: numbers[4] },
    ...{ alpha: numbers[5], bbox: numbers.slice(6, 10), size: numbers.slice(10, 13), location: numbers.slice(13, 16) },
    ...{ turn: numbers[16], count: words.length },
  };
}

const near = (numbers: readonly number[], digits = 6) => numbers.map((value) => expect.closeTo(value, digits));

describe('a line of label_02', () => {
  it('has a box in the frame of the camera: the middle of its bottom, height, width, length and turn', () => {
    const { alpha, turn, location, ...rest } = columnsOf(labelLine(7, boxAt([10, 2, -0.8], 30)));
    expect(rest).toMatchObject({ frame: 7, id: 12, type: 'Car', count: 17, size: [1.5, 1.8, 4.5] });
    expect(location).toEqual(near([-2, 1.55, 10]));
    expect([turn, alpha]).toEqual(near([-2.094395, -1.897]));
  });

  it('has angles above −π and up to π', () => {
    const turns = [-90, 90, 91, 135, 180, 270].map((turned) => {
      const { turn, alpha } = columnsOf(labelLine(0, boxAt([20, 5, 0], turned)));
      return [turn, alpha];
    });
    // To the left by atan(5 / 20), the observation angle is greater by as much.
    const aside = Math.atan2(5, 20);
    const wanted = [0, 180, 179, 135, 90, 0].map((degrees) => degrees * DEGREE);
    const alphas = wanted.map((turn) => (turn + aside > Math.PI ? turn + aside - 2 * Math.PI : turn + aside));
    expect(turns).toEqual(wanted.map((turn, k) => near([turn, alphas[k]])));
  });

  it('has the rectangle of its corners in the image, where it is whole', () => {
    // Across the view, 20 m before the camera: the near side is at 19.1 m.
    const { bbox, truncated } = columnsOf(labelLine(0, boxAt([20, 0, 0], 90)));
    const [x, y] = [(721.5377 * 2.25) / 19.1, (721.5377 * 0.75) / 19.1];
    expect(bbox).toEqual(near([609.5593 - x, 172.854 - y, 609.5593 + x, 172.854 + y], 5));
    expect(truncated).toBe(0);
  });

  it('has the part in the image of one that leaves it, with the level of what is beyond', () => {
    // The left edge of the image is at 609.5593 / 721.5377 of the distance to the left.
    const edge = (19.1 * 609.5593) / 721.5377;
    const found = [0.3, 1, 3].map((beyond) => columnsOf(labelLine(0, boxAt([20, edge - 2.25 + beyond, 0], 90))));
    expect(found.map(({ truncated }) => truncated)).toEqual([0, 1, 2]);
    expect(found.map(({ bbox }) => bbox[0])).toEqual(near([0, 0, 0]));
    const { bbox } = found[2];
    expect(bbox[1]).toBeCloseTo(172.854 - (721.5377 * 0.75) / 19.1, 5);
    expect(bbox[2]).toBeCloseTo(609.5593 - (721.5377 * (edge - 1.5)) / 20.9, -1);
  });

  it('ends at the last pixels of a box that fills the image, and of one around the camera', () => {
    const large = { size: [4, 40, 40] as const };
    for (const centre of [
      [10, 0, 0],
      [0, 0, 0],
    ] as const)
      expect(columnsOf(labelLine(0, boxAt(centre, 0, large)))).toMatchObject({
        bbox: near([0, 0, 1241, 374]),
        truncated: 2,
      });
  });

  it.each([
    ['behind', [-10, 0, 0]],
    ['beside', [0, 6, 0]],
    ['to the left', [10, 14, 0]],
    ['below', [10, 0, -5]],
  ] as const)('is none for what is %s', (_, centre) => {
    expect(labelLine(0, boxAt(centre))).toBeUndefined();
  });

  it('is none for what passes a corner of the image that the rectangle around it has', () => {
    const beam = { size: [6.95, 0.1, 0.05] as const };
    expect(labelLine(0, boxAt([5.25, 4, -1.7], 59.7, beam))).toBeUndefined();
    expect(columnsOf(labelLine(0, boxAt([5.25, 4, -1.4], 59.7, beam))).type).toBe('Car');
  });

  it('has a level of occlusion, and the number that the files have', () => {
    const levels = [0, 0.1, 0.15, 0.4, 0.5, 1, null].map(
      (occlusion) => columnsOf(labelLine(0, boxAt([10, 0, 0], 0, { occlusion }))).occluded,
    );
    expect(levels).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(columnsOf(labelLine(0, boxAt([10, 0, 0], 0, { object: 3 }))).id).toBe(3);
  });
});
