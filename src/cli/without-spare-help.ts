import type { Argv } from 'yargs';

interface Internals {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
}

/**
 * `parser`, which no longer lays out the help of each command that it runs, in case of a later fault: longer work than
 * most.
 */
export function withoutSpareHelp(parser: Argv): Argv {
  (parser as unknown as Internals).getInternalMethods().getUsageInstance().cacheHelpMessage = () => {};
  return parser;
}
