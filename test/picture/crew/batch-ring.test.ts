import { describe, expect, it } from 'vitest';
import { BatchRing } from '../../../src/picture/crew/batch-ring.js';

const ringOf = (lookers: number, slots: number, total: number, ready = total) => {
  const ring = new BatchRing(new Int32Array(new SharedArrayBuffer(4 * BatchRing.length(lookers, slots))), lookers);
  ring.begin(total, ready);
  return ring;
};

describe('a ring of batches', () => {
  it('gives out each batch once, as many as it has slots for', () => {
    const ring = ringOf(2, 3, 5);
    expect([ring.claim(), ring.claim(), ring.claim(), ring.claim()]).toEqual([0, 1, 2, undefined]);
    ring.markTaken(0);
    ring.markShared(0, 0);
    expect(ring.claim()).toBeUndefined();
    ring.markShared(1, 0);
    expect([ring.claim(), ring.claim()]).toEqual([3, undefined]);
    expect(ring.doneCount).toBe(1);
  });

  it('has batches shared in in their order, whichever is taken first', () => {
    const ring = ringOf(1, 2, 2);
    ring.claim();
    ring.claim();
    ring.markTaken(1);
    expect(ring.nextToShare(0)).toBeUndefined();
    ring.markTaken(0);
    expect(ring.nextToShare(0)).toBe(0);
    ring.markShared(0, 0);
    expect(ring.nextToShare(0)).toBe(1);
    expect(ring.isOver(0)).toBe(false);
    ring.markShared(0, 1);
    expect(ring.isOver(0)).toBe(true);
    expect(ring.nextToShare(0)).toBeUndefined();
  });

  it('gives out no batch before it is ready', () => {
    const ring = ringOf(1, 4, 4, 1);
    expect([ring.claim(), ring.claim()]).toEqual([0, undefined]);
    ring.makeReady(2);
    expect([ring.claim(), ring.claim()]).toEqual([1, undefined]);
  });

  it('wakes those who wait, and does not wait for what has happened', async () => {
    const ring = ringOf(1, 1, 1);
    const { version } = ring;
    const waiting = ring.changeSince(version);
    ring.stop();
    await waiting;
    expect(ring.isStopped).toBe(true);
    await ring.changeSince(version);
  });
});
