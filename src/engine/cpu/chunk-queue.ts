/** The word with the number of the next chunk; behind it are those of slots. */
const NEXT = 0;
const SLOTS = 1;

/** Of a slot when the leg was stopped: below any number of releases, also with all that may still be added. */
const STOPPED = -(2 ** 31);

/**
 * The queue of a leg's chunks that the engine and its threads share: threads take one chunk after the other, and wait
 * until the slot for its outputs is free. Slots are taken in turn; the word of each counts its releases.
 */
export class ChunkQueue {
  private readonly words: Int32Array;
  private readonly slotCount: number;

  /** `address`: the place of its `bytes(slotCount)` bytes in shared memory. */
  constructor(memory: ArrayBufferLike, address: number, slotCount: number) {
    this.words = new Int32Array(memory, address, SLOTS + slotCount);
    this.slotCount = slotCount;
  }

  static bytes(slotCount: number): number {
    return (SLOTS + slotCount) * Int32Array.BYTES_PER_ELEMENT;
  }

  /** Begins a leg, while no thread has one. */
  begin(): void {
    this.words.fill(0);
  }

  /** The number of the next chunk, which may be behind the last one of the leg. */
  take(): number {
    return Atomics.add(this.words, NEXT, 1);
  }

  /** Waits until the slot of `chunk` is free; returns false if the leg was stopped. Blocks the thread. */
  awaitSlot(chunk: number): boolean {
    const slot = this.slotOf(chunk);
    const turn = Math.floor(chunk / this.slotCount);
    for (;;) {
      const released = Atomics.load(this.words, slot);
      if (released < 0) return false;
      if (released >= turn) return true;
      // Returns at once if the word has changed meanwhile, so that neither a release nor the stop is missed.
      Atomics.wait(this.words, slot, released);
    }
  }

  /** Frees the slot of `chunk`. */
  release(chunk: number): void {
    const slot = this.slotOf(chunk);
    Atomics.add(this.words, slot, 1);
    Atomics.notify(this.words, slot);
  }

  /** Ends the leg: no slot becomes free any more, and nobody waits for one. */
  stop(): void {
    for (let slot = SLOTS; slot < this.words.length; slot++) {
      Atomics.store(this.words, slot, STOPPED);
      Atomics.notify(this.words, slot);
    }
  }

  private slotOf(chunk: number): number {
    return SLOTS + (chunk % this.slotCount);
  }
}
