import type { Argv } from 'yargs';
import type { CliContext } from './context.js';

/** One command of the command line. */
export interface Command {
  name: string;
  subcommands: readonly string[];
  /** Names of all its options, for suggestions. */
  options: readonly string[];
  /** Its arguments by subcommand, '' without one: `<a> <b>`; absent: none are required. */
  takes?: Readonly<Record<string, string>>;
  /** Whether it takes `-`, standard output, for a file that it writes; absent: no. */
  pipes?: boolean;
  /** Registers it with the parser; its handler calls `finish` if the exit code is not 0. */
  register(parser: Argv, context: CliContext, finish: (code: number) => void): void;
}
