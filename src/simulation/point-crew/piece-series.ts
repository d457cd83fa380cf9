import { FrameGroups } from '../frames/frame-groups.js';
import { needsOrder } from '../points/leg-points.js';
import type { TracedPiece } from '../trace-pieces.js';
import type { PointWork } from './made-points.js';
import type { PointSetup } from './point-setup.js';

/** A piece that goes to a thread. */
export interface SeriesPiece extends TracedPiece, Pick<PointWork, 'frame'> {
  /** The pieces that one thread makes in their order, and whether it is their last one; absent: any may make it. */
  series?: { name: string; ends: boolean };
}

/**
 * Divides pieces, which come in order, where another thread may go on, and says which of them one thread makes: those
 * of a leg whose points depend on the ones before, and those of a frame that is made as a whole.
 */
export function seriesFinder({ survey: { frames }, scans, scene: { frameOrigin }, kernel, inMemory }: PointSetup) {
  const groups = frames && inMemory !== 'pieces' && new FrameGroups({ frames, scans, frameOrigin, kernel });
  // Others are files, to which parts are added as they come.
  const areWhole = frames?.organised || inMemory === 'frames';
  return function* (piece: Omit<TracedPiece, 'lost'>): Generator<Omit<SeriesPiece, 'lost'>> {
    const { scan, leg } = piece;
    if (needsOrder(scans[scan], leg)) yield { ...piece, series: { name: `${scan} ${leg}`, ends: false } };
    else if (!groups) yield piece;
    else
      for (const { group, ...part } of groups.divide(piece)) {
        const { begin, next } = group;
        const series = { name: `${scan} ${leg} ${begin.frame}`, ends: part.end === next.pulse };
        yield { ...part, frame: begin, ...(areWhole && { series }) };
      }
  };
}
