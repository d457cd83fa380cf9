import { describe, expect, it } from 'vitest';
import { createCubics, evaluateCubics, type Interpolation } from '../../src/material/backscatter-cubics.js';
import type { BackscatterTable } from '../../src/material/backscatter-table.js';
import { outliers } from '../support/outliers.js';
import { random } from '../support/scenes.js';

const RIGHT_ANGLE = Math.PI / 2;
const RULES: Interpolation[] = ['hermite', 'linear', 'nearest'];

/** A table of samples of `value` (π f_r); one azimuth if `phiCount` is 1. */
function tableOf(
  thetaCount: number,
  phiCount: number,
  value: (theta: number, phi: number) => number,
  weighted = false,
): BackscatterTable {
  const values = new Float64Array(thetaCount * phiCount);
  for (let p = 0; p < phiCount; p++)
    for (let t = 0; t < thetaCount; t++)
      values[p * thetaCount + t] = value((t / Math.max(1, thetaCount - 1)) * RIGHT_ANGLE, (p / phiCount) * 2 * Math.PI);
  return { values, thetaCount, phiCount, weighted };
}

/** π f_r of an angle and an azimuth, without the cosine. */
function valuesOf(table: BackscatterTable, rule: Interpolation): (theta: number, phi?: number) => number {
  const cubics = createCubics(table, rule);
  return (theta, phi = 0) => evaluateCubics(cubics, theta, phi) / (table.weighted ? 1 : Math.cos(theta));
}

/** Random angles below grazing incidence, and random azimuths. */
function directions(count: number, seed: number): { theta: number; phi: number }[] {
  const next = random(seed);
  return Array.from({ length: count }, () => ({ theta: next() * 1.57, phi: (next() - 0.3) * 20 }));
}

/** Smooth over the hemisphere, one value at the pole, never negative. */
const smooth = (theta: number, phi: number) => 0.4 + 0.25 * Math.sin(theta) ** 2 * Math.cos(2 * phi + 0.3);

describe.each(RULES)('%s', (rule) => {
  it.each([
    [7, 1],
    [7, 4],
    [2, 2],
    [1, 1],
  ])('gives a constant table back everywhere: %i angles, %i azimuths', (thetaCount, phiCount) => {
    const valueAt = valuesOf(
      tableOf(thetaCount, phiCount, () => 0.37),
      rule,
    );
    const values = directions(300, 5).map(({ theta, phi }) => valueAt(theta, phi));
    expect(outliers(values, (value) => Math.abs(value - 0.37) < 0.5e-12)).toEqual([]);
  });

  it('gives the samples back where they were taken', () => {
    const table = tableOf(10, 6, smooth);
    const valueAt = valuesOf(table, rule);
    for (let p = 0; p < 6; p++)
      for (let t = 0; t < 9; t++)
        expect(valueAt((t / 9) * RIGHT_ANGLE + 1e-9, (p / 3) * Math.PI + 1e-9)).toBeCloseTo(
          table.values[p * 10 + t],
          6,
        );
  });

  it('never falls below 0', () => {
    const next = random(11);
    const table = tableOf(12, 8, (theta) => (theta === 0 ? 3 : next() < 0.5 ? 0 : 40 * next()));
    const valueAt = valuesOf(table, rule);
    const values = directions(2000, 12).map(({ theta, phi }) => valueAt(theta, phi));
    expect(outliers(values, (value) => value >= 0)).toEqual([]);
  });

  it('is the same after whole turns', () => {
    const valueAt = valuesOf(tableOf(10, 6, smooth), rule);
    for (const { theta, phi } of directions(200, 13))
      expect(valueAt(theta, phi + 2 * Math.PI)).toBeCloseTo(valueAt(theta, phi), 9);
  });
});

describe.each(['hermite', 'linear'] as const)('%s', (rule) => {
  const valueAt = valuesOf(tableOf(10, 6, smooth), rule);
  const step = 1e-7;

  it('has no step where the azimuth begins anew', () => {
    for (const { theta } of directions(100, 21)) expect(valueAt(theta, -step)).toBeCloseTo(valueAt(theta, step), 5);
  });

  it('has no step at the normal, from whichever side', () => {
    for (const { phi } of directions(100, 22)) expect(valueAt(step, phi)).toBeCloseTo(smooth(0, 0), 5);
  });

  it('has no step between cells', () => {
    for (let cell = 1; cell < 9; cell++) {
      const theta = (cell / 9) * RIGHT_ANGLE;
      for (const { phi } of directions(20, 23))
        expect(valueAt(theta - step, phi)).toBeCloseTo(valueAt(theta + step, phi), 5);
    }
  });
});

