import { describe, expect, it } from 'vitest';
import { createFrameClock, shotsPerRevolution } from '../../../src/products/frames/frame-clock.js';
import { LEVEL, legOf, spinningScanner } from '../../simulation/instrument-scans.js';
import { testScanner } from '../../support/scan.js';

const standing = (duration: number) => legOf({ kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration });
const spinning = (rotationRateHz: number, firingPeriod: number) =>
  spinningScanner({ deflector: { kind: 'spinning', rotationRateHz, firingPeriod } });

describe('shots of a revolution', () => {
  it.each([
    // A VLP-16: 0.1 s / 55.296 µs.
    ['a fraction more than a whole number', 10, 55.296e-6, 1808.449],
    ['a whole number', 10, 1 / 10_240, 1024],
    ['a whole number but for the rounding of the period', 10, 97.65625e-6, 1024],
    ['the other way round', -10, 1 / 10_240, 1024],
  ])('%s', (_, rate, period, shots) => {
    expect(shotsPerRevolution(spinning(rate, period))).toBeCloseTo(shots, 3);
  });

  it('exist only for spinning scanners', () => {
    expect(shotsPerRevolution(testScanner())).toBeUndefined();
  });
});

describe('frames', () => {
  it('begin with the first shot after a whole turn of a spinning array', () => {
    // 0.35 s of 1808.449 shots a turn: turns begin at shots 0, 1808.45, 3616.90, 5425.35.
    const clock = createFrameClock(spinning(10, 55.296e-6), standing(0.35), { by: 'revolution' });
    expect(clock.count).toBe(4);
    expect([0, 1, 2, 3].map((frame) => clock.firstShotOf?.(frame))).toEqual([0, 1809, 3617, 5426]);
    const frameOfShot = (shot: number) => clock.frameOf(shot * 16 + 3, Number.NaN);
    expect([0, 1808, 1809, 3616, 3617, 5425, 5426].map(frameOfShot)).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(clock.startOf(2)).toBeCloseTo(3617 * 55.296e-6, 12);
  });

  it('hold every shot of their time, whatever the rates', () => {
    for (const [rate, period] of [
      [10, 1 / 10_240],
      [20, 55.296e-6],
      [7, 1e-4],
      [3, 1 / 3 / 7],
    ]) {
      const clock = createFrameClock(spinning(rate, period), standing(2), { by: 'revolution' });
      for (let frame = 0; frame < clock.count - 1; frame++) {
        const first = clock.firstShotOf?.(frame) ?? Number.NaN;
        expect(clock.frameOf(16 * first, 0), `${rate} Hz, frame ${frame}`).toBe(frame);
        if (frame > 0) expect(clock.frameOf(16 * first - 1, 0), `${rate} Hz, before frame ${frame}`).toBe(frame - 1);
      }
    }
  });

  it('go by the time of the pulse if they are by seconds, and the last may be short', () => {
    const clock = createFrameClock(spinning(10, 55.296e-6), standing(1.25), { by: 0.5 });
    expect(clock.count).toBe(3);
    expect([0, 0.499, 0.5, 1.2, 1.3].map((time) => clock.frameOf(0, time))).toEqual([0, 0, 1, 2, 2]);
    expect(clock.startOf(2)).toBe(1);
  });

  it('of a whole number are not one more by rounding', () => {
    expect(createFrameClock(spinning(10, 55.296e-6), standing(0.3), { by: 0.1 }).count).toBe(3);
  });

  it.each([
    ['the rest of a drive', 10, 55.296e-6, 0.35, 3, true],
    ['whole turns of whole shots', 10, 1 / 10_240, 0.3, 3, false],
    ['a turn but for one shot, which the time does not hold', 10, 57.6e-6, 0.1, 1, false],
    ['half a turn alone', 10, 1 / 10_240, 0.05, 0, true],
  ])('are left out where incomplete: %s', (_, rate, period, duration, count, drops) => {
    const scanner = spinning(rate, period);
    const clock = createFrameClock(scanner, standing(duration), { by: 'revolution', incomplete: 'drop' });
    expect([clock.count, clock.drops]).toEqual([count, drops]);
    const kept = createFrameClock(scanner, standing(duration), { by: 'revolution', incomplete: 'keep' });
    expect([kept.count, kept.drops]).toEqual([count + Number(drops), false]);
    // Pulses of what is left out belong to no frame that is written.
    if (drops) expect(clock.frameOf(16 * Math.ceil(duration / period) - 1, duration)).toBe(count);
  });

  it('of seconds are left out where incomplete', () => {
    const clockOf = (duration: number) =>
      createFrameClock(spinning(10, 55.296e-6), standing(duration), { by: 0.5, incomplete: 'drop' });
    expect([clockOf(1.25).count, clockOf(1.25).frameOf(0, 1.2)]).toEqual([2, 2]);
    expect([clockOf(1).count, clockOf(1).drops]).toEqual([2, false]);
    expect([clockOf(0.3).count, clockOf(0.3).drops]).toEqual([0, true]);
  });

  it('go by the rate of a head that turns if they are by revolution', () => {
    // Lines of 1° at 100 Hz: 3.6 s a turn.
    const path = { kind: 'straight', from: [0, 0, 0], to: [0, 10, 0], speed: 1, attitude: LEVEL } as const;
    const clock = createFrameClock(testScanner(), legOf(path), { by: 'revolution' });
    expect(clock.count).toBe(3);
    expect(clock.frameOf(0, 3.61)).toBe(1);
    expect(clock.startOf(1)).toBeCloseTo(3.6, 9);
  });
});
