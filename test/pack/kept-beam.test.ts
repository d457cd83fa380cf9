import { describe, expect, it } from 'vitest';
import { Channel } from '../../src/device/records.generated.js';
import { channelRecords } from '../../src/pack/channel-records.js';
import { ONE_LASER, testScanner } from '../support/scan.js';

const vectorsOf = (laser: Partial<typeof ONE_LASER>) => {
  const records = channelRecords(testScanner({ channels: [{ ...ONE_LASER, ...laser }] }));
  return [Channel.right, Channel.axis].map((at) => [...new Float64Array(records, at, 3)]);
};

const near = (numbers: number[]) => numbers.map((number) => expect.closeTo(number, 12));

describe('the directions of a beam that nothing deflects', () => {
  it('are those of its channel', () => {
    const [right, axis] = vectorsOf({ elevation: 0.3, azimuthOffset: 0.2 });
    expect(right).toEqual(near([Math.cos(0.2), -Math.sin(0.2), 0]));
    expect(axis).toEqual(near([Math.sin(0.2) * Math.cos(0.3), Math.cos(0.2) * Math.cos(0.3), Math.sin(0.3)]));
  });

  it.each([
    [0, 1, 0],
    [0.6, 0.8, 0],
    [0.6, -0.8, 0],
    [0, -1, 0],
    [0.48, -0.6, 0.64],
  ])('are at right angles to each other: light from %d, %d, %d', (...incident) => {
    const [right, axis] = vectorsOf({ incident: incident as [number, number, number] });
    expect(axis).toEqual(near(incident));
    expect(Math.hypot(...right)).toBeCloseTo(1, 12);
    expect(right[0] * axis[0] + right[1] * axis[1] + right[2] * axis[2]).toBeCloseTo(0, 12);
  });
});
