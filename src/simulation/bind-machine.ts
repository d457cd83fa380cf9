import { bindOptions, type WithoutOption } from '../base/bind-options.js';
import type { Files, WithFiles } from '../base/files/files.js';
import type { Machine, WithMachine } from './machine.js';

/**
 * Binds functions with a `machine` in their options to the one that `machineOf` makes of the `files` in their options,
 * if any, unless a call names another machine.
 */
export const bindMachine =
  (machineOf: (files?: Files) => Machine) =>
  <First extends unknown[], Options extends WithMachine, Result>(
    call: (...parameters: [...First, options: Options]) => Result,
  ): ((...parameters: WithoutOption<[...First, options: Options & Partial<WithFiles>], 'machine'>) => Result) =>
    bindOptions(call, ({ files, ...options }: Partial<WithFiles>) => ({ machine: machineOf(files), ...options }));
