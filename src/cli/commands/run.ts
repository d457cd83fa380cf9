import { resolve } from 'node:path';
import type { InferredOptionTypes, Options } from 'yargs';
import { ClosedPipeError, NOTHING_WRITTEN, UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { STANDARD_OUTPUT } from '../../base/files/standard-output.js';
import type { Log } from '../../base/log.js';
import { SEED_MAX } from '../../base/random.js';
import { joinWords } from '../../base/text.js';
import { ADAPTER_KINDS } from '../../engine/gpu/gpu-adapter.js';
import type { SurveyLook } from '../../planning/whereabouts/look-around.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { ENGINE_DEFAULTS, ENGINE_NAMES } from '../../simulation/engines/choose-engine.js';
import { THREADS_MAX } from '../../simulation/machine.js';
import type { RunReport } from '../../simulation/run-survey.js';
import type { SurveyEstimate } from '../../survey/estimate/estimate-survey.js';
import type { LoadedEpoch } from '../../survey/load-survey.js';
import type { Survey } from '../../survey/survey.js';
import { SURVEY_ENDINGS } from '../../survey/survey-formats.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { describeLosses } from '../describe/describe-losses.js';
import { describeProfile } from '../describe/describe-profile.js';
import { describeSurvey, surveyJson } from '../describe/describe-survey.js';
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatSeconds,
  formatShort,
  formatTable,
} from '../describe/format.js';
import { HELIOS_RUN_OPTIONS, heliosOptions } from '../helios-run.js';
import { interruptible } from '../interrupts.js';
import { NUMBER_OPTION, namedFile, wholeNumber } from '../options.js';
import { PartlyDoneError } from '../partly-done-error.js';
import { filesWithPipe, pipedEpochs, pipedOutput, streamedEpochs, streamedOutput } from '../piped-output.js';
import { ProgressBar } from '../progress-bar.js';
import { LOOK_OPTION, lookAtSurvey, looksAt } from '../survey-look.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';

const OPTIONS = {
  'dry-run': { type: 'boolean', describe: 'check the survey, estimate its cost, and stop' },
  look: { ...LOOK_OPTION, describe: `of --dry-run: ${LOOK_OPTION.describe}` },
  out: {
    alias: 'o',
    type: 'string',
    requiresArg: true,
    describe: 'folder that the output paths of the survey are relative to, or -: the cloud goes to standard output',
  },
  'frames-to': {
    type: 'string',
    requiresArg: true,
    describe: '-: the frames go to standard output, one behind the other, for another program; nothing else is written',
  },
  format: {
    type: 'string',
    requiresArg: true,
    describe: "of -o -: format of the cloud: laz, csv, …; absent: that of the survey's output",
  },
  ...SURVEY_OPTIONS,
  ...HELIOS_RUN_OPTIONS,
  force: { type: 'boolean', describe: 'replace outputs that exist' },
  resume: {
    type: 'boolean',
    describe: 'keep what is traced beside the outputs until the end, and go on with what an interrupted run kept',
  },
  seed: { ...NUMBER_OPTION, describe: "replaces the survey's seed" },
  threads: { ...NUMBER_OPTION, describe: 'number of CPU threads; default: all cores' },
  engine: {
    choices: ENGINE_NAMES,
    default: ENGINE_DEFAULTS.engine,
    describe: 'compute engine; auto: the GPU if there is a hardware one, else the CPU',
  },
  adapter: {
    choices: ADAPTER_KINDS,
    default: ENGINE_DEFAULTS.adapter,
    describe: 'which adapters the GPU engine may take; software ones are slower than the CPU engine',
  },
  'no-cache': { type: 'boolean', describe: 'neither use nor keep the search trees of scenes' },
  profile: { type: 'boolean', describe: 'report the time of each stage' },
  json: { type: 'boolean', describe: 'print the report as one JSON object' },
  quiet: { type: 'boolean', describe: 'print warnings and errors only' },
} as const satisfies Record<string, Options>;

type RunArguments = InferredOptionTypes<typeof OPTIONS> & { survey?: string };

/** `subray run <survey>`: runs a survey, or only checks it. */
export const runCommand: Command = {
  name: 'run',
  pipes: true,
  takes: { '': '<survey>' },
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command(
      'run <survey>',
      'Run a survey: scan its scene and write the point cloud',
      (y) =>
        y
          .positional('survey', { type: 'string', describe: `survey file (${SURVEY_ENDINGS.join(', ')})` })
          .options(OPTIONS),
      (args) => run(context, args),
    );
  },
};

