import { AbortedError } from '../errors.js';
import { untilAborted } from '../until-aborted.js';
import { type CrewThread, threadCrew } from './thread-crew.js';

/** Starts a thread; undefined if none can be started. */
export type StartThread<Work, Result> = () => Promise<CrewThread<Work, Result> | undefined>;

/** Gives a thread some work. Throws AbortedError, and the errors of the work. */
export type AskThread<Work, Result> = (work: Work) => Promise<Result>;

/**
 * Threads that are started one by one on demand and kept until `close`; a signal ends them at once, even within their
 * work.
 */
export class StartedThreads<Work, Result> {
  private readonly startOne: StartThread<Work, Result>;
  private readonly signal: AbortSignal | undefined;
  private readonly running: CrewThread<Work, Result>[] = [];
  private readonly idle: AskThread<Work, Result>[] = [];
  private isClosed = false;

  constructor(start: StartThread<Work, Result>, signal?: AbortSignal) {
    this.startOne = start;
    this.signal = signal;
    signal?.addEventListener('abort', this.end);
  }

  /**
   * The result of `use` with a thread for its sole use; undefined if none can be started. Throws AbortedError, and the
   * errors of `use`.
   */
  async use<Outcome>(use: (ask: AskThread<Work, Result>) => Promise<Outcome>): Promise<Outcome | undefined> {
    if (this.signal?.aborted) throw new AbortedError();
    const ask = this.idle.pop() ?? (await untilAborted(this.start(), this.signal));
    if (!ask) return undefined;
    const outcome = await use(ask);
    this.idle.push(ask);
    return outcome;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.signal?.removeEventListener('abort', this.end);
    await this.end();
  }

  private readonly end = async (): Promise<void> => {
    this.isClosed = true;
    await Promise.all(this.running.splice(0).map((thread) => thread.end()));
  };

  private async start(): Promise<AskThread<Work, Result> | undefined> {
    const thread = await this.startOne();
    if (!thread) return undefined;
    if (this.isClosed) {
      // It was still starting when the others were ended.
      await thread.end();
      throw new AbortedError();
    }
    this.running.push(thread);
    const crew = threadCrew(1, () => thread);
    return (work) => untilAborted(crew.do(work), this.signal);
  }
}

/** The result of `use` with a thread that lives only for this call; as `StartedThreads.use`. */
export async function withThread<Work, Result, Outcome>(
  start: StartThread<Work, Result>,
  signal: AbortSignal | undefined,
  use: (ask: AskThread<Work, Result>) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const threads = new StartedThreads(start, signal);
  try {
    return await threads.use(use);
  } finally {
    await threads.close();
  }
}
