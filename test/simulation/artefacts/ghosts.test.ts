import { describe, expect, it } from 'vitest';
import { haloShare } from '../../../src/simulation/artefacts/blooming.js';
import { NOTHING } from '../../../src/simulation/artefacts/echo.js';
import { ONE_LASER } from '../../support/scan.js';
import { DEGREE } from '../instrument-scans.js';
import { after, type GivenReturn, legWith, stretchOf } from './stretches.js';

const leg = (lasers: number) => legWith({}, { channels: Array.from({ length: lasers }, () => ONE_LASER) });
const STRONG: GivenReturn = { range: 50, energy: 1e6 };

describe('crosstalk', () => {
  const settings = { share: 1e-4, within: 1.5 * DEGREE };

  /** Two shots of four lasers, 1° apart. */
  const angles = [0, 1, 2, 3, 0, 1, 2, 3].map((angle) => angle * DEGREE);
  const shotsWith = (returns: Record<number, GivenReturn[]>) =>
    after(
      'crosstalk',
      settings,
      stretchOf(
        angles.map((_, k) => returns[k] ?? []),
        angles,
      ),
      leg(4),
    ).echoes;

  it('reaches the lasers of the shot within the angle, at the range of the return', () => {
    const echoes = shotsWith({ 1: [STRONG] });
    expect(echoes.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0, 0, 0, 0]);
    expect(echoes[0][0]).toMatchObject({ source: NOTHING, range: 50, energy: 100 });
  });

  it('needs a ghost that is as strong as the weakest return', () => {
    expect(shotsWith({ 1: [{ range: 50, energy: 0.99e4 }] })[0]).toEqual([]);
    expect(shotsWith({ 1: [{ range: 50, energy: 1.01e4 }] })[0]).toHaveLength(1);
  });

  it('is hidden by an echo nearer than half of the pulse', () => {
    expect(shotsWith({ 0: [{ range: 50.7 }], 1: [STRONG] })[0]).toHaveLength(1);
    expect(shotsWith({ 0: [{ range: 50.8 }], 1: [STRONG] })[0]).toHaveLength(2);
  });

  it('makes one ghost of two at one range, the stronger', () => {
    const echoes = shotsWith({ 0: [STRONG], 2: [{ range: 50, energy: 2e6 }] });
    expect(echoes[1].map(({ energy }) => energy)).toEqual([200]);
  });

  it('has no ghosts of ghosts', () => {
    expect(shotsWith({ 0: [{ range: 50, energy: 1e12 }] }).map(({ length }) => length)).toEqual([
      1, 1, 0, 0, 0, 0, 0, 0,
    ]);
  });
});

describe('blooming', () => {
  const settings = { above: 1e5, share: 1e-3, width: 2 * DEGREE, shots: 2 };
  /** Seven shots of one laser, 0.5° apart, a retro-reflector in the middle. */
  const angles = [-3, -2, -1, 0, 1, 2, 3].map((step) => 0.5 * step * DEGREE);
  const bloom = (middle: GivenReturn, changed = {}) =>
    after(
      'blooming',
      { ...settings, ...changed },
      stretchOf(
        angles.map((_, k) => (k === 3 ? [middle] : [])),
        angles,
      ),
      leg(1),
    ).echoes;

  it('fades with the angle, to half at half of the width, and ends at the last shot', () => {
    const echoes = bloom(STRONG);
    expect(echoes.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1, 1, 0]);
    expect(echoes[1][0].energy).toBeCloseTo(500, 0);
    expect(haloShare(Math.cos(DEGREE), settings)).toBeCloseTo(0.5e-3, 9);
    expect(haloShare(1 + 1e-7, settings)).toBe(1e-3);
  });

  it('needs a return that strong', () => {
    expect(bloom({ range: 50, energy: 0.9e5 }).flat()).toHaveLength(1);
  });

  it('ends where a ghost is weaker than the weakest return', () => {
    expect(bloom(STRONG, { share: 1.5e-6 }).map(({ length }) => length)).toEqual([0, 0, 1, 1, 1, 0, 0]);
  });
});
