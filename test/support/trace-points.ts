import { createPulseLister } from '../../src/engine/cpu/node-list-pulses.js';
import type { Engine } from '../../src/engine/engine.js';
import type { Need } from '../../src/products/product.js';
import type { Scene } from '../../src/scene/scene.js';
import { type InstrumentScan, programOf, type ScanRun } from '../../src/simulation/instrument-scan.js';
import { createLegPoints, type LegPoints } from '../../src/simulation/points/leg-points.js';
import { neededFacts } from '../../src/simulation/points/scene-facts.js';
import type { TracedPoints } from '../../src/simulation/points/traced-points.js';
import { type PieceListener, type TracedPiece, tracePieces } from '../../src/simulation/trace-pieces.js';

/** The points of a run at the true hits, in order, of pieces without points too, with what products need besides. */
export const tracePoints = (
  engine: Engine,
  run: ScanRun,
  scene: Scene,
  { needs, ...listener }: PieceListener & { needs?: readonly Need[] } = {},
): AsyncGenerator<TracedPoints & { scan: number }> =>
  pointsOfPieces(tracePieces(engine, [run], scene, listener), [run.scan], scene, needs);

/** The same of pieces of some scans. */
export async function* pointsOfPieces(
  pieces: AsyncIterable<TracedPiece>,
  scans: readonly InstrumentScan[],
  scene: Scene,
  needs: readonly Need[] = [],
): AsyncGenerator<TracedPoints & { scan: number }> {
  const facts = await neededFacts(scene, needs, { file: 'test' });
  let now: { scan: number; leg: number; points: LegPoints } | undefined;
  for await (const piece of pieces) {
    const { scan, leg } = piece;
    if (now?.scan !== scan || now.leg !== leg) {
      const lister = await createPulseLister(programOf(scans[scan], leg, scene));
      now = { scan, leg, points: createLegPoints({ scan: scans[scan], index: leg, scene: facts, lister, needs }) };
    }
    yield { ...now.points.make(piece).traced, scan };
  }
}
