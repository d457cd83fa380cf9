import { availableParallelism } from 'node:os';
import { bindOptions, type WithoutOption } from '../../base/bind-options.js';
import type { CreatesFiles } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import type { BlockCoders } from '../records/blocks.js';
import { nodeCoders } from './node-coders.js';

/** Options of functions that write points in blocks. */
export type WithCoders = CreatesFiles & { coders?: BlockCoders };

/**
 * Binds a function that writes points in blocks to the files of this machine, and to threads that end with its work.
 */
export const bindCoders =
  <First extends unknown[], Options extends WithCoders, Result>(
    call: (...parameters: [...First, options: Options]) => Promise<Result>,
  ): ((...parameters: WithoutOption<[...First, options: Options], 'files' | 'coders'>) => Promise<Result>) =>
  async (...parameters) => {
    const coders = nodeCoders(availableParallelism());
    try {
      return await bindOptions(call, (options) => ({ files: nodeFiles, coders, ...options }))(...parameters);
    } finally {
      await coders.close();
    }
  };
