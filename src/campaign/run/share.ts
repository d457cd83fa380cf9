import { UserError } from '../../base/errors.js';
import { parseShard, type Shard } from './shards.js';
import { shardFromEnv } from './task-from-env.js';

/** A share as a command line says it. */
export interface ShareRequest {
  /** `i/n`. */
  shard?: string;
  /** The variable of an engine that says which share it is; '' finds it. */
  variable?: string;
  /** Number of shares, where the engine does not say it. */
  count?: number;
}

/** The shard that is asked for; undefined: all. Throws UserError for requests that contradict each other. */
export function shardOf({ shard, variable, count }: ShareRequest): Shard | undefined {
  if (shard !== undefined && variable !== undefined)
    throw new UserError('--shard with --task-from-env: both say the share', { hint: 'leave one of them out' });
  if (count !== undefined && variable === undefined)
    throw new UserError('--count belongs to --task-from-env: --shard i/n says the number of shares');
  if (variable !== undefined) return shardFromEnv(process.env, variable, count);
  return shard === undefined ? undefined : parseShard(shard);
}