async function run(context: CliContext, args: RunArguments): Promise<void> {
  const file = namedFile('run', args.survey ?? '', `a survey (${SURVEY_ENDINGS.join(', ')})`);
  const threads = wholeNumber('threads', args.threads, { min: 1, max: THREADS_MAX });
  const seed = wholeNumber('seed', args.seed, { min: 0, max: SEED_MAX });
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { quiet: args.quiet, before: () => bar.clear() });
  if (args.look !== undefined && !args['dry-run'])
    throw new UserError('--look belongs to --dry-run: a run reads the scene in any case');
  const helios = heliosOptions(context, file, args, log);
  const isPiped = args.out === STANDARD_OUTPUT;
  if (args.format !== undefined && !isPiped)
    throw new UserError('--format belongs to -o -: the ending of a file says its format', { place: { file } });
  if (args.resume && isPiped)
    throw new UserError('--resume with -o -: what was written to standard output cannot be gone on with', {
      place: { file },
      hint: 'write to a file',
    });
  const isStreamed = streamsFrames(file, args);
  const outputFolder = args.out === undefined || isPiped ? helios.outputFolder : resolve(args.out);
  // The run will need the adapters, so they are searched while the survey is read.
  if (!args['dry-run'] && args.engine !== 'cpu') void context.library.findAdapters();
  const options = { log, ...surveyOptions(args), ...helios, seed, outputFolder };
  const loaded = await context.library.loadEpochs(file, options);
  const seeded = seed === undefined ? loaded : withSeed(loaded, seed, file);
  const epochs = isStreamed
    ? await streamedEpochs(context, seeded, log)
    : isPiped
      ? await pipedEpochs(context, seeded, args.format, log)
      : seeded;
  if (args['dry-run']) return describeEpochs(context, epochs, args, { log, bar });
  const { force, engine, adapter } = args;
  const piped = isStreamed
    ? streamedOutput(context, args)
    : isPiped
      ? await pipedOutput(context, epochs[0].survey.outputs[0].format, args)
      : undefined;
  const { files = nodeFiles, report: reported = context } = piped ?? {};
  // No epoch should find out after hours that it cannot be written.
  if (epochs.length > 1) await checkEpochs(context, epochs, args, log);
  const onProgress = args.quiet || piped?.isRead ? undefined : bar.update.bind(bar);
  const reports: WithEpoch<RunReport>[] = [];
  try {
    for (const { epoch, survey } of epochs) {
      const report = await interruptible(context, (signal) =>
        context.library.runSurvey(survey, {
          files,
          engine,
          adapter,
          threads,
          force,
          // Until all epochs are complete, so that those before need not be traced again.
          resume: args.resume && { keep: epochs.length > 1 },
          cache: !args['no-cache'],
          signal,
          onProgress,
          log,
        }),
      );
      bar.clear();
      if (!args['no-cache'] && reports.length === 0) await context.library.keepRun(survey, report);
      reports.push({ ...(epoch !== undefined && { epoch }), ...report });
      if (args.json) continue;
      if (!args.quiet) printLines(reported, [...heading(epoch), ...(await describeReport(survey.name, report))]);
      if (args.profile) printLines(reported, describeProfile(report));
    }
    if (args.resume && epochs.length > 1)
      for (const { survey } of epochs) await context.library.removeJournal(survey, log);
  } catch (error) {
    // A reader that has seen enough is an ordinary end, since nothing else is written.
    if (isStreamed && error instanceof ClosedPipeError) return log.warn(READER_LEFT);
    if (args.resume && reports.length > 0 && !force) log.warn(FORCE_EPOCHS);
    throw afterEpochs(reports, error);
  } finally {
    bar.clear();
  }
  if (args.json) printEpochs(context, reports);
}

const READER_LEFT = 'whoever read the frames has closed the pipe: the run ends there';

/** Whether frames go to standard output. Throws UserError for options that contradict it. */
function streamsFrames(file: string, { 'frames-to': target, out, resume }: RunArguments): boolean {
  if (target === undefined) return false;
  const place = { file };
  if (target !== STANDARD_OUTPUT)
    throw new UserError(`--frames-to: found "${target}", expected -: standard output`, {
      place,
      hint: `frames.file in the survey names files; --frames-to - > "${target}" leads the stream to one`,
    });
  if (out !== undefined)
    throw new UserError('--frames-to with --out: nothing but the frames is written', {
      place,
      hint: 'leave out --out',
    });
  if (resume)
    throw new UserError('--resume with --frames-to -: what was written to standard output cannot be gone on with', {
      place,
    });
  return true;
}

/** The epochs with another seed; UserError if they have seeds of their own, which would all become the same. */
function withSeed(epochs: readonly LoadedEpoch[], seed: number, file: string): LoadedEpoch[] {
  const other = epochs.find(({ survey }) => survey.seed !== epochs[0].survey.seed);
  if (other)
    throw new UserError(`--seed: found the epoch ${JSON.stringify(other.epoch)} with a seed of its own`, {
      place: { file },
      hint: 'change the seeds of the epochs in the survey, or leave them out',
    });
  return epochs.map(({ epoch, survey }) => ({ epoch, survey: { ...survey, seed } }));
}

const FORCE_EPOCHS =
  'to go on, --force is needed as well: the files of the epochs that are complete are written again, from what was kept of them';

