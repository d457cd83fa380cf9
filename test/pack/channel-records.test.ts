import { describe, expect, it } from 'vitest';
import { Channel, FRAME_ALIKE, FRAME_SQUARE, FRAME_TURNED } from '../../src/device/records.generated.js';
import { channelRecords } from '../../src/pack/channel-records.js';
import { ONE_LASER, testScanner } from '../support/scan.js';

/** Orientations of the channels, and whether they are aside, by their records. */
function flagsOf(...lasers: Partial<typeof ONE_LASER>[]): number[][] {
  const records = channelRecords(testScanner({ channels: lasers.map((laser) => ({ ...ONE_LASER, ...laser })) }));
  const view = new DataView(records);
  const word = (k: number, at: number) => view.getUint32(k * Channel.SIZE + at, true);
  return lasers.map((_, k) => [word(k, Channel.frame), word(k, Channel.isAside)]);
}

describe('a channel', () => {
  it('is turned against its head, or leaves beside it, where its numbers say so', () => {
    expect(flagsOf({}, { elevation: 0.1 }, { roll: 1e-9 }, { origin: [0, 0, 0.01] })).toEqual([
      [FRAME_ALIKE, 0],
      [FRAME_TURNED, 0],
      [FRAME_TURNED, 0],
      [FRAME_ALIKE, 1],
    ]);
  });

  it('is square where its axes are those of its head by quarter turns', () => {
    const quarter = Math.PI / 2;
    expect(
      flagsOf(
        { azimuthOffset: quarter },
        { elevation: -quarter },
        { roll: 2 * quarter },
        { azimuthOffset: -quarter, elevation: quarter, roll: quarter },
        { azimuthOffset: quarter / 2 },
        { elevation: quarter + 1e-9 },
      ).map(([frame]) => frame),
    ).toEqual([FRAME_SQUARE, FRAME_SQUARE, FRAME_SQUARE, FRAME_SQUARE, FRAME_TURNED, FRAME_TURNED]);
  });
});
