/**
 * State common to all lookers; then one word for each looker, its number of finished batches, and one for each slot,
 * the batch that it holds.
 */
const Word = Object.freeze({ version: 0, stopped: 1, total: 2, ready: 3, next: 4, lookers: 5 });

/**
 * The batches of a cloud on their way through slots, in memory that all lookers share. An idle looker claims the next
 * batch and reads it; every looker then does its share of it, batch by batch in order; when all have, its slot is free
 * for another. So lookers wait only for a free slot, and a thread that starts late catches up.
 */
export class BatchRing {
  private readonly words: Int32Array;
  private readonly lookers: number;
  private readonly slots: number;

  constructor(words: Int32Array, lookers: number) {
    this.words = words;
    this.lookers = lookers;
    this.slots = words.length - Word.lookers - lookers;
  }

  /** Words of memory for this number of lookers and slots. */
  static length(lookers: number, slots: number): number {
    return Word.lookers + lookers + slots;
  }

  /**
   * Starts again with `total` batches, of which the first `ready` may be claimed. Precondition: no looker is at work.
   */
  begin(total: number, ready: number): void {
    this.words.fill(0);
    this.words[Word.total] = total;
    this.words[Word.ready] = ready;
  }

  /** Lets all lookers finish. */
  stop(): void {
    Atomics.store(this.words, Word.stopped, 1);
    this.tell();
  }

  get isStopped(): boolean {
    return Atomics.load(this.words, Word.stopped) !== 0;
  }

  /** Allows batches below `ready` to be claimed. */
  makeReady(ready: number): void {
    Atomics.store(this.words, Word.ready, ready);
    this.tell();
  }

  /** The slot of a batch. */
  slotOf(batch: number): number {
    return batch % this.slots;
  }

  /** Number of batches, from the first on, that all lookers have finished. */
  get doneCount(): number {
    let done = Atomics.load(this.words, Word.total);
    for (let part = 0; part < this.lookers; part++) done = Math.min(done, this.sharedCount(part));
    return done;
  }

  /** Whether the slot of `batch` is free for it. */
  isFreeFor(batch: number): boolean {
    return batch < this.doneCount + this.slots;
  }

  /** Announces that a batch lies in its slot, ready for all. */
  claim(): number | undefined {
    for (;;) {
      const next = Atomics.load(this.words, Word.next);
      const end = Math.min(Atomics.load(this.words, Word.total), Atomics.load(this.words, Word.ready));
      if (next >= end || !this.isFreeFor(next)) return undefined;
      if (Atomics.compareExchange(this.words, Word.next, next, next + 1) === next) return next;
    }
  }

  /** Announces that a batch lies in its slot, ready for all. */
  markTaken(batch: number): void {
    Atomics.store(this.words, Word.lookers + this.lookers + this.slotOf(batch), batch + 1);
    this.tell();
  }

  /** The next batch that looker `part` has to work on; undefined if it is not in a slot yet. */
  nextToShare(part: number): number | undefined {
    const batch = this.sharedCount(part);
    const held = Atomics.load(this.words, Word.lookers + this.lookers + this.slotOf(batch));
    return held === batch + 1 ? batch : undefined;
  }

  /** Announces that looker `part` has done its share of a batch. */
  markShared(part: number, batch: number): void {
    Atomics.store(this.words, Word.lookers + part, batch + 1);
    this.tell();
  }

  /** Whether looker `part` has done its share of all batches. */
  isOver(part: number): boolean {
    return this.sharedCount(part) === Atomics.load(this.words, Word.total);
  }

  /** Rises whenever anything changes. */
  get version(): number {
    return Atomics.load(this.words, Word.version);
  }

  /** Waits until something has changed since `version`. */
  async changeSince(version: number): Promise<void> {
    await Atomics.waitAsync(this.words, Word.version, version).value;
  }

  private sharedCount(part: number): number {
    return Atomics.load(this.words, Word.lookers + part);
  }

  private tell(): void {
    Atomics.add(this.words, Word.version, 1);
    Atomics.notify(this.words, Word.version);
  }
}
