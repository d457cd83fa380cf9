import type { ThreadCrew } from '../../base/threads/thread-crew.js';

/** A coded block, with the memory of its work for reuse. */
export interface CodedBlock {
  memory: ArrayBuffer;
}

/** Blocks in progress in the threads that code them; they come out in their order. */
export class BlockQueue<Work, Result extends CodedBlock, Note = undefined> {
  private readonly coders: ThreadCrew<Work, Result>;
  private readonly take: (result: Result, note: Note) => Promise<void>;
  private readonly underWay: { note: Note; coded: Promise<Result> }[] = [];

  /** `take` gets the coded blocks in their order, each with its note. */
  constructor(coders: ThreadCrew<Work, Result>, take: (result: Result, note: Note) => Promise<void>) {
    this.coders = coders;
    this.take = take;
  }

  /**
   * Codes a block, whose memory the queue owns from now on. If too many are in progress, it waits for the first one and
   * returns its memory for reuse.
   */
  async add(work: Work, note: Note): Promise<ArrayBuffer | undefined> {
    const coded = this.coders.do(work);
    // `take` gets the error; an unhandled one would end the process.
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
    const result = await first.coded;
    await this.take(result, first.note);
    return result.memory;
  }
}
