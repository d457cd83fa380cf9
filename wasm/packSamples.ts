// packSamples: the samples of the waveforms of a block are copied to the host's outputs.

import { appendSamples, waves } from './addresses.generated';
import { sampleCount } from './recording';

/** Adds the block's samples to the chunk's; returns their number. */
export function packSamples(first: u32, count: i32): i32 {
  const bytes = <usize>sampleCount << 2;
  memory.copy(appendSamples(bytes), waves, bytes);
  return sampleCount;
}
