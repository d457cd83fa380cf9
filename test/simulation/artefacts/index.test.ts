import { describe, expect, it } from 'vitest';
import { ARTEFACT_SETTINGS } from '../../../src/scanner/artefacts/index.js';
import { STREAMS } from '../../../src/simulation/artefacts/draw-streams.js';
import { ARTEFACT_KINDS, shotsAround } from '../../../src/simulation/artefacts/index.js';

describe('the kinds of artefacts', () => {
  it('are those with settings; those that need a surface come before those that have none', () => {
    const names = Object.keys(ARTEFACT_KINDS);
    expect([...names].sort()).toEqual(Object.keys(ARTEFACT_SETTINGS).sort());
    const places = ['losses', 'shinySurfaces', 'crosstalk', 'blooming', 'ambiguity', 'outliers'].map((name) =>
      names.indexOf(name),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('have streams of random numbers of their own, apart from those of the device', () => {
    const streams = Object.values(STREAMS);
    expect(new Set(streams).size).toBe(streams.length);
    expect(Math.min(...streams)).toBeGreaterThan(18);
  });

  it('look at neighbouring shots only where they must', () => {
    expect(shotsAround({ outliers: { probability: 1 } })).toBeUndefined();
    expect(shotsAround({ crosstalk: { share: 1, within: 1 } })).toBe(0);
    expect(
      shotsAround({ crosstalk: { share: 1, within: 1 }, blooming: { above: 1, share: 1, width: 1, shots: 3 } }),
    ).toBe(3);
  });
});
