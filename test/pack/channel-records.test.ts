import { describe, expect, it } from 'vitest';
import { Channel } from '../../src/device/records.generated.js';
import { channelRecords } from '../../src/pack/channel-records.js';
import { ONE_LASER, testScanner } from '../support/scan.js';

/** Whether the channels are turned and aside, by their records. */
function flagsOf(...lasers: Partial<typeof ONE_LASER>[]): number[][] {
  const records = channelRecords(testScanner({ channels: lasers.map((laser) => ({ ...ONE_LASER, ...laser })) }));
  const view = new DataView(records);
  const word = (k: number, at: number) => view.getUint32(k * Channel.SIZE + at, true);
  return lasers.map((_, k) => [word(k, Channel.isTurned), word(k, Channel.isAside)]);
}

describe('a channel', () => {
  it('is turned against its head, or leaves beside it, where its numbers say so', () => {
    expect(flagsOf({}, { elevation: 0.1 }, { roll: 1e-9 }, { origin: [0, 0, 0.01] })).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
  });
});
