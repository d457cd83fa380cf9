import type { ChunkCoders, CodedChunk } from './chunk-coders.js';
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

  /** Has records coded, whose memory is theirs; waits while too many are under way. */
  async add(records: Uint8Array<ArrayBuffer>, note: Note): Promise<void> {
    const coded = this.coders.code({ records, layout: this.layout });
    // Whoever takes the chunk reports the failure; the process must not end.
    coded.catch(() => {});
    this.underWay.push({ note, coded });
    if (this.underWay.length > this.coders.places) await this.takeFirst();
  }

  /** Waits for all. */
  async drain(): Promise<void> {
    while (this.underWay.length > 0) await this.takeFirst();
  }

  private async takeFirst(): Promise<void> {
    const first = this.underWay.shift();
    if (first) await this.take((await first.coded).chunk, first.note);
  }
}
