import { InvariantError, UserError } from '../errors.js';

/** A thread's answer to some work: its result, or a fault in the user's input. */
export type Answer<Result> = { result: Result } | { fault: Pick<UserError, 'message' | 'place' | 'hint'> };

/** A thread that does one work after the other; every platform has its own. */
export interface CrewThread<Work, Result> {
  send(work: Work): void;
  /** Called with each answer, in the order of the work. */
  onAnswer(listener: (answer: Answer<Result>) => void): void;
  onFault(listener: (fault: Error) => void): void;
  end(): Promise<void>;
}

/** Threads that share work of one kind, or the calling thread alone. */
export interface ThreadCrew<Work, Result> {
  /** Pieces of work that may be in progress at once. */
  readonly places: number;
  /**
   * Does some work; pieces with the same `series` are done by one thread, in their order, until one `ends` it. Throws
   * the UserError of the work.
   */
  do(work: Work, series?: string, ends?: boolean): Promise<Result>;
  /** Ends their threads; no work may be in progress. */
  close(): Promise<void>;
}

/** Work that a thread has not finished yet. */
interface Waiting<Result> {
  resolve(result: Result): void;
  reject(fault: Error): void;
}

/** Pieces of work that a thread may have at once: the current one, and the next. */
const PLACES_A_THREAD = 2;

/** A thread with its work. */
class CrewMember<Work, Result> {
  readonly waiting: Waiting<Result>[] = [];
  private readonly thread: CrewThread<Work, Result>;
  private fault: Error | undefined;

  constructor(thread: CrewThread<Work, Result>) {
    this.thread = thread;
    thread.onAnswer((answer) => {
      const next = this.waiting.shift();
      if ('result' in answer) next?.resolve(answer.result);
      else next?.reject(new UserError(answer.fault.message, answer.fault));
    });
    thread.onFault(({ message }) => {
      this.fault = new InvariantError(`a thread failed: ${message}`);
      for (const { reject } of this.waiting.splice(0)) reject(this.fault);
    });
  }

  do(work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.fault) return reject(this.fault);
      this.waiting.push({ resolve, reject });
      this.thread.send(work);
    });
  }

  end(): Promise<void> {
    return this.thread.end();
  }
}

/** Up to `threads` threads, each started when those before it are busy. */
export function threadCrew<Work, Result>(
  threads: number,
  start: () => CrewThread<Work, Result>,
): ThreadCrew<Work, Result> {
  const crew: CrewMember<Work, Result>[] = [];
  const ofSeries = new Map<string, CrewMember<Work, Result>>();
  const freest = (): CrewMember<Work, Result> => {
    const isFree = crew.some(({ waiting }) => waiting.length === 0);
    if (!isFree && crew.length < threads) crew.push(new CrewMember(start()));
    return crew.reduce((best, member) => (member.waiting.length < best.waiting.length ? member : best));
  };
  return {
    places: PLACES_A_THREAD * threads,
    do(work, series, ends = false) {
      const member = (series !== undefined && ofSeries.get(series)) || freest();
      if (series !== undefined && !ends) ofSeries.set(series, member);
      else if (series !== undefined) ofSeries.delete(series);
      return member.do(work);
    },
    close: async () => {
      ofSeries.clear();
      await Promise.all(crew.splice(0).map((member) => member.end()));
    },
  };
}

/** The calling thread, which does each work at once. */
export const soloCrew = <Work, Result>(work: (work: Work) => Promise<Result>): ThreadCrew<Work, Result> => ({
  places: 1,
  do: work,
  close: async () => {},
});

/** A result, with the memory that is transferred to the thread that asked. */
export interface MovedResult<Result> {
  result: Result;
  memory: ArrayBuffer[];
}

/**
 * Answers pieces of work one after the other, in their order, with the results of `work`. A fault of ours is thrown,
 * and so ends the thread.
 */
export function answerer<Work, Result>(
  work: (work: Work) => Promise<MovedResult<Result>>,
  post: (answer: Answer<Result>, memory: ArrayBuffer[]) => void,
): (work: Work) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const answer = async (given: Work): Promise<void> => {
    try {
      const { result, memory } = await work(given);
      post({ result }, memory);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { message, place, hint } = error;
      post({ fault: { message, place, hint } }, []);
    }
  };
  return (given) => {
    last = last.then(() => answer(given));
    return last;
  };
}
