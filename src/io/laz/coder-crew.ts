import { InvariantError } from '../../base/errors.js';
import type { ChunkCoders, ChunkWork, CodedChunk } from './chunk-coders.js';

/** A thread that codes one chunk after the other; every platform has its own. */
export interface CoderThread {
  send(work: ChunkWork): void;
  /** Called with each result, in the order of the work. */
  onResult(listener: (result: CodedChunk) => void): void;
  onFault(listener: (fault: Error) => void): void;
  end(): Promise<void>;
}

/** Work that a thread has not returned yet. */
interface Waiting {
  resolve(result: CodedChunk): void;
  reject(fault: Error): void;
}

/** Chunks that a thread may have at once: one that it codes, and the next. */
const PLACES_A_THREAD = 2;

/** A thread with its work. */
class Coder {
  readonly waiting: Waiting[] = [];
  private readonly thread: CoderThread;

  constructor(thread: CoderThread) {
    this.thread = thread;
    thread.onResult((result) => this.waiting.shift()?.resolve(result));
    thread.onFault((fault) => {
      for (const { reject } of this.waiting.splice(0)) reject(new InvariantError(`a coder failed: ${fault.message}`));
    });
  }

  code(work: ChunkWork): Promise<CodedChunk> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.thread.send(work);
    });
  }

  end(): Promise<void> {
    return this.thread.end();
  }
}

/** Up to `threads` threads, each started when those before it are busy, code chunks. */
export function coderCrew(threads: number, start: () => CoderThread): ChunkCoders {
  const crew: Coder[] = [];
  const leastBusy = (): Coder =>
    crew.reduce((best, coder) => (coder.waiting.length < best.waiting.length ? coder : best));
  return {
    places: PLACES_A_THREAD * threads,
    code(work) {
      const isFree = crew.some(({ waiting }) => waiting.length === 0);
      if (!isFree && crew.length < threads) crew.push(new Coder(start()));
      return leastBusy().code(work);
    },
    close: async () => {
      await Promise.all(crew.splice(0).map((coder) => coder.end()));
    },
  };
}
