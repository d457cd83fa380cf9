import { noCounts } from '../../src/device/buffers.js';
import { type Chunk, readOutputs } from '../../src/engine/engine.js';

/** Outputs of a chunk that says it has so many returns, and holds nothing. */
export const emptyOutputs = (returns = 0): Chunk['outputs'] =>
  readOutputs({ ...noCounts(), returns }, () => ({ floats: new Float32Array(), words: new Uint32Array() }));
