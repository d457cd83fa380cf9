import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import { formatRanges } from '../../base/format-ranges.js';
import { sizeLimit } from '../../bvh/node-cache-limits.js';
import type { RunCampaignOptions } from '../../campaign/node-campaign.js';
import { TILE_FORMATS } from '../../campaign/pieces/tiles/tile-formats.js';
import type { ShardReport } from '../../campaign/run/run-shard.js';
import { SUBMIT_NAMES, type SubmitName } from '../../campaign/submit/submit-names.js';
import { THREADS_MAX } from '../../simulation/machine.js';
import type { Command } from '../command.js';
import { type CliContext, EXIT, logTo, printJson, printLines } from '../context.js';
import {
  describeCampaignPlan,
  describeJoined,
  describeMerge,
  describePieces,
  describeShard,
  describeStatus,
  describeVerified,
} from '../describe/describe-campaign.js';
import { interruptible } from '../interrupts.js';
import { measure, NUMBER_OPTION, namedFile, wholeNumber } from '../options.js';
import { ProgressBar } from '../progress-bar.js';

const COMMON = {
  json: { type: 'boolean', describe: 'print one JSON object' },
  quiet: { type: 'boolean', describe: 'print warnings and errors only' },
} as const satisfies Record<string, Options>;

const PLAN = {
  out: { alias: 'o', type: 'string', requiresArg: true, demandOption: true, describe: 'folder of the campaign' },
  from: { type: 'string', requiresArg: true, describe: 'rows that a program made, in place of draws (.jsonl)' },
  engine: { choices: ['cpu', 'gpu'], default: 'cpu', describe: 'engine of all tasks, which their bytes depend on' },
  check: {
    type: 'boolean',
    describe: 'make all scenes, and draw again what sees nothing; takes about as long as a run',
  },
  force: { type: 'boolean', describe: 'replace a plan; tasks that are the same in both stay done' },
  ...COMMON,
} as const satisfies Record<string, Options>;

const SPLIT = {
  pieces: { ...NUMBER_OPTION, describe: 'number of pieces at most; absent: of about ten minutes of a core each' },
  pulses: { ...NUMBER_OPTION, describe: 'pulses of a piece, rounded up to a multiple of 4096' },
  out: PLAN.out,
  engine: PLAN.engine,
  force: PLAN.force,
  ...COMMON,
} as const satisfies Record<string, Options>;

const JOIN = {
  out: {
    alias: 'o',
    type: 'string',
    requiresArg: true,
    demandOption: true,
    describe: 'cloud (.las), or folder of tiles',
  },
  tile: { ...NUMBER_OPTION, describe: 'width of square tiles [m], with a catalogue (.vpc)' },
  format: { choices: TILE_FORMATS, describe: 'of tiles; laz' },
  force: { type: 'boolean', describe: 'replace files that are there' },
  ...COMMON,
} as const satisfies Record<string, Options>;

const RUN = {
  shard: { type: 'string', requiresArg: true, describe: 'i/n: share i of n, counted from 0' },
  'task-from-env': {
    type: 'string',
    describe: "share as an engine's variable says (Slurm, Kubernetes, …), found by itself or named",
  },
  count: { ...NUMBER_OPTION, describe: 'number of shares, where the engine does not say it' },
  retry: { type: 'boolean', describe: 'try again what failed' },
  'max-time': { ...NUMBER_OPTION, describe: 'seconds after which no other survey begins' },
  threads: { ...NUMBER_OPTION, describe: 'number of CPU threads; default: all cores' },
  'no-cache': { type: 'boolean', describe: 'neither use nor keep the search trees of scenes' },
  ...COMMON,
} as const satisfies Record<string, Options>;

const STATUS = {
  remaining: { type: 'boolean', describe: 'print the numbers of surveys that are not done: 3,7,12-19' },
  ...COMMON,
} as const satisfies Record<string, Options>;

