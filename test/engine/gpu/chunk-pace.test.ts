import { describe, expect, it } from 'vitest';
import { SLOT_COUNT } from '../../../src/engine/gpu/chunk-capacity.js';
import { CHUNK_SECONDS_MAX, ChunkPace } from '../../../src/engine/gpu/chunk-pace.js';

/** Also a fortieth of it is whole subgroups. */
const CAPACITY = 32 * 3440;
const SUBRAYS = 19;

/** A pace whose next chunk has `pulses`, by chunks that took no time. */
function paceAt(pulses: number): ChunkPace {
  const pace = new ChunkPace(CAPACITY, SUBRAYS);
  pace.learn(pulses, CHUNK_SECONDS_MAX);
  pace.learn(pulses, CHUNK_SECONDS_MAX);
  while (pace.next < pulses) pace.learn(pace.next, 0);
  return pace;
}

interface Sent {
  pulses: number;
  seconds: number;
}

/** Chunks as the engine sends them: one until the first is back, then so many that the device always has the next. */
function simulate(pace: ChunkPace, chunks: number, secondsOf: (pulses: number, chunk: number) => number): Sent[] {
  const sent: Sent[] = [];
  const inFlight: Sent[] = [];
  for (let done = 0; done < chunks; done++) {
    while (inFlight.length < (pace.known ? SLOT_COUNT : 1)) {
      const chunk = { pulses: pace.next, seconds: secondsOf(pace.next, sent.length) };
      sent.push(chunk);
      inFlight.push(chunk);
    }
    const { pulses, seconds } = inFlight.shift()!;
    pace.learn(pulses, seconds);
  }
  return sent;
}

const slow = (sent: readonly Sent[]) => sent.filter(({ seconds }) => seconds > CHUNK_SECONDS_MAX).length;

