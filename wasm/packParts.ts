// packParts: the parts of the waveforms of a block, dense and in order, are copied to the host's outputs.

import { appendParts, samples } from './addresses.generated';
import { partAt } from './parts';
import { partCount } from './recording';
import { WaveformPart } from './records.generated';
import { firstSamples } from './work';

/** Adds the block's parts to the chunk's; returns their number. Its samples follow those that the chunk has. */
export function packParts(first: u32, count: i32): i32 {
  const before = <u32>((samples - firstSamples) >> 2);
  const out = appendParts(<usize>partCount * WaveformPart.SIZE);
  memory.copy(out, partAt(0), <usize>partCount * WaveformPart.SIZE);
  for (let k = 0; k < partCount; k++) {
    const part = out + <usize>k * WaveformPart.SIZE;
    store<u32>(part, load<u32>(part, WaveformPart.sampleStart) + before, WaveformPart.sampleStart);
  }
  return partCount;
}
