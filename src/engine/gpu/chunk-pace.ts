/** Longest time of a chunk's passes together, seconds: drivers reset a GPU that does not respond for about two. */
export const CHUNK_SECONDS_MAX = 0.1;
/** Target: half of that, since chunks differ. */
const AIM_SECONDS = CHUNK_SECONDS_MAX / 2;
/** Subrays of the first chunk, before the speed is known: 80 ms on a software adapter that traces 50,000 a second. */
const FIRST_SUBRAYS = 2 ** 12;
/** Largest growth from one chunk to the next. */
const GROWTH_MAX = 2;
/**
 * Lanes of a subgroup: chunks are whole numbers of them, so that only the last of a leg has lanes without a pulse, and
 * the words of neighbouring pulses lie in whole lines of memory (wgsl/places.wgsl).
 */
const LANES = 32;
/** Shrinkage after a loss of the device: three in turn are enough if a pulse suddenly takes 1000 times as long. */
const LOSS_FACTOR = 8;

/** Chooses the number of pulses of the next chunk, whole subgroups, from the time of the last ones. */
export class ChunkPace {
  /** Whether a chunk has shown the speed of the device. */
  known = false;
  /** Whether chunks have all the pulses that they should: the last one gave no reason for twice as many. */
  grown = false;
  private pulses: number;
  private capacity: number;

  constructor(capacity: number, subrayCount: number) {
    this.capacity = inWholeSubgroups(capacity);
    this.pulses = this.clamp(FIRST_SUBRAYS / subrayCount);
  }

  /** Pulses of the next chunk. */
  get next(): number {
    return this.pulses;
  }

  /** Reduces the size if buffers hold less than expected. */
  limit(capacity: number): void {
    this.capacity = Math.min(this.capacity, inWholeSubgroups(capacity));
    this.pulses = this.clamp(this.pulses);
  }

  /**
   * The device was lost, perhaps because a chunk took too long: the next one is much smaller and runs alone, and all
   * later ones stay below half of the present size.
   */
  lose(): void {
    this.known = false;
    const { pulses } = this;
    this.limit(Math.max(1, Math.floor(pulses / 2)));
    this.pulses = this.clamp(pulses / LOSS_FACTOR);
  }

  /** A chunk of `pulses` took `seconds`. Only chunks of the present size are informative; a slow one always is. */
  learn(pulses: number, seconds: number): void {
    this.known = true;
    const factor = Math.min(GROWTH_MAX, AIM_SECONDS / Math.max(seconds, 1e-9));
    this.grown = factor < GROWTH_MAX || pulses === this.capacity;
    if (factor < 1) this.pulses = this.clamp(Math.min(this.pulses, pulses * factor));
    else if (pulses >= this.pulses) this.pulses = this.clamp(pulses * factor);
  }

  private clamp(pulses: number): number {
    return Math.max(1, Math.min(this.capacity, inWholeSubgroups(pulses)));
  }
}

/** So many pulses or a few less; fewer than a subgroup are left as they are, since more would take too long. */
const inWholeSubgroups = (pulses: number): number =>
  Math.floor(pulses) - (pulses < LANES ? 0 : Math.floor(pulses) % LANES);