const MERGE = {
  partial: { type: 'boolean', describe: 'merge what is there, though surveys are missing' },
  tar: {
    type: 'string',
    describe: 'write tars of samples (WebDataset) too, of about so many bytes each, such as --tar=500MB; 1GB',
  },
  dataset: {
    type: 'string',
    requiresArg: true,
    describe: 'folder of the data set of frames, if surveys have one; dataset in that of the campaign',
  },
  force: { type: 'boolean', describe: 'replace files that no merge wrote, such as a README.md of your own' },
  ...COMMON,
} as const satisfies Record<string, Options>;

const SUBMIT = {
  shards: { ...NUMBER_OPTION, describe: 'number of shares; absent: of about an hour each' },
  threads: { ...NUMBER_OPTION, describe: 'threads of a share; 1' },
  time: { ...NUMBER_OPTION, describe: 'limit of the time of a share [s]; absent: by the plan, amply' },
  memory: { type: 'string', requiresArg: true, describe: 'of a share, such as 2GB; absent: by the plan' },
  image: { type: 'string', requiresArg: true, describe: 'container with subray, for k8s and google-batch' },
} as const satisfies Record<string, Options>;

const GC = {
  days: { ...NUMBER_OPTION, default: '1', describe: "of other machines' folders: days without a change" },
  ...COMMON,
} as const satisfies Record<string, Options>;

/**
 * Exit code of `run` with surveys left for another try: EX_TEMPFAIL of sysexits.h, with which engines such as Slurm
 * requeue.
 */
const TRY_AGAIN = 75;

/**
 * `subray campaign plan | run | status | merge | verify | gc | submit`: thousands of surveys; `split |
 * join`: one on many machines.
 */
export const campaignCommand: Command = {
  name: 'campaign',
  takes: {
    plan: '<campaign>',
    split: '<survey>',
    join: '<folder>',
    run: '<folder>',
    status: '<folder>',
    merge: '<folder>',
    verify: '<folder>',
    gc: '<folder>',
    submit: '<engine> <folder>',
  },
  subcommands: ['plan', 'split', 'join', 'run', 'status', 'merge', 'verify', 'gc', 'submit'],
  options: [...new Set([PLAN, SPLIT, JOIN, RUN, STATUS, MERGE, GC, SUBMIT].flatMap((options) => Object.keys(options)))],
  register: (parser, context, finish) => {
    const folder = { type: 'string', describe: 'folder of the campaign' } as const;
    parser.command('campaign', 'Make data sets: many surveys from one, drawn, run, checked', (y) =>
      y
        .command(
          'plan <campaign>',
          'Draw and check all surveys of a campaign, and say what they take',
          (z) => z.positional('campaign', { type: 'string', describe: 'campaign file (.yaml)' }).options(PLAN),
          (args) => plan(context, args),
        )
        .command(
          'split <survey>',
          'Cut a survey into pieces, which many machines run',
          (z) => z.positional('survey', { type: 'string', describe: 'survey file (.yaml)' }).options(SPLIT),
          (args) => split(context, args),
        )
        .command(
          'join <folder>',
          'Join the pieces of a survey to the cloud of the whole',
          (z) => z.positional('folder', folder).options(JOIN),
          (args) => joinAll(context, args),
        )
        .command(
          'run <folder>',
          'Run the surveys that are not done, or a share of them',
          (z) => z.positional('folder', folder).options(RUN),
          async (args) => finish(exitCode(await run(context, args))),
        )
        .command(
          'status <folder>',
          'Say what is done, what failed and what is left',
          (z) => z.positional('folder', folder).options(STATUS),
          (args) => status(context, args),
        )
        .command(
          'merge <folder>',
          'Write the files of the data set as a whole: manifest, splits, statistics, card, pictures',
          (z) => z.positional('folder', folder).options(MERGE),
          (args) => merge(context, args),
        )
        .command(
          'verify <folder>',
          'Compare all files of surveys that are done with their SHA-256',
          (z) => z.positional('folder', folder).options(COMMON),
          async (args) => finish(await verify(context, args)),
        )
        .command(
          'gc <folder>',
          'Remove what killed processes left',
          (z) => z.positional('folder', folder).options(GC),
          (args) => gc(context, args),
        )
        .command(
          'submit <engine> <folder>',
          'Print the script or manifest with which an engine of a cluster runs it',
          (z) =>
            z
              .positional('engine', { choices: SUBMIT_NAMES, demandOption: true, describe: 'engine' })
              .positional('folder', folder)
              .options(SUBMIT),
          (args) => submit(context, args),
        )
        .demandCommand(1, 'no command is given: campaign plan <campaign>, campaign run <folder>, …'),
    );
  },
};

