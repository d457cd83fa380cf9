import { describe, expect, it } from 'vitest';
import { axisTicks } from '../../../src/picture/chart/axis-ticks.js';

const labels = (...args: Parameters<typeof axisTicks>) => axisTicks(...args).map(({ label }) => label);

describe('marks of an axis', () => {
  it('stand at round numbers', () => {
    expect(labels(-0.3, 1.1, 5, { unit: '' })).toEqual(['0', '0.5', '1']);
    expect(labels(0, 120, 6, { unit: ' ms' })).toEqual([
      '0 ms',
      '20 ms',
      '40 ms',
      '60 ms',
      '80 ms',
      '100 ms',
      '120 ms',
    ]);
  });

  it('divide a circle into parts', () => {
    expect(labels(-180, 180, 8, { unit: '°' })).toEqual([
      '-180°', '-135°', '-90°', '-45°', '0°', '45°', '90°', '135°', '180°',
    ]); // biome-ignore format: a row
  });

  it('name distances on a plane by their angles', () => {
    const ticks = axisTicks(-1, 1, 4, { unit: '°', tangent: true });
    expect(ticks.map(({ label }) => label)).toEqual(['-30°', '0°', '30°']);
    expect(ticks[2].at).toBeCloseTo(Math.tan(Math.PI / 6), 12);
  });

  it('stand at powers of ten of exponents, and between them where there is room', () => {
    const powers = { unit: '', powers: true };
    expect(labels(-2, 1, 4, powers)).toEqual(['0.01', '0.1', '1', '10']);
    expect(labels(-1, 1, 8, powers)).toEqual(['0.1', '0.2', '0.5', '1', '2', '5', '10']);
    expect(labels(-9, 0, 3, powers)).toEqual(['1e-9', '1e-6', '0.001', '1']);
    expect(labels(2, 2, 4, { unit: ' J', powers: true })).toEqual(['100 J']);
    expect(axisTicks(-1, 0, 4, powers)[1].at).toBeCloseTo(-1 + Math.log10(2), 12);
  });

  it('stay few where the axis has no extent', () => {
    expect(labels(5, 5, 10, { unit: '' })).toEqual(['5']);
  });
});
