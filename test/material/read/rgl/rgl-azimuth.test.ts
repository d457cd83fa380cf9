import { describe, expect, it } from 'vitest';
import {
  applyTo,
  azimuthReduction,
  intoSector,
  shareOfTurn,
  wrapFrom,
} from '../../../../src/material/read/rgl/rgl-azimuth.js';

const { PI } = Math;

describe('azimuthReduction', () => {
  it('is the number of measured sectors in a turn', () => {
    expect(azimuthReduction([-PI, 0, PI])).toBe(1);
    expect(azimuthReduction([0, 1, PI])).toBe(2);
    expect(azimuthReduction([0, PI / 2])).toBe(4);
    expect(azimuthReduction([0.5, 0.5 + PI / 2])).toBe(4);
    expect(azimuthReduction([0, (2 * PI) / 3])).toBeUndefined();
    expect(azimuthReduction([0, PI / 4])).toBeUndefined();
  });
});

describe('intoSector', () => {
  /** Azimuth to which incidence at `phi` is mapped. */
  const mapped = (phi: number, first: number, last: number, reduction: 1 | 2 | 4) =>
    wrapFrom(applyTo(phi, intoSector(phi, first, last, reduction)), first);

  it('turns half a turn by half a turn', () => {
    expect(mapped(0.4, 0, PI, 2)).toBeCloseTo(0.4, 12);
    expect(mapped(PI + 0.4, 0, PI, 2)).toBeCloseTo(0.4, 12);
    expect(mapped(-0.4, 0, PI, 2)).toBeCloseTo(PI - 0.4, 12);
    expect(intoSector(-0.4, 0, PI, 2)).toEqual({ sign: 1, shift: PI });
  });

  it('mirrors and turns a quarter', () => {
    const quarter = (phi: number) => mapped(phi, 0, PI / 2, 4);
    for (const phi of [0.4, -0.4, PI - 0.4, PI + 0.4, 2 * PI + 0.4, 2 * PI - 0.4])
      expect(quarter(phi), `${phi}`).toBeCloseTo(0.4, 12);
    expect(intoSector(PI - 0.4, 0, PI / 2, 4)).toEqual({ sign: -1, shift: PI });
    expect(intoSector(-0.4, 0, PI / 2, 4)).toEqual({ sign: -1, shift: 0 });
    expect(intoSector(PI + 0.4, 0, PI / 2, 4)).toEqual({ sign: 1, shift: PI });
  });

  it('takes the edges in, with the rounding of floats', () => {
    expect(intoSector(PI + 5e-6, 0, PI, 2)).toEqual({ sign: 1, shift: 0 });
    expect(intoSector(-5e-6, 0, PI, 2)).toEqual({ sign: 1, shift: 0 });
    expect(intoSector(PI + 5e-5, 0, PI, 2)).toEqual({ sign: 1, shift: PI });
    expect(intoSector(-5e-5, 0, PI, 2)).toEqual({ sign: 1, shift: PI });
  });

  it('leaves a whole turn as it is', () => {
    expect(intoSector(9, -PI, PI, 1)).toEqual({ sign: 1, shift: 0 });
  });
});

it('wrapFrom finds the same direction in the turn from the first azimuth on', () => {
  expect(wrapFrom(7, 0)).toBeCloseTo(7 - 2 * PI, 12);
  expect(wrapFrom(-1, 0)).toBeCloseTo(2 * PI - 1, 12);
  expect(wrapFrom(-1, -2)).toBe(-1);
  expect(wrapFrom(2 * PI, 0)).toBeCloseTo(0, 12);
});

it('shareOfTurn counts from −π', () => {
  expect([-PI, 0, PI / 2].map(shareOfTurn)).toEqual([0, 0.5, 0.75]);
  expect(shareOfTurn(1.5 * PI)).toBeCloseTo(0.25, 12);
  expect(shareOfTurn(-1.5 * PI)).toBeCloseTo(0.75, 12);
});
