import { UserError } from '../../base/errors.js';
import { parseShard, type Shard } from './shards.js';
import { shardFromEnv } from './task-from-env.js';

/** A share in the words of a command line. */
export interface ShareRequest {
  /** `i/n`. */
  shard?: string;
  /** The engine's variable with the number of the share; '' finds it. */
  variable?: string;
  /** Number of shares, if the engine does not state it. */
  count?: number;
}

/** The requested shard; undefined: all. Throws UserError for requests that contradict each other. */
export function shardOf({ shard, variable, count }: ShareRequest): Shard | undefined {
  if (shard !== undefined && variable !== undefined)
    throw new UserError('--shard with --task-from-env: both say the share', { hint: 'leave one of them out' });
  if (count !== undefined && variable === undefined)
    throw new UserError('--count belongs to --task-from-env: --shard i/n says the number of shares');
  if (variable !== undefined) return shardFromEnv(process.env, variable, count);
  return shard === undefined ? undefined : parseShard(shard);
}
