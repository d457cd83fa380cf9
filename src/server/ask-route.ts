import { askWorkbench } from '../workbench/ask-workbench.js';
import { failureOf } from '../workbench/failure.js';
import { OPERATIONS, type OperationName } from '../workbench/operations.js';
import { decodeWire, WireError } from '../workbench/wire.js';
import type { Workbench } from '../workbench/workbench.js';
import { FrameResponse } from './frame-response.js';
import { HttpError } from './http-error.js';
import { readBody } from './read-body.js';
import type { Call, Route } from './route.js';

/** A survey's text is of a megabyte at most; other questions are short. */
const ASK_BYTES_MAX = 16 * 2 ** 20;

/**
 * `POST /api/ask/NAME`: runs an operation of the workbench. The answer is frames: events, then the answer or the
 * failure. Closing the connection aborts the operation.
 */
export const askRoute = (bench: Workbench): Route => ({
  POST: async (call) => {
    const [name = ''] = call.names;
    if (call.names.length !== 1 || !Object.hasOwn(OPERATIONS, name))
      throw new HttpError(404, `there is nothing to ask by the name ${JSON.stringify(name)}`);
    const ask = await readAsk(call);
    const frames = new FrameResponse(call.response);
    const emit = (event: unknown) => frames.send('event', event);
    // An object kept from one operation to the next may still hold its signal, which a later end of the connection
    // leaves alone.
    const control = new AbortController();
    const abort = () => control.abort();
    call.signal.addEventListener('abort', abort);
    if (call.signal.aborted) abort();
    const [kind, value] = await askWorkbench(bench, name as OperationName, ask as never, {
      signal: control.signal,
      emit,
    }).then(
      (answer) => ['answer', answer] as const,
      (error: unknown) => ['failure', failureOf(error, bench.place.folder)] as const,
    );
    call.signal.removeEventListener('abort', abort);
    await frames.send(kind, value);
    frames.end();
  },
});

/** The question: an object. Throws HttpError for anything else. */
export async function readAsk({ request }: Pick<Call, 'request'>): Promise<object> {
  const body = await readBody(request, ASK_BYTES_MAX);
  try {
    const ask = decodeWire(body);
    if (ask !== null && typeof ask === 'object') return ask;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new HttpError(400, `the request cannot be read: ${error.message}`);
  }
  throw new HttpError(400, 'the request cannot be read: it asks for nothing');
}
