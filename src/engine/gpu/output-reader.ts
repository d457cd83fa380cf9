import { sharedMemory } from '../../base/shared-memory.js';
import { copyBytes, finishInTurns } from '../../base/steps.js';
import { BUFFERS, COUNTERS, itemsPerPulse, OUTPUTS, type OutputName } from '../../device/buffers.js';
import { Totals } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import type { ChunkCounts } from '../engine.js';
import type { SlotBuffers } from './chunk-buffers.js';
import { HEAD_BYTES } from './chunk-capacity.js';
import { roundUp } from './create-buffers.js';

/** Room for outputs on the host, as a multiple of the need: chunks grow. */
const HOST_RESERVE = 2;
/** Requested amount, as a multiple of that of the chunks so far. */
const ASKED_RESERVE = 1.05;
/** Factor, from one chunk to the next, of the excess of a request over the need: half of it is left after 14 chunks. */
const ASKED_DECAY = 0.95;
/** Items of a pulse that are requested at least: one more request takes longer than the transfer of these. */
const ASKED_LEAST = 1 / 64;

/** Bytes of each output, in the order of OUTPUTS. */
export type OutputBytes = readonly number[];

/** Transfer of outputs from the device: the amount requested of each, and its place on the host. */
export class OutputReader {
  /** Memory of outputs that are no longer read, all of a chunk together. */
  private readonly free: ArrayBufferLike[][] = [];
  private readonly itemsPerPulse: number[];
  private readonly itemsLeast: readonly number[];

  /** A reader of the outputs that runs with these settings have. */
  constructor(settings: RunSettings) {
    this.itemsPerPulse = OUTPUTS.map(({ name }) => Math.min(1, itemsPerPulse(BUFFERS[name], settings)));
    this.itemsLeast = this.itemsPerPulse.map((items) => Math.min(items, ASKED_LEAST));
  }

  /** Bytes to request with a chunk, before the sizes of its outputs are known. */
  expected(outputs: SlotBuffers['outputs'], pulseCount: number): OutputBytes {
    return OUTPUTS.map(({ name, bytes }, k) =>
      Math.min(outputs[name].size, Math.ceil(pulseCount * this.itemsPerPulse[k]) * bytes),
    );
  }

  /** Counts of a chunk from its Totals record; 0 of outputs that the run does not have. */
  countsIn(totals: Uint32Array): ChunkCounts {
    const counts = Object.fromEntries(COUNTERS.map((name) => [name, totals[Totals[name] / 4]])) as ChunkCounts;
    OUTPUTS.forEach(({ counter }, k) => {
      if (this.itemsPerPulse[k] === 0) counts[counter] = 0;
    });
    return counts;
  }

  /** Sizes of a chunk's outputs, from its counts. */
  learn(counts: ChunkCounts, pulseCount: number): OutputBytes {
    OUTPUTS.forEach(({ counter }, k) => {
      const seen = (ASKED_RESERVE * counts[counter]) / pulseCount;
      this.itemsPerPulse[k] = Math.max(this.itemsLeast[k], seen, ASKED_DECAY * this.itemsPerPulse[k]);
    });
    return OUTPUTS.map(({ counter, bytes }) => counts[counter] * bytes);
  }

  /**
   * The outputs in a mapped staging buffer, copied: `bytes` of each, in places of `copied` bytes. They stay until they
   * are released; then their memory is that of others.
   */
  async read(staging: GPUBuffer, bytes: OutputBytes, copied: OutputBytes): Promise<HostOutputs> {
    // The same memory for many chunks: filling a new one takes six times as long, mostly for its pages.
    const host = this.free.pop() ?? OUTPUTS.map(() => sharedMemory(0));
    let at = HEAD_BYTES;
    for (const [k, size] of bytes.entries()) {
      if (host[k].byteLength < size) host[k] = sharedMemory(size * HOST_RESERVE);
      await finishInTurns(copyBytes(new Uint8Array(staging.getMappedRange(at, size)), new Uint8Array(host[k]), 0));
      at += placeBytes(copied[k]);
    }
    const entries = OUTPUTS.map(({ name }, k) => [name, host[k]]);
    return { outputs: Object.fromEntries(entries), release: () => void this.free.push(host) };
  }
}

/** The outputs of a chunk on the host. */
export interface HostOutputs {
  outputs: Readonly<Record<OutputName, ArrayBufferLike>>;
  release(): void;
}

/** Copies the given bytes of each output to the staging buffer, one after the other behind the head. */
export function copyOutputs(
  encoder: GPUCommandEncoder,
  outputs: SlotBuffers['outputs'],
  staging: GPUBuffer,
  bytes: OutputBytes,
): void {
  let at = HEAD_BYTES;
  OUTPUTS.forEach(({ name }, k) => {
    encoder.copyBufferToBuffer(outputs[name], 0, staging, at, bytes[k]);
    at += placeBytes(bytes[k]);
  });
}

/** Mapped ranges begin at multiples of 8 bytes. */
const placeBytes = (bytes: number) => roundUp(bytes, 8);

/** Size of a staging buffer that holds these bytes of each output. */
export const stagedBytes = (bytes: OutputBytes): number =>
  bytes.reduce((sum, one) => sum + placeBytes(one), HEAD_BYTES);