type PlanArguments = InferredOptionTypes<typeof PLAN> & { campaign?: string };
type RunArguments = InferredOptionTypes<typeof RUN> & { folder?: string };
type StatusArguments = InferredOptionTypes<typeof STATUS> & { folder?: string };
type CommonArguments = InferredOptionTypes<typeof COMMON> & { folder?: string };

/** The name of the campaign's folder. Throws UserError if it is empty. */
const folderOf = (command: string, { folder = '' }: { folder?: string }): string =>
  namedFile(`campaign ${command}`, folder, 'the folder of a campaign');

async function plan(context: CliContext, args: PlanArguments): Promise<void> {
  const file = namedFile('campaign plan', args.campaign ?? '', 'a campaign (.yaml)');
  const folder = namedFile('--out', args.out, 'a folder');
  const facts = await withProgress(context, args, (observers) =>
    context.library.planCampaign(file, { folder, ...planOptions(args), ...observers }),
  );
  if (args.json) printJson(context, facts);
  else if (!args.quiet) printLines(context, describeCampaignPlan(facts, folder, await context.library.machinePaces()));
}

const planOptions = ({ from, engine, check, force }: PlanArguments) => ({
  from: from === undefined ? undefined : namedFile('--from', from, 'a file of rows (.jsonl)'),
  engine,
  check,
  force,
});

async function split(
  context: CliContext,
  args: InferredOptionTypes<typeof SPLIT> & { survey?: string },
): Promise<void> {
  const file = namedFile('campaign split', args.survey ?? '', 'a survey (.yaml)');
  const { engine, force } = args;
  const folder = namedFile('--out', args.out, 'a folder');
  const cut = {
    pieces: wholeNumber('pieces', args.pieces, { min: 1, max: 1_000_000 }),
    pulses: wholeNumber('pulses', args.pulses, { min: 1, max: Number.MAX_SAFE_INTEGER }),
  };
  if (cut.pieces !== undefined && cut.pulses !== undefined)
    throw new UserError('--pieces with --pulses: both say how small pieces are', { hint: 'leave one of them out' });
  const facts = await withProgress(context, args, (observers) =>
    context.library.splitIntoPieces(file, { folder, engine, force, ...cut, ...observers }),
  );
  if (args.json) printJson(context, facts);
  else if (!args.quiet) printLines(context, describePieces(facts, folder, await context.library.machinePaces()));
}

async function joinAll(
  context: CliContext,
  args: InferredOptionTypes<typeof JOIN> & { folder?: string },
): Promise<void> {
  const { force, format } = args;
  const out = namedFile('--out', args.out, 'a cloud (.las), or a folder of tiles');
  const tile = measure('tile', args.tile, { above: 0 });
  if (format !== undefined && tile === undefined)
    throw new UserError('--format without --tile: it is that of tiles', { hint: 'one cloud is .las: convert it' });
  const joined = await withProgress(context, args, (observers) =>
    context.library.joinCampaign(folderOf('join', args), out, { force, tile, format, ...observers }),
  );
  if (args.json) printJson(context, joined);
  else if (!args.quiet) printLines(context, describeJoined(joined, out));
}

async function run(context: CliContext, args: RunArguments): Promise<ShardReport> {
  const folder = folderOf('run', args);
  const report = await withProgress(context, args, (observers) =>
    context.library.runCampaign(folder, { ...runOptions(args), ...observers }),
  );
  if (args.json) printJson(context, report);
  else if (!args.quiet) printLines(context, describeShard(report));
  return report;
}

