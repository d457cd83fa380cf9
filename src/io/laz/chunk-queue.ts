import type { ChunkCoders, ChunkWork, CodedChunk } from './chunk-coders.js';
import type { PackedLayout } from './packed-layout.js';

/** Chunks under way in the threads that code them; each comes out in its turn. */
export class ChunkQueue<Note> {
  private readonly coders: ChunkCoders;
  private readonly layout: PackedLayout;
  private readonly take: (chunk: Uint8Array, note: Note) => Promise<void>;
  private readonly underWay: { note: Note; coded: Promise<CodedChunk> }[] = [];

  /** `take` gets the chunks in the order of their records, each with its note. */
  constructor(coders: ChunkCoders, layout: PackedLayout, take: (chunk: Uint8Array, note: Note) => Promise<void>) {
    this.coders = coders;
    this.layout = layout;
    this.take = take;
  }

  /**
   * Has records coded, which are the queue's from now on. Where too many chunks are under way, it waits for the first and
   * returns the memory of its records, for others.
   */
  async add(work: Omit<ChunkWork, 'layout'>, note: Note): Promise<ArrayBuffer | undefined> {
    const coded = this.coders.do({ ...work, layout: this.layout });
    // Whoever takes the chunk reports the failure; the process must not end.
    coded.catch(() => {});
    this.underWay.push({ note, coded });
    return this.underWay.length > this.coders.places ? this.takeFirst() : undefined;
  }

  /** Waits for all. */
  async drain(): Promise<void> {
    while (this.underWay.length > 0) await this.takeFirst();
  }

  private async takeFirst(): Promise<ArrayBuffer | undefined> {
    const first = this.underWay.shift();
    if (!first) return undefined;
    const { chunk, memory } = await first.coded;
    await this.take(chunk, first.note);
    return memory;
  }
}