/** Throws UserError if an epoch cannot be run; reports epochs that an interrupted run completed. */
async function checkEpochs(
  { library }: CliContext,
  epochs: readonly LoadedEpoch[],
  { force, resume }: RunArguments,
  log: Log,
): Promise<void> {
  try {
    for (const { survey } of epochs) await library.checkSurvey(survey, { force });
  } catch (error) {
    if (resume && !force && error instanceof UserError && error.format().includes('--force')) {
      const kept = await Promise.all(epochs.map(({ survey }) => library.hasJournal(survey)));
      if (kept.includes(true)) log.warn(FORCE_EPOCHS);
    }
    throw error;
  }
}

/** The error that ended a run, with the epochs that were complete before it. */
function afterEpochs(complete: readonly WithEpoch<object>[], error: unknown): unknown {
  if (complete.length === 0) return error;
  const names = complete.map(({ epoch }) => JSON.stringify(epoch));
  const epochs = `${names.length === 1 ? 'epoch' : 'epochs'} ${joinWords(names, 'and')}`;
  return new PartlyDoneError(`the files of ${epochs} are complete; ${NOTHING_WRITTEN} of the others`, error);
}

/** Facts of an epoch, or of a survey without. */
type WithEpoch<Facts> = Facts & { epoch?: string };

const heading = (epoch: string | undefined): string[] => (epoch === undefined ? [] : [`epoch ${epoch}`]);

/** One object: the facts of a survey without epochs, or a list of those of all epochs. */
function printEpochs(context: CliContext, epochs: readonly WithEpoch<object>[]): void {
  printJson(context, epochs.length === 1 && epochs[0].epoch === undefined ? epochs[0] : { epochs });
}

/** Checks each epoch, and prints its cost. */
async function describeEpochs(
  context: CliContext,
  epochs: readonly LoadedEpoch[],
  args: RunArguments,
  output: { log: Log; bar: ProgressBar },
): Promise<void> {
  const { force } = args;
  const files = args.out === STANDARD_OUTPUT || args['frames-to'] !== undefined ? filesWithPipe(context) : nodeFiles;
  for (const { survey } of epochs) await context.library.checkSurvey(survey, { files, force });
  const described: WithEpoch<object>[] = [];
  for (const { epoch, survey } of epochs) {
    const { estimate, found } = await estimateAndLook(context, survey, args, output);
    if (args.json)
      described.push({ ...(epoch !== undefined && { epoch }), ...(await surveyJson(survey, estimate, found)) });
    else printLines(context, [...heading(epoch), ...(await describeSurvey(survey, estimate, found, args))]);
  }
  if (args.json) printEpochs(context, described);
}

/**
 * The cost of a survey and, unless its scene is too large, the places of scene and legs; the scene must be readable.
 */
async function estimateAndLook(
  context: CliContext,
  survey: Survey<SceneDescription>,
  { look, 'no-cache': noCache }: RunArguments,
  { log, bar }: { log: Log; bar: ProgressBar },
): Promise<{ estimate: SurveyEstimate; found?: SurveyLook }> {
  // Counting comes before reading, which repeats its warnings.
  const warnings: string[] = [];
  const estimate = await context.library.estimateSurvey(survey, { ...log, warn: (text) => warnings.push(text) });
  if (!looksAt(estimate, look)) {
    for (const text of warnings) log.warn(text);
    return { estimate };
  }
  const found = await lookAtSurvey(context, survey, { bar, log, cache: !noCache });
  // The look leaves the trees in the cache.
  return { estimate: await context.library.refineEstimate(survey, estimate, found, { areKept: !noCache }), found };
}

/** The report as text. */
async function describeReport(name: string, report: RunReport): Promise<string[]> {
  const { writtenCounts } = await import('../../products/describe-products.js');
  const { seconds, points, dropped, pulses, subrays, hits, resumed, peakMemoryBytes } = report;
  const steps = (['load', 'build', 'simulate', 'write'] as const).map(
    (step) => `${step} ${formatSeconds(seconds[step])}`,
  );
  const traced = subrays - (resumed?.subrays ?? 0);
  const rate = seconds.simulate > 0 ? `, ${formatShort(traced / seconds.simulate)} subrays/s` : '';
  const share = subrays > 0 ? `, ${((100 * hits) / subrays).toFixed(1)} % of ${formatShort(subrays)} subrays hit` : '';
  const before = resumed && resumed.pulses > 0 ? `, ${formatCount(resumed.pulses)} of them by an interrupted run` : '';
  const lost = dropped > 0 ? `, ${formatCounted(dropped, 'point')} dropped as the survey asks` : '';
  return [
    `${name}: ${formatCounted(points, 'point')} from ${formatCounted(pulses, 'pulse')}${before}${share}${lost}`,
    ...describeLosses(report.legs),
    `${formatSeconds(seconds.total)}: ${steps.join(', ')}`,
    `${describeEngine(report)}${rate}, ${formatBytes(peakMemoryBytes)} of memory`,
    ...formatTable(
      [
        ...writtenCounts(report).map(({ path, count, noun, bytes }) => [
          path,
          formatCounted(count, noun),
          formatBytes(bytes),
        ]),
      ],
      [1, 2],
    ),
  ];
}

function describeEngine({ engine, device, threads }: RunReport): string {
  if (engine === 'gpu') return `gpu engine, ${device}`;
  return `cpu engine, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
}