function runOptions(args: RunArguments): RunCampaignOptions {
  return {
    shard: args.shard,
    variable: args['task-from-env'],
    count: wholeNumber('count', args.count, { min: 1, max: 1_000_000 }),
    retry: args.retry,
    maxSeconds: measure('max-time', args['max-time'], { min: 0 }),
    threads: wholeNumber('threads', args.threads, { min: 1, max: THREADS_MAX }),
    cache: !args['no-cache'],
  };
}

/** 75 if surveys are left, 1 if some failed or cannot be done. */
function exitCode({ failed, changed, left }: ShardReport): number {
  if (left > 0) return TRY_AGAIN;
  return failed + changed > 0 ? EXIT.cannotRun : EXIT.ok;
}

async function status(context: CliContext, args: StatusArguments): Promise<void> {
  const found = await context.library.statusOfCampaign(folderOf('status', args));
  if (args.remaining) printLines(context, [formatRanges(found.remaining)]);
  else if (args.json) printJson(context, found);
  else printLines(context, describeStatus(found));
}

/** Bytes of a tar unless they are given, as WebDataset's makers advise. */
const TAR_BYTES = 1e9;

async function merge(
  context: CliContext,
  args: InferredOptionTypes<typeof MERGE> & { folder?: string },
): Promise<void> {
  const folder = folderOf('merge', args);
  const { partial, force, tar, dataset } = args;
  const tarBytes = tar === undefined ? undefined : tar === '' ? TAR_BYTES : sizeLimit('--tar', tar);
  if (tarBytes === 0) throw new UserError(`--tar: found ${tar}, expected a size above 0, such as 500MB`);
  const report = await withProgress(context, args, (observers) =>
    context.library.mergeTasks(folder, { partial, force, tarBytes, dataset, ...observers }),
  );
  if (args.json) printJson(context, report);
  else if (!args.quiet) printLines(context, describeMerge(report, folder));
}

async function verify(context: CliContext, args: CommonArguments): Promise<number> {
  const found = await context.library.verifyCampaign(folderOf('verify', args));
  if (args.json) printJson(context, found);
  else printLines(context, describeVerified(found));
  return found.wrong.length > 0 ? EXIT.cannotRun : EXIT.ok;
}

async function gc(context: CliContext, args: InferredOptionTypes<typeof GC> & { folder?: string }): Promise<void> {
  const days = measure('days', args.days, { min: 0 }) ?? 1;
  const removed = await context.library.cleanCampaign(
    folderOf('gc', args),
    days,
    logTo(context, { quiet: args.quiet }),
  );
  if (args.json) printJson(context, { removed: removed.map(({ path }) => path) });
  else printLines(context, [`removed ${removed.length} folders of surveys that were not finished`]);
}

type SubmitArguments = InferredOptionTypes<typeof SUBMIT> & { engine: SubmitName; folder?: string };

async function submit(context: CliContext, args: SubmitArguments): Promise<void> {
  const options = {
    shards: wholeNumber('shards', args.shards, { min: 1, max: 1_000_000 }),
    threads: wholeNumber('threads', args.threads, { min: 1, max: THREADS_MAX }),
    seconds: measure('time', args.time, { min: 60, max: 1e7 }),
    memoryBytes: args.memory === undefined ? undefined : sizeLimit('--memory', args.memory),
    image: args.image,
  };
  const text = await context.library.submitCampaign(args.engine, folderOf('submit', args), options);
  context.stdout.write(text);
}

/** Runs `work` with a progress bar, a log and a signal for Ctrl-C. */
async function withProgress<T>(
  context: CliContext,
  { quiet }: { quiet?: boolean },
  work: (observers: Pick<RunCampaignOptions, 'log' | 'signal' | 'onProgress'>) => Promise<T>,
): Promise<T> {
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { quiet: true, before: () => bar.clear() });
  try {
    return await interruptible(context, (signal) =>
      work({ log, signal, onProgress: quiet ? undefined : bar.update.bind(bar) }),
    );
  } finally {
    bar.clear();
  }
}
