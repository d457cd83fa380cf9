import { Worker } from 'node:worker_threads';
import type { Looker } from './looker.js';
import { type LookerReply, type LookerRequest, type LookerSetup, resultOf } from './looker-messages.js';

/** A caller waiting for a reply. */
interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A looker in a thread of its own. Its calls are processed in order. */
export function startRemoteLooker(setup: LookerSetup): Looker {
  // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
  const worker = new Worker(new URL('../../../dist/picture/crew/node-looker-worker.js', import.meta.url), {
    workerData: setup,
    execArgv: [],
  });
  let waiting: Waiting | undefined;
  let failure: Error | undefined;
  worker.on('message', (reply: LookerReply) => {
    try {
      waiting?.resolve(resultOf(reply));
    } catch (error) {
      waiting?.reject(error);
    }
  });
  // It may fail before the first call, if its program cannot be loaded.
  worker.on('error', (error) => {
    failure = error;
    waiting?.reject(error);
  });
  const call = (request: LookerRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      if (failure) reject(failure);
      else worker.postMessage(request);
    });
  return {
    look: (task) => call({ method: 'look', parameters: [task] }) as ReturnType<Looker['look']>,
    end: () => call({ method: 'end', parameters: [] }) as ReturnType<Looker['end']>,
    close: async () => void (await worker.terminate()),
  };
}
