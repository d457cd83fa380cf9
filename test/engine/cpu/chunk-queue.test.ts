import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkQueue } from '../../../src/engine/cpu/chunk-queue.js';

const SLOTS = 3;

function queueOf(): ChunkQueue {
  const queue = new ChunkQueue(new SharedArrayBuffer(ChunkQueue.bytes(SLOTS)), 0, SLOTS);
  queue.begin();
  return queue;
}

/**
 * Runs `act` when a thread has looked at its slot and is about to sleep; returns the ends of its sleeps, without
 * waiting for long.
 */
function beforeSleep(act: () => void): string[] {
  const ends: string[] = [];
  const wait: (words: Int32Array, at: number, value: number, timeout: number) => 'ok' | 'not-equal' | 'timed-out' =
    Atomics.wait.bind(Atomics);
  vi.spyOn(Atomics as { wait: typeof wait }, 'wait').mockImplementation((words, at, value) => {
    act();
    const end = wait(words, at, value, 100);
    ends.push(end);
    return end;
  });
  return ends;
}

describe('the chunks of a leg', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('are given out in order, and have slots in turn, each free once it was released', () => {
    const queue = queueOf();
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2].map((chunk) => queue.awaitSlot(chunk))).toEqual([true, true, true]);
    const ends = beforeSleep(() => queue.release(0));
    expect(queue.awaitSlot(3)).toBe(true);
    expect(ends).toEqual(['not-equal']);
  });

  it('have no slot once the leg was stopped, however often those are released after', () => {
    const queue = queueOf();
    queue.stop();
    for (const chunk of [0, 1, 2, 3]) queue.release(chunk);
    expect([0, 1, 5].map((chunk) => queue.awaitSlot(chunk))).toEqual([false, false, false]);
    queue.begin();
    expect([queue.take(), queue.awaitSlot(0)]).toEqual([0, true]);
  });

  it('wake a thread that is about to sleep when the leg is stopped', () => {
    const queue = queueOf();
    const ends = beforeSleep(() => queue.stop());
    expect(queue.awaitSlot(SLOTS)).toBe(false);
    expect(ends).toEqual(['not-equal']);
  });
});
