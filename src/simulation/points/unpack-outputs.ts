import type { OutputName } from '../../device/buffers.js';
import type { Chunk, Records } from '../../engine/engine.js';
import { type PointContext, unpackPoints } from './unpack-points.js';

/** Conversion of each output of a chunk on the host. */
const UNPACK = {
  points: unpackPoints,
} satisfies Record<OutputName, (records: Records, context: PointContext) => unknown>;

/** The outputs of a chunk on the host, by name. */
export type UnpackedOutputs = { [Name in OutputName]: ReturnType<(typeof UNPACK)[Name]> };

/** Unpacks all outputs of a chunk. */
export function unpackOutputs(outputs: Chunk['outputs'], context: PointContext): UnpackedOutputs {
  const names = Object.keys(UNPACK) as OutputName[];
  return Object.fromEntries(names.map((name) => [name, UNPACK[name](outputs[name], context)])) as UnpackedOutputs;
}
