import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findScanner } from '../../src/scanner/catalogue.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';
import { ENGINES } from '../support/engines.js';
import {
  type Beam,
  COARSE,
  type ExperimentName,
  edgeErrors,
  FINE,
  FOOTPRINT_SCENE,
  OFFSETS,
  rootMeanSquare,
  sectorOf,
  sum,
  turnAbout,
} from '../support/footprints.js';
import { isLong } from '../support/long-run.js';
import { column, type OpenScene, openScene } from '../support/scan.js';
import { EDGES, expectEdges, expectShare, PATTERNS } from './split-beams.js';

// Footprints against closed forms of the Gaussian beam, by their number of subrays; the golden numbers G4, G5, G6 and
// G22 are rows of test/validation.

describe.each(ENGINES)('footprints on the %s', (engine, there, open) => {
  const step = engine === 'CPU' ? FINE : COARSE;
  // For cases in which few subrays of many hit.
  const closer = engine === 'CPU' ? FINE : 2 * FINE;
  let stage: OpenScene;
  beforeAll(async () => {
    if (there) stage = await openScene(FOOTPRINT_SCENE, open);
  });
  afterAll(() => stage?.close());

  const turn = (around: ExperimentName, beam: Beam) => turnAbout(stage, around, { stepDeg: step, ...beam });

  // A software GPU takes three seconds for each; all patterns are in footprint.long.test.ts.
  const edges = EDGES.filter(([pattern, subrays]) => engine === 'CPU' || subrays === (pattern === 'rings' ? 19 : 7));
  it.skipIf(!there).each(edges)('G4: %s of %i hold ½ erfc(√2 d/w) of the energy beyond an edge at d', (...edge) =>
    expectEdges(stage, edge),
  );

  // 7 mm at the exit, 0.35 mrad (full).
  const { divergence, exitRadius } = resolveScanner(findScanner('riegl-vz-400'));
  const VZ_400 = { divergence, exitRadius };

  it.skipIf(!there || (engine !== 'CPU' && !isLong)).each(engine === 'CPU' ? PATTERNS : PATTERNS.slice(0, 1))(
    'of a beam that is wider than its target by far see its share of the energy: %s',
    (pattern) => expectShare(stage, pattern, closer),
  );

  it.skipIf(!there)('send light back from both sides of a wall that begins inside the exit', async () => {
    const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
    const beam = { footprint, divergence: roundBeam(10e-3), exitRadius: 0.1, sectorDeg: 20 * step };
    // Engines count on from scan to scan.
    const { hits: before } = { ...(await turn('side', beam)).counters };
    const result = await turn('side', beam);
    const hits = result.counters.hits - before;
    expect(hits).toBeGreaterThan(100);
    expect(sum(column(result, 'hitSubrays'))).toBe(hits);
  });

  it.skipIf(!there)('are cut by an edge at 10 m as at any other distance if they are wide at the exit', async () => {
    const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
    const result = await turn('edges 10', { ...VZ_400, footprint, sectorDeg: OFFSETS.length * sectorOf(OFFSETS) });
    const errors = edgeErrors(result, 'edges 10', 10, step);
    expect(rootMeanSquare(errors.map(({ mean }) => mean))).toBeLessThan(0.006);
    expect(rootMeanSquare(errors.map(({ rms }) => rms))).toBeLessThan(0.032);
  });
});
