import { type SourcePlace, UserError } from '../../base/errors.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import type { LookPlace } from './file-looker.js';
import type { Looker } from './looker.js';

/** Initial data of a thread. */
export interface LookerSetup extends LookPlace {
  file: Omit<ReadableCloud, 'files'>;
}

/** A call to a looker in another thread. */
export type LookerRequest = {
  [Method in keyof Looker]: { method: Method; parameters: Parameters<Looker[Method]> };
}[keyof Looker];

/** Result of a call. Errors lose their class in transit. */
export type LookerReply = { result: unknown } | { fault: UserFault } | { error: unknown };

interface UserFault {
  message: string;
  place?: SourcePlace;
  hint?: string;
}

/** Carries out a request. */
export async function replyOf(looker: Looker, { method, parameters }: LookerRequest): Promise<LookerReply> {
  try {
    const call = looker[method] as (...parameters: unknown[]) => Promise<unknown>;
    return { result: await call.apply(looker, parameters) };
  } catch (error) {
    if (!(error instanceof UserError)) return { error };
    const { message, place, hint } = error;
    return { fault: { message, place, hint } };
  }
}

/** The result of a call. Rethrows the error of the call. */
export function resultOf(reply: LookerReply): unknown {
  if ('fault' in reply) throw new UserError(reply.fault.message, reply.fault);
  if ('error' in reply) throw reply.error;
  return reply.result;
}
