import { Chunk } from '../records.generated.js';
import type { GpuScene } from './gpu-scene.js';

/** The Chunk record of `pulseCount` pulses of a leg from `firstPulse` on. */
export function chunkRecord({ topNode, instanceCount }: GpuScene, firstPulse: number, pulseCount: number): ArrayBuffer {
  const words = new Uint32Array(Chunk.SIZE / 4);
  words[Chunk.firstPulse / 4] = firstPulse;
  words[Chunk.pulseCount / 4] = pulseCount;
  words[Chunk.topNode / 4] = topNode;
  words[Chunk.instanceCount / 4] = instanceCount;
  return words.buffer;
}
