import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a route of the server, which passed the guard. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  /** Names behind that of the route in the path, decoded. */
  names: readonly string[];
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Answers a request. Throws HttpError, and UserError for faults in the request. */
export type Handler = (call: Call) => Promise<void>;

/** Handlers of a path, by the method of the request. */
export type Route = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>>;
