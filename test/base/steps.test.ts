import { describe, expect, it, vi } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { finish, finishInTurns, othersTurn, type Steps } from '../../src/base/steps.js';

/** Work of `ms` milliseconds in steps of one. */
function* work(ms: number): Steps<string> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    for (const step = performance.now() + 1; performance.now() < step; );
    yield;
  }
  return 'done';
}

describe('work in steps', () => {
  it('has its result at once, or in turns', async () => {
    expect(finish(work(3))).toBe('done');
    expect(await finishInTurns(work(3))).toBe('done');
  });

  it('leaves timers their turn', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await finishInTurns(work(400));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });

  it('goes on as soon as others had it', async () => {
    const started = performance.now();
    for (let k = 0; k < 2000; k++) await othersTurn();
    // A timer each would take two seconds.
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('is left to others in a page, too, which has no setImmediate', async () => {
    vi.stubGlobal('setImmediate', undefined);
    try {
      const order: string[] = [];
      const timer = new Promise<void>((resolve) => setTimeout(() => resolve(void order.push('timer')), 0));
      const turns = (async () => {
        for (let k = 0; k < 3; k++) await othersTurn().then(() => order.push('turn'));
      })();
      order.push('now');
      await Promise.all([timer, turns]);
      expect(order[0]).toBe('now');
      expect(order.toSorted()).toEqual(['now', 'timer', 'turn', 'turn', 'turn']);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('ends when it is aborted', async () => {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(), 20);
    const started = performance.now();
    await expect(finishInTurns(work(60_000), aborting.signal)).rejects.toThrow(AbortedError);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
