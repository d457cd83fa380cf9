/** What a chunk's passes should take together, seconds: drivers reset a GPU that does not answer for about two. */
export const CHUNK_SECONDS_MAX = 0.1;
/** What is aimed at: half of it, as one chunk is not like the next. */
const AIM_SECONDS = CHUNK_SECONDS_MAX / 2;
/** Subrays of the first chunk, before anything is known: 80 ms of a software adapter that traces 50,000 a second. */
const FIRST_SUBRAYS = 2 ** 12;
/** Change from one chunk to the next. */
const GROWTH_MAX = 2;

/** How many pulses the next chunk gets, by how long the last ones took. */
export class ChunkPace {
  /** Whether a chunk has told how fast the device is. */
  known = false;
  private pulses: number;
  private capacity: number;

  constructor(capacity: number, subrayCount: number) {
    this.capacity = capacity;
    this.pulses = this.clamp(FIRST_SUBRAYS / subrayCount);
  }

  /** Pulses of the next chunk. */
  get next(): number {
    return this.pulses;
  }

  /** Buffers hold less than was thought. */
  limit(capacity: number): void {
    this.capacity = capacity;
    this.pulses = this.clamp(this.pulses);
  }

  /** A chunk of `pulses` took `seconds`. Only chunks as large as the present size tell about it; a slow one always does. */
  learn(pulses: number, seconds: number): void {
    this.known = true;
    const factor = Math.min(GROWTH_MAX, AIM_SECONDS / Math.max(seconds, 1e-9));
    if (factor < 1) this.pulses = this.clamp(Math.min(this.pulses, pulses * factor));
    else if (pulses >= this.pulses) this.pulses = this.clamp(pulses * factor);
  }

  private clamp(pulses: number): number {
    return Math.max(1, Math.min(this.capacity, Math.floor(pulses)));
  }
}
