// The recording of a block of pulses: parts of waveforms and their samples, dense and in order.

/** Parts and samples of the block. */
export let partCount: i32 = 0, sampleCount: i32 = 0;

/** Begins a block. */
export function beginRecording(): void {
  partCount = 0;
  sampleCount = 0;
}

/** Adds a part with so many samples. */
export function addPart(samples: i32): void {
  partCount++;
  sampleCount += samples;
}