describe('hermite', () => {
  it('has no kink at the normal: the slope goes on to the other side', () => {
    const tilted = tableOf(19, 8, (theta, phi) => 0.5 + 0.2 * Math.sin(theta) * Math.cos(phi));
    const valueAt = valuesOf(tilted, 'hermite');
    const slope = (phi: number) => (valueAt(1e-5, phi) - valueAt(0, phi)) / 1e-5;
    for (const phi of [0, 0.3, 1, 2.4]) expect(slope(phi)).toBeCloseTo(-slope(phi + Math.PI), 4);
    // d/dθ 0.2 sin θ = 0.2 at the normal.
    expect(slope(0)).toBeCloseTo(0.2, 2);
  });

  it('follows a quadratic of the angle exactly but in the first cell, where it is mirrored', () => {
    const square = (theta: number) => 0.2 + 0.1 * theta - 0.05 * theta ** 2;
    const valueAt = valuesOf(tableOf(10, 1, square), 'hermite');
    for (let k = 0; k < 50; k++) {
      const theta = RIGHT_ANGLE * (1 / 9 + (k / 50) * (8 / 9));
      expect(valueAt(theta)).toBeCloseTo(square(theta), 12);
    }
  });

  it('is right between four samples by hand', () => {
    // p = 1, 2, 4, 3 at half way: (−1 + 9·2 + 9·4 − 3) / 16 = 3.125.
    const table = tableOf(4, 1, (theta) => [1, 2, 4, 3][Math.round((theta / RIGHT_ANGLE) * 3)]);
    expect(valuesOf(table, 'hermite')(RIGHT_ANGLE / 2)).toBeCloseTo(3.125, 12);
  });

  it('gains three digits where samples are ten times as dense', () => {
    const worst = (count: number) => {
      const valueAt = valuesOf(tableOf(count, 1, smooth), 'hermite');
      return Math.max(...directions(300, 31).map(({ theta }) => Math.abs(valueAt(theta) - smooth(theta, 0))));
    };
    expect(worst(91) / worst(10)).toBeLessThan(2e-3);
  });
});

describe('linear', () => {
  it('is the mean half way between two samples, of the four around half way between both', () => {
    const valueAt = valuesOf(
      tableOf(3, 2, (theta, phi) => (theta === 0 ? 1 : theta + phi)),
      'linear',
    );
    expect(valueAt(RIGHT_ANGLE / 4, 0)).toBeCloseTo((1 + RIGHT_ANGLE / 2) / 2, 12);
    const around = [0, Math.PI].flatMap((phi) => [RIGHT_ANGLE / 2 + phi, RIGHT_ANGLE + phi]);
    const mean = around.reduce((sum, value) => sum + value, 0) / 4;
    expect(valueAt(0.75 * RIGHT_ANGLE, RIGHT_ANGLE)).toBeCloseTo(mean, 12);
  });
});

describe('nearest', () => {
  it('is the sample on whose side the angle and the azimuth lie', () => {
    const table = tableOf(5, 4, (theta, phi) => (theta === 0 ? 1 : 2 + theta + 10 * phi));
    const valueAt = valuesOf(table, 'nearest');
    for (const { theta, phi } of directions(500, 41)) {
      const t = Math.round((theta / RIGHT_ANGLE) * 4);
      const p = ((Math.round((phi / (2 * Math.PI)) * 4) % 4) + 4) % 4;
      expect(valueAt(theta, phi)).toBeCloseTo(table.values[p * 5 + t], 12);
    }
  });
});

it('leaves the cosine to tables that hold it', () => {
  const table = tableOf(91, 1, (theta) => 0.5 * Math.sin(theta) ** 2, true);
  expect(evaluateCubics(createCubics(table, 'hermite'), 1.5, 0)).toBeCloseTo(0.5 * Math.sin(1.5) ** 2, 6);
});
