import { parentPort, type Worker } from 'node:worker_threads';
import { invariant } from '../errors.js';
import { type Answer, answerer, type CrewThread, type MovedResult } from './thread-crew.js';

/** A thread of Node as one of a crew; `memoryOf` some work goes there with it. */
export const nodeThread = <Work, Result>(
  worker: Worker,
  memoryOf: (work: Work) => ArrayBuffer[],
): CrewThread<Work, Result> => ({
  send: (work) => worker.postMessage(work, memoryOf(work)),
  onAnswer: (listener) => worker.on('message', (answer: Answer<Result>) => listener(answer)),
  onFault: (listener) => worker.on('error', listener),
  end: async () => void (await worker.terminate()),
});

/** Makes this thread of Node one that answers work. */
export function answerNode<Work, Result>(work: (work: Work) => Promise<MovedResult<Result>>): void {
  invariant(parentPort, 'it runs in a worker thread');
  const port = parentPort;
  port.on(
    'message',
    answerer(work, (answer, memory) => port.postMessage(answer, memory)),
  );
}
