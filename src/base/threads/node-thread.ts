import { parentPort, type Worker, type WorkerOptions } from 'node:worker_threads';
import { invariant } from '../errors.js';
import { type Answer, answerer, type CrewThread, type MovedResult } from './thread-crew.js';

/**
 * Options of workers of crews. Without execArgv, a worker inherits flags such as --input-type that are not meant for
 * it. The young generation has 8 MB, less than V8's default: threads that make points take as long, and some 25 MB less
 * each.
 */
export const CREW_WORKER: Readonly<WorkerOptions> = Object.freeze({
  execArgv: [],
  resourceLimits: { maxYoungGenerationSizeMb: 8 },
});

/** A thread of Node as one of a crew; `memoryOf` some work is transferred with it. */
export const nodeThread = <Work, Result>(
  worker: Worker,
  memoryOf: (work: Work) => ArrayBuffer[],
): CrewThread<Work, Result> => ({
  send: (work) => worker.postMessage(work, memoryOf(work)),
  onAnswer: (listener) => worker.on('message', (answer: Answer<Result>) => listener(answer)),
  onFault: (listener) => worker.on('error', listener),
  end: async () => void (await worker.terminate()),
});

/** Makes this thread of Node answer work. */
export function answerNode<Work, Result>(work: (work: Work) => Promise<MovedResult<Result>>): void {
  invariant(parentPort, 'it runs in a worker thread');
  const port = parentPort;
  port.on(
    'message',
    answerer(work, (answer, memory) => port.postMessage(answer, memory)),
  );
}
