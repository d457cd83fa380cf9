import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { Scene } from '../../scene/scene.js';
import { type InstrumentScan, programOf } from '../../simulation/instrument-scan.js';
import { nodeMachine } from '../../simulation/node-machine.js';
import type { Piece } from './piece.js';
import { reachOf, seesWithinRange } from './piece-reach.js';
import { type KnownPart, partsBeyond, type WholeScene } from './scene-parts.js';

interface ReduceContext {
  scans: readonly InstrumentScan[];
  scene: Scene;
  parts: readonly KnownPart[];
  /** Whether legs and points need no ground beyond reach, as legs that stand on the scene and heights above it do. */
  isFixed: boolean;
}

/**
 * The pieces, each with the parts that it need not read, and the facts of the whole that they then need; absent: all
 * read all.
 */
export async function reducePieces(
  pieces: readonly Piece[],
  { scans, scene, parts, isFixed }: ReduceContext,
): Promise<{ pieces: Piece[]; whole?: WholeScene }> {
  if (!isFixed || parts.length < 2) return { pieces: [...pieces] };
  const listerOf = listers(scans, scene);
  const reduced: Piece[] = [];
  const outlines: Record<number, NonNullable<KnownPart['outline']>> = {};
  for (const piece of pieces) {
    const scan = scans[piece.scanner];
    const without = seesWithinRange(scan) ? partsBeyond(reachOf(scan, piece, await listerOf(piece)), parts) : [];
    reduced.push(without.length > 0 ? { ...piece, without } : piece);
    for (const part of without) outlines[part] ??= parts[part].outline as NonNullable<KnownPart['outline']>;
  }
  if (Object.keys(outlines).length === 0) return { pieces: reduced };
  const { frameOrigin, bounds, names } = scene;
  return { pieces: reduced, whole: { frameOrigin, bounds, classes: names.classes, outlines } };
}

/** Lists pulses of the leg of a piece; keeps the last leg's program, which may be large. */
function listers(scans: readonly InstrumentScan[], scene: Scene): (piece: Piece) => Promise<PulseLister> {
  let last: { key: string; lister: Promise<PulseLister> } | undefined;
  return ({ scanner, leg }) => {
    const key = `${scanner} ${leg}`;
    if (last?.key !== key) last = { key, lister: nodeMachine.createPulseLister(programOf(scans[scanner], leg, scene)) };
    return last.lister;
  };
}
