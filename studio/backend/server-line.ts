import type { Failure } from 'subray/browser';
import { BackendError } from './backend.js';

/** A request to the server. */
export interface LineRequest extends Pick<RequestInit, 'method' | 'headers'> {
  body?: BodyInit;
  signal?: AbortSignal;
  /** Statuses of failure that the caller deals with. */
  expected?: readonly number[];
}

/** The line to the server that the page is from. */
export class ServerLine {
  private readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** The answer to a request, whose body may still be on its way. Throws BackendError if it fails. */
  async send(path: string, { expected = [], headers, signal, ...request }: LineRequest = {}): Promise<Response> {
    const asked = fetch(new URL(`api/${path}`, document.baseURI), {
      ...request,
      signal,
      headers: { ...headers, 'X-Subray-Token': this.token },
    });
    const response = await asked.catch((error: unknown) => {
      throw lineFault(error, signal);
    });
    if (response.ok || expected.includes(response.status)) return response;
    throw new BackendError(await failureIn(response));
  }

  /** The body of an answer, piece by piece. Throws BackendError if the connection breaks or `signal` fires. */
  async *piecesOf({ body }: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const reader = body?.getReader();
    try {
      for (;;) {
        const { done = true, value } = (await reader?.read()) ?? {};
        if (done || value === undefined) return;
        yield value;
      }
    } catch (error) {
      throw error instanceof DOMException || error instanceof TypeError ? lineFault(error, signal) : error;
    } finally {
      // A reader that stops early hangs up.
      await reader?.cancel().catch(() => {});
    }
  }
}

/** The error that a broken connection is for the user. */
function lineFault(error: unknown, signal: AbortSignal | undefined): BackendError {
  if (signal?.aborted) return new BackendError({ kind: 'aborted', message: 'stopped before the end' });
  const hint = 'see whether subray studio still runs in its terminal';
  const reason = error instanceof Error ? error.message : String(error);
  return new BackendError({ kind: 'user', message: `the server does not answer (${reason}); ${hint}`, hint });
}

async function failureIn(response: Response): Promise<Failure> {
  const answer = (await response.json().catch(() => undefined)) as Partial<Failure> | undefined;
  const { kind = 'program', message = `the server answers with status ${response.status}`, hint } = answer ?? {};
  return { kind, message: hint !== undefined && !message.includes(hint) ? `${message}\n  ${hint}` : message, hint };
}
