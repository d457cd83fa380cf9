import type { Argv } from 'yargs';

/** A parser that keeps all words of a positional list: of an argument given several times, only the last would stay. */
export const keepingLists = <Given>(parser: Argv<Given>): Argv<Given> =>
  parser.parserConfiguration({ 'boolean-negation': false, 'duplicate-arguments-array': true });

/** The arguments with the last value of every option that is given several times; those in `lists` keep all. */
export const lastOfEach = (args: Record<string, unknown>, lists: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) =>
      Array.isArray(value) && !lists.includes(name) ? [name, value.at(-1)] : [name, value],
    ),
  );
