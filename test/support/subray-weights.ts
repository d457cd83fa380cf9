import { SubrayBlock } from '../../src/device/records.generated.js';

/** Shares of the energy of the first `count` subrays of SubrayBlocks. */
export function subrayWeights(blocks: ArrayBuffer, count: number): Float32Array {
  const numbers = new Float32Array(blocks);
  return Float32Array.from(
    { length: count },
    (_, k) => numbers[((k >> 2) * SubrayBlock.SIZE + SubrayBlock.weight) / 4 + (k & 3)],
  );
}
