import { bindOptions, type WithoutOption } from '../bind-options.js';
import type { CreatesFiles, Files } from './files.js';

/** Binds functions with `files` in their options to these, unless they are called with others. */
export const bindFiles =
  (files: Files) =>
  <First extends unknown[], Options extends CreatesFiles, Result>(
    call: (...parameters: [...First, options: Options]) => Result,
  ): ((...parameters: WithoutOption<[...First, options: Options], 'files'>) => Result) =>
    bindOptions(call, (options) => ({ files, ...options }));
