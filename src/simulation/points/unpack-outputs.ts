import type { OutputName } from '../../device/buffers.js';
import type { Chunk, Records } from '../../engine/engine.js';
import { type PointContext, unpackPoints } from './unpack-points.js';

/** Conversion of the outputs of a chunk on the host. */
const UNPACK = {
  points: unpackPoints,
} satisfies Partial<Record<OutputName, (records: Records, context: PointContext) => unknown>>;

/** The outputs of a chunk on the host, by name. */
export type UnpackedOutputs = { [Name in keyof typeof UNPACK]: ReturnType<(typeof UNPACK)[Name]> };

/** Unpacks the outputs of a chunk. */
export function unpackOutputs(outputs: Chunk['outputs'], context: PointContext): UnpackedOutputs {
  const names = Object.keys(UNPACK) as (keyof typeof UNPACK)[];
  return Object.fromEntries(names.map((name) => [name, UNPACK[name](outputs[name], context)])) as UnpackedOutputs;
}
