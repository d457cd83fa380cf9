import { type Answer, answerer, type CrewThread, type MovedResult } from './thread-crew.js';

/** A thread of a page as one of a crew; `memoryOf` some work is transferred with it. */
export const webThread = <Work, Result>(
  worker: Worker,
  memoryOf: (work: Work) => ArrayBuffer[],
): CrewThread<Work, Result> => ({
  send: (work) => worker.postMessage(work, memoryOf(work)),
  onAnswer: (listener) =>
    worker.addEventListener('message', ({ data }: MessageEvent<Answer<Result>>) => listener(data)),
  onFault: (listener) =>
    worker.addEventListener('error', ({ message }) => listener(new Error(message || 'it could not be loaded'))),
  end: async () => worker.terminate(),
});

/** Makes this thread of a page answer work. */
export function answerWeb<Work, Result>(work: (work: Work) => Promise<MovedResult<Result>>): void {
  const answer = answerer(work, (given: Answer<Result>, transfer) => postMessage(given, { transfer }));
  // A page is notified of errors in its threads, but not of rejections.
  addEventListener('message', ({ data }: MessageEvent<Work>) => void answer(data).catch(reportError));
}

/** Message of a thread that is ready for work. */
const READY = 'ready';

/** Tells the page that this thread is ready, for which `startedWebThread` waits. */
export const sayReady = (): void => postMessage(READY);

/**
 * A thread of a page that has reported ready; undefined if there are none (outside of pages), if the page may not start
 * it, or if its file cannot be loaded.
 */
export async function startedWebThread<Work, Result>(
  start: () => Worker,
): Promise<CrewThread<Work, Result> | undefined> {
  if (typeof Worker === 'undefined') return undefined;
  let worker: Worker | undefined;
  try {
    const starting = start();
    worker = starting;
    await new Promise((resolve, reject) => {
      starting.addEventListener('message', resolve, { once: true });
      starting.addEventListener('error', reject, { once: true });
    });
    return webThread(starting, () => []);
  } catch {
    worker?.terminate();
    return undefined;
  }
}