describe('the pace of chunks', () => {
  it('grows twofold at most', () => {
    const pace = new ChunkPace(CAPACITY, SUBRAYS);
    for (let k = 0; k < 20; k++) {
      const before = pace.next;
      pace.learn(before, 1e-6);
      expect(pace.next).toBeLessThanOrEqual(2 * before);
    }
    expect(pace.next).toBe(CAPACITY);
  });

  it('shrinks at once after a slow chunk, also after one of the old size that was in work already', () => {
    const pace = paceAt(CAPACITY);
    pace.learn(CAPACITY, 10 * CHUNK_SECONDS_MAX);
    expect(pace.next).toBe(CAPACITY / 20);
    pace.learn(CAPACITY, 10 * CHUNK_SECONDS_MAX);
    expect(pace.next, 'the same news twice').toBe(CAPACITY / 20);
    pace.learn(CAPACITY, 0.75 * CHUNK_SECONDS_MAX);
    expect(pace.next, 'what a chunk of the old size says is no reason to grow beyond what was said since').toBe(
      CAPACITY / 20,
    );
  });

  it('learns nothing from a short chunk at the end of a leg, unless it was slow', () => {
    const pace = paceAt(992);
    const before = pace.next;
    pace.learn(3, 1e-6);
    expect(pace.next).toBe(before);
    pace.learn(3, 0.05);
    expect(pace.next).toBe(before);
    pace.learn(3, 0.1);
    expect(pace.next).toBe(1);
  });

  it('stays between one pulse and the capacity, whatever it is told', () => {
    for (const capacity of [1, 2, 1000])
      for (const seconds of [0, 1e-12, 0.01, 3, 1e9, Infinity]) {
        const pace = new ChunkPace(capacity, SUBRAYS);
        for (let k = 0; k < 30; k++) {
          pace.learn(pace.next, seconds);
          expect(pace.next).toBeGreaterThanOrEqual(1);
          expect(pace.next).toBeLessThanOrEqual(capacity);
          expect(Number.isInteger(pace.next)).toBe(true);
        }
      }
    expect(new ChunkPace(1000, 1e9).next).toBe(1);
  });

  it('gives whole subgroups, unless fewer pulses than one are too many already', () => {
    for (const capacity of [31, 32, 33, 100, 1601, 110_376])
      for (const subrays of [1, 19, 400])
        for (const seconds of [0, 0.007, 0.04, 0.06, 0.3]) {
          const pace = new ChunkPace(capacity, subrays);
          for (let k = 0; k < 40; k++) {
            expect(pace.next < 32 || pace.next % 32 === 0, `${pace.next} pulses of ${capacity}`).toBe(true);
            pace.learn(pace.next, seconds);
            if (k % 13 === 12) pace.lose();
            if (k % 17 === 16) pace.limit(capacity / 3);
          }
        }
    const fast = new ChunkPace(1601, SUBRAYS);
    while (!fast.grown) fast.learn(fast.next, 0);
    expect(fast.next).toBe(1600);
  });

  it('obeys when buffers turn out smaller', () => {
    const pace = paceAt(CAPACITY);
    pace.limit(100);
    expect(pace.next).toBe(96);
    pace.learn(96, 0);
    expect(pace.next).toBe(96);
  });

  it.each([1e4, 5e4, 1e5, 1e6, 1e7, 1e8, 1e9])(
    'keeps chunks after the first below 100 ms on a device of %d subrays/s',
    (rate) => {
      const sent = simulate(new ChunkPace(CAPACITY, SUBRAYS), 60, (pulses) => (pulses * SUBRAYS) / rate);
      expect(slow(sent.slice(1))).toBe(0);
      const { seconds, pulses } = sent[sent.length - 1];
      expect(seconds > CHUNK_SECONDS_MAX / 4 || pulses === CAPACITY, `${seconds} s`).toBe(true);
      expect(sent[0].seconds).toBeLessThan(0.5);
    },
  );

  it('never makes two chunks in turn too long if the work of a pulse changes threefold from one to the next', () => {
    const secondsOf = (pulses: number, chunk: number) => (pulses * SUBRAYS * (chunk % 7 === 3 ? 3 : 1)) / 1e7;
    const sent = simulate(new ChunkPace(CAPACITY, SUBRAYS), 200, secondsOf);
    expect(slow(sent)).toBeGreaterThan(0);
    expect(sent.filter((_, k) => k > 0 && slow(sent.slice(k - 1, k + 1)) === 2)).toEqual([]);
  });

  it('makes no further chunk too long on a device that becomes ten times as slow', () => {
    const sent = simulate(new ChunkPace(CAPACITY, SUBRAYS), 80, (pulses, chunk) => {
      return (pulses * SUBRAYS) / (chunk < 40 ? 1e7 : 1e6);
    });
    expect(slow(sent)).toBeLessThanOrEqual(SLOT_COUNT);
    expect(slow(sent)).toBeGreaterThan(0);
  });

  it('gets smaller after a loss, one chunk at a time, and grows again up to half of what it was', () => {
    const pace = paceAt(CAPACITY);
    pace.lose();
    expect(pace.next).toBe(CAPACITY / 8);
    expect(pace.known).toBe(false);
    const sizes = Array.from({ length: 4 }, () => {
      pace.learn(pace.next, 0);
      return pace.next;
    });
    expect(sizes).toEqual([CAPACITY / 4, CAPACITY / 2, CAPACITY / 2, CAPACITY / 2]);
    for (let k = 0; k < 20; k++) pace.lose();
    expect(pace.next).toBe(1);
    pace.limit(CAPACITY);
    pace.learn(1, 0);
    expect(pace.next, 'a larger buffer does not undo a loss').toBe(1);
  });

  it.each([20, 1000])(
    'loses few devices to a watchdog of half a second if a pulse suddenly takes %d times as long',
    (jump) => {
      const pace = paceAt(CAPACITY);
      const secondsOf = (pulses: number, done: number) => (pulses / CAPACITY) * 0.05 * (done > 300_000 ? jump : 1);
      let [done, losses] = [0, 0];
      const late: number[] = [];
      while (done < 600_000) {
        const pulses = pace.next;
        const seconds = secondsOf(pulses, done);
        if (seconds > 0.5) {
          pace.lose();
          losses++;
          continue;
        }
        pace.learn(pulses, seconds);
        done += pulses;
        late.push(seconds);
      }
      expect(losses).toBeGreaterThanOrEqual(1);
      // The engine takes three.
      expect(losses).toBeLessThanOrEqual(3);
      expect(Math.min(...late.slice(-20))).toBeGreaterThan(CHUNK_SECONDS_MAX / 4);
    },
  );
});
