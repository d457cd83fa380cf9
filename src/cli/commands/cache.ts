import type { InferredOptionTypes, Options } from 'yargs';
import { ageLimit, sizeLimit } from '../../bvh/node-cache-limits.js';
import type { Pruned } from '../../bvh/node-prune-cache.js';
import type { Command } from '../command.js';
import { type CliContext, EXIT, logTo, printJson, printLines } from '../context.js';
import { cacheJson, describeCache, describePruned, prunedJson } from '../describe/describe-cache.js';
import { NUMBER_OPTION } from '../options.js';

const JSON_OPTION = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

const PRUNE_OPTIONS = {
  size: {
    type: 'string',
    requiresArg: true,
    describe: 'keep trees of this size together, such as 500MB; absent: $SUBRAY_CACHE_SIZE or 4GiB',
  },
  days: {
    ...NUMBER_OPTION,
    describe: 'keep trees that were used within this number of days; absent: $SUBRAY_CACHE_DAYS or 90',
  },
  ...JSON_OPTION,
} as const satisfies Record<string, Options>;

type ListArguments = InferredOptionTypes<typeof JSON_OPTION>;
type PruneArguments = InferredOptionTypes<typeof PRUNE_OPTIONS>;

/** `subray cache [list | prune | clear]`: the search trees kept for the next run. */
export const cacheCommand: Command = {
  name: 'cache',
  subcommands: ['list', 'prune', 'clear'],
  options: Object.keys(PRUNE_OPTIONS),
  register: (parser, context, finish) => {
    const end = (pruned: Pruned, json?: boolean) => {
      printPruned(context, pruned, json);
      if (pruned.failed.length > 0) finish(EXIT.cannotRun);
    };
    parser.command('cache', 'Look at the search trees that are kept from run to run, and remove them', (y) =>
      y
        .command(['list', '$0'], 'Show their folder, number, size and age', JSON_OPTION, (args) => list(context, args))
        .command('prune', 'Remove those that are too many or too old', PRUNE_OPTIONS, async (args) =>
          end(await prune(context, args), args.json),
        )
        .command('clear', 'Remove all', JSON_OPTION, async (args) =>
          end(await context.library.clearCache(await context.library.listCache()), args.json),
        ),
    );
  },
};

async function list(context: CliContext, { json }: ListArguments): Promise<void> {
  const limits = await context.library.cacheLimits();
  const content = await context.library.listCache();
  if (json) printJson(context, cacheJson(content, limits));
  else printLines(context, describeCache(content, limits));
}

async function prune({ library }: CliContext, { size, days }: PruneArguments): Promise<Pruned> {
  const limits = { ...(await library.cacheLimits()) };
  if (size !== undefined) limits.bytes = sizeLimit('--size', size);
  if (days !== undefined) limits.days = ageLimit('--days', days);
  return library.pruneCache(await library.listCache(), limits);
}

function printPruned(context: CliContext, pruned: Pruned, json: boolean | undefined): void {
  if (json) printJson(context, prunedJson(pruned));
  else printLines(context, describePruned(pruned));
  for (const { path, reason } of pruned.failed) logTo(context).warn(`${path} could not be removed: ${reason}`);
}
