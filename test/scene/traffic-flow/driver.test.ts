import { describe, expect, it } from 'vitest';
import {
  BRAKING_MAX,
  type Driver,
  desiredGap,
  equilibriumGap,
  idmAcceleration,
} from '../../../src/scene/traffic-flow/driver.js';

/** Treiber, Hennecke, Helbing 2000, with the parameters of a town. */
const DRIVER: Driver = { speed: 13.9, headway: 1.5, gap: 2, acceleration: 1.4, braking: 2 };

describe('the intelligent driver model', () => {
  it('brakes behind a slower car as its formula says', () => {
    expect(desiredGap(DRIVER, 10, 8)).toBeCloseTo(22.976143, 6);
    expect(idmAcceleration(DRIVER, 10, 20, 8)).toBeCloseTo(-0.822693, 6);
  });

  it('keeps the equilibrium gap', () => {
    expect(equilibriumGap(DRIVER, 10)).toBeCloseTo(19.8681705, 6);
    expect(idmAcceleration(DRIVER, 10, equilibriumGap(DRIVER, 10), 10)).toBeCloseTo(0, 12);
  });

  it('accelerates on a free way up to its speed', () => {
    expect(idmAcceleration(DRIVER, 0, Infinity, 0)).toBe(1.4);
    expect(idmAcceleration(DRIVER, 13.9, Infinity, 0)).toBe(0);
  });

  it('wants its least gap of a leader that drives away, and brakes no harder than a car can', () => {
    expect(desiredGap(DRIVER, 1, 30)).toBe(2);
    expect(idmAcceleration(DRIVER, 13.9, 1, 0)).toBe(-BRAKING_MAX);
    expect(idmAcceleration(DRIVER, 0, -0.1, 0)).toBe(-BRAKING_MAX);
  });
});
