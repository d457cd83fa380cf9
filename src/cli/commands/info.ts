import type { InferredOptionTypes, Options } from 'yargs';
import { formatPlace, UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { basename } from '../../base/files/paths.js';
import { latin1 } from '../../base/latin1.js';
import { counted } from '../../base/text.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { crsTitle } from '../../crs/crs.js';
import { readHead } from '../../io/bytes/read-head.js';
import { cloudTitles } from '../../io/cloud-kinds.js';
import { cloudCrs } from '../../io/clouds/cloud-crs.js';
import { CLOUD_HEAD_BYTES, isReadableCloud } from '../../io/clouds/readable-clouds.js';
import { refuseCatalogue } from '../../io/clouds/refuse-catalogue.js';
import type { CloudDescription, Detail, ReadableCloud } from '../../io/records/readable-cloud.js';
import type { DrawCloudOptions } from '../../picture/cloud/node-draw-cloud.js';
import type { SurveyLook } from '../../planning/whereabouts/look-around.js';
import type { Survey } from '../../survey/survey.js';
import type { Command } from '../command.js';
import { type CliContext, EXIT, logTo, printJson, printLines } from '../context.js';
import { cloudJson, describeCloudFile } from '../describe/describe-cloud.js';
import { describeSurvey, surveyJson } from '../describe/describe-survey.js';
import { formatCounted } from '../describe/format.js';
import { infoOfUnfinished } from '../info-of-unfinished.js';
import { interruptible } from '../interrupts.js';
import { keepingLists, lastOfEach } from '../last-of-each.js';
import { openNamedCloud } from '../open-named-cloud.js';
import { NUMBER_OPTION, namedFile, pictureSize, wholeNumber } from '../options.js';
import { PICTURE_OPTIONS, pictureAsked, pngPath } from '../picture-options.js';
import { pictureTone, TONES } from '../picture-tone.js';
import { ProgressBar } from '../progress-bar.js';
import { RANGE_OPTIONS, statedRanges } from '../range-options.js';
import { LOOK_OPTION, lookAtSurvey, looksAt } from '../survey-look.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const COLORS = [
  'auto',
  'intensity',
  'energy',
  'class',
  'semantic',
  'return',
  'height',
  'instance',
  'rgb',
  'radial_velocity',
  'm3c2_distance',
] as const;

const OPTIONS = {
  png: { type: 'string', requiresArg: true, describe: 'draw a cloud into this PNG file' },
  waveform: {
    type: 'string',
    requiresArg: true,
    describe: 'pulses of a LAS, .npz or full-wave text file, counted from 1: 1,250; --png draws their waveforms',
  },
  check: {
    type: 'boolean',
    describe:
      'hold a LAS, LAZ or COPC file against its specification: what is wrong at which byte; fail if anything is',
  },
  color: { choices: COLORS, default: 'auto', describe: 'quantity shown by the colours of the picture' },
  tone: { choices: TONES, describe: 'how intensity (as a rule linear) or energy (decibel) becomes colour' },
  exposure: { ...NUMBER_OPTION, describe: 'of --tone hable: factor before the curve (1)' },
  gamma: { ...NUMBER_OPTION, describe: 'of --tone hable: the higher, the lighter the shadows (2.2)' },
  ...PICTURE_OPTIONS,
  levels: {
    type: 'string',
    requiresArg: true,
    describe:
      'of the octree of a COPC file: how many are read, or all; without it, all up to 50 million points, else those that show',
  },
  summary: { type: 'boolean', describe: 'of a cloud: what the file says of itself; no point is read' },
  stats: { type: 'boolean', describe: 'of a cloud: read and count all points, however many there are' },
  ...RANGE_OPTIONS,
  look: { ...LOOK_OPTION, default: 'auto' },
  ...SURVEY_OPTIONS,
  json: { type: 'boolean', describe: 'print one JSON object' },
} as const satisfies Record<string, Options>;

type InfoArguments = InferredOptionTypes<typeof OPTIONS> & { file: string };

/** Options that are lists, the files, and the words of the command line. */
const LISTS: readonly string[] = ['assets', 'file', '_'];

/** `subray info <file..>`: describes clouds, scene files or surveys, and draws clouds. */
export const infoCommand: Command = {
  name: 'info',
  takes: { '': '<file..>' },
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context, finish) => {
    parser.command(
      'info <file..>',
      `Describe a cloud (${cloudTitles()}), a scene file, a survey or names of labels; draw clouds`,
      (y) =>
        keepingLists(y)
          .positional('file', { type: 'string', array: true, demandOption: true, describe: 'the file, or several' })
          .options(OPTIONS),
      async (args) => {
        const { file: files, ...given } = lastOfEach(args, LISTS) as Omit<InfoArguments, 'file'> & { file: string[] };
        if (files.length > 1 && given.png !== undefined)
          throw new UserError(`--png draws one cloud, found ${counted(files.length, 'file')}`);
        for (const [k, file] of files.entries()) {
          if (k > 0 && !given.json) printLines(context, ['']);
          if (!given.check) await info(context, { ...given, file });
          else if (!(await checkFile(context, { ...given, file }))) finish(EXIT.cannotRun);
        }
      },
    );
  },
};

/** Checks a file against its specification; the code for that is loaded on demand. Returns whether it has no faults. */
async function checkFile(context: CliContext, { file, png, summary, json }: InfoArguments): Promise<boolean> {
  namedFile('info', file, 'a LAS or LAZ file');
  const other = Object.entries({ '--png': png, '--summary': summary }).find(([, value]) => value)?.[0];
  if (other !== undefined) throw new UserError(`--check and ${other} are two tasks: take one after the other`);
  const { checkLasFile } = await import('../check-las-file.js');
  return checkLasFile(context, file, json);
}

async function info(context: CliContext, args: InfoArguments): Promise<void> {
  namedFile('info', args.file, 'a cloud, a scene file, a survey or names of labels');
  if (await infoOfUnfinished(context, args)) return;
  if (args.waveform !== undefined) return infoOfPulses(context, { ...args, waveform: args.waveform });
  if (WAVEFORMS_ALONE.test(args.file))
    throw new UserError('a file of waveforms: say which to show', {
      place: { file: args.file },
      hint: 'add --waveform 1,2 for the first two pulses, and --png out.png to draw them',
    });
  if (PACKETS_ALONE.test(args.file))
    throw new UserError('the waveform packets of a LAS file', {
      place: { file: args.file },
      hint: `name that: ${args.file.replace(PACKETS_ALONE, '.las')}`,
    });
  const kind = await kindOf(args.file);
  if (kind === 'cloud') return infoOfCloud(context, args);
  const place = { file: args.file };
  if (args.png !== undefined)
    throw new UserError(`--png draws clouds (${cloudTitles()}); this is a ${kind}`, { place });
  if (args.summary || args.stats)
    throw new UserError(`--${args.summary ? 'summary' : 'stats'} is for clouds; this is a ${kind}`, { place });
  if (kind === 'file of labels') return infoOfLabels(context, args);
  return kind === 'survey' ? infoOfSurvey(context, args) : infoOfScene(context, args);
}

/** Names of texts that hold waveforms and no points. */
const WAVEFORMS_ALONE = /_fullwave\.txt$/i;
/** Names of files beside LAS files. */
const PACKETS_ALONE = /\.wdp$/i;

/** Prints the waveforms of pulses; the code for that is loaded on demand. */
async function infoOfPulses(context: CliContext, args: InfoArguments & { waveform: string }): Promise<void> {
  const { infoOfWaveforms } = await import('../info-of-waveforms.js');
  const png = args.png === undefined ? undefined : pngPath(args.png);
  await infoOfWaveforms(context, args, png === undefined ? undefined : { png, size: pictureSize('size', args.size) });
}

/** Decided by the first bytes, then by the ending; anything else is left to the scene readers. */
async function kindOf(path: string): Promise<'cloud' | 'survey' | 'scene' | 'file of labels'> {
  const head = latin1(await readHead(nodeFiles, path, CLOUD_HEAD_BYTES));
  if (isReadableCloud(path, head)) return 'cloud';
  refuseCatalogue(path);
  const { isLabelsFile } = await import('../../io/opened/read-labels.js');
  if (isLabelsFile(path, head)) return 'file of labels';
  const { surveyFormatOf } = await import('../../survey/survey-formats.js');
  return surveyFormatOf(path) === undefined ? 'scene' : 'survey';
}

async function infoOfCloud(context: CliContext, args: InfoArguments): Promise<void> {
  const { file, force, color } = args;
  const { png, ...scene } = pictureAsked(args);
  const tone = pictureTone(args);
  checkReading(args);
  const description = await withOutputs([png], { force, inputs: [file] }, async () => {
    const cloud = await openNamedCloud(context, file, { detail: detailOf(args, png), ...statedRanges(args) });
    if (args.levels !== undefined && !('octree' in cloud && cloud.octree))
      throw new UserError('--levels is for clouds in an octree (COPC); this is none', { place: { file } });
    const isLarge = cloud.pointCount > READ_POINTS && !args.stats && args.levels === undefined;
    if (args.summary || (isLarge && png === undefined)) return context.library.summarizeCloud(cloud);
    if (png === undefined) return context.library.describeCloud(cloud);
    const doubt = await plainColour(context, cloud, color);
    if (doubt !== undefined) logTo(context).warn(doubt);
    return drawCloud(context, cloud, png, { ...scene, tone, color, force });
  });
  if (args.json) printJson(context, { ...cloudJson(description), picture: png });
  else printLines(context, [...describeCloudFile(description), ...(png === undefined ? [] : [`picture: ${png}`])]);
}

/** More than an octree has. */
const LEVELS_MAX = 31;

/** More would hardly be seen: a picture has fewer pixels. */
const SHOWN_POINTS = 3_000_000;

/**
 * Points of a cloud that are read by default, half a minute of LAZ on two cores; of a larger octree only the levels for
 * a picture are read.
 */
const READ_POINTS = 50_000_000;

/** Throws UserError if options contradict each other. */
function checkReading({ file, summary, stats, levels, png }: InfoArguments): void {
  const others = { '--stats': stats, '--levels': levels, '--png': png };
  const other = Object.entries(others).find(([, value]) => value !== undefined && value !== false)?.[0];
  if (summary && other !== undefined)
    throw new UserError(`--summary reads no point, ${other} does: take one of them`, { place: { file } });
  if (stats && levels !== undefined)
    throw new UserError('--stats reads all points, --levels a part of them: take one of them', { place: { file } });
}

/** The levels of a cloud that are read; undefined: all. */
function detailOf({ levels, stats, summary }: InfoArguments, png: string | undefined): Detail | undefined {
  if (stats || summary) return undefined;
  if (levels === undefined) return { points: SHOWN_POINTS, whole: png === undefined ? READ_POINTS : undefined };
  if (levels === 'all') return undefined;
  const number = wholeNumber('levels', levels, { min: 1, max: LEVELS_MAX });
  return number === undefined ? undefined : { levels: number };
}

/** Attributes that the colours of a picture show, and their words; null: every cloud has them. */
const SHOWN: Readonly<Record<(typeof COLORS)[number], [PointKey, string] | null>> = {
  auto: null,
  height: null,
  intensity: ['intensity', 'intensities'],
  energy: ['energy', 'energies'],
  class: ['classification', 'classes'],
  semantic: ['semantic', 'semantic classes'],
  return: ['returnNumber', 'return numbers'],
  instance: ['instance', 'objects'],
  rgb: ['rgb', 'colours'],
  radial_velocity: ['radialVelocity', 'radial velocities'],
  m3c2_distance: ['m3c2Distance', 'M3C2 distances'],
};

/** Note that all points will have one colour, since the cloud lacks the attribute to be shown; undefined: it has it. */
async function plainColour(
  { library }: CliContext,
  cloud: ReadableCloud,
  color: (typeof COLORS)[number],
): Promise<string | undefined> {
  const shown = SHOWN[color];
  if (shown === null) return undefined;
  const [key, words] = shown;
  if ((await library.columnsOf(cloud)).some((column) => column.key === key)) return undefined;
  return `${cloud.path} has no ${words}: all points have the same colour with --color ${color}; without it, the picture shows what there is`;
}

/** Draws a cloud, shows the progress, and returns the results. */
function drawCloud(
  context: CliContext,
  cloud: ReadableCloud,
  png: string,
  options: DrawCloudOptions,
): Promise<CloudDescription> {
  const bar = new ProgressBar(context.stderr, context.now);
  const onProgress = bar.update.bind(bar);
  const title = `${basename(cloud.path)}, ${formatCounted(cloud.pointCount, 'point')}`;
  const crs = cloudCrs(cloud);
  return interruptible(context, (signal) =>
    context.library.drawCloud(cloud, png, { ...options, title, crs: crs && crsTitle(crs), signal, onProgress }),
  ).finally(() => bar.clear());
}

async function infoOfLabels(context: CliContext, { file, json }: InfoArguments): Promise<void> {
  const labels = await context.library.readLabels(file);
  const { describeLabels, labelsSummary } = await import('../describe/describe-labels.js');
  if (json) printJson(context, labelsSummary(file, labels));
  else printLines(context, describeLabels(file, labels));
}

async function infoOfScene(context: CliContext, { file, json }: InfoArguments): Promise<void> {
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { before: () => bar.clear() });
  const onProgress = bar.update.bind(bar);
  const model = await interruptible(context, (signal) =>
    context.library.readModel(file, { log, signal, onProgress }),
  ).finally(() => bar.clear());
  // Loaded here: the readers of scenes come with it, which clouds need not.
  const { describeModel, summarizeModel } = await import('../describe/describe-model.js');
  const summary = summarizeModel(file, model);
  const { scaleQuestions } = await import('../describe/scale-questions.js');
  for (const question of scaleQuestions(summary, model)) log.warn(`${file}: ${question}`);
  const doubt = await referenceDoubt(summary.crs);
  if (doubt !== undefined) log.warn(`${file}: ${doubt}`);
  if (json) printJson(context, summary);
  else printLines(context, describeModel(summary));
}

/** The reason why a run would leave out the reference system that a file states; undefined if it would not. */
async function referenceDoubt(crs: string | undefined): Promise<string | undefined> {
  if (crs === undefined) return undefined;
  const { readCrs } = await import('../../crs/read-crs.js');
  try {
    await readCrs(crs);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `states the system ${JSON.stringify(crs.slice(0, REFERENCE_LENGTH_MAX))}, which a run leaves out: ${error.message}`;
  }
}

/** Characters of a file's own words in a message. */
const REFERENCE_LENGTH_MAX = 80;

async function infoOfSurvey(context: CliContext, { file, json, look, ...args }: InfoArguments): Promise<void> {
  const log = logTo(context, { quiet: true });
  const survey = await context.library.loadSurvey(file, { log, ...surveyOptions(args) });
  const estimate = await context.library.estimateSurvey(survey, log);
  const found = looksAt(estimate, look) ? await lookOrFault(context, survey) : undefined;
  const isSampled = typeof found === 'object';
  const refined = isSampled
    ? await context.library.refineEstimate(survey, estimate, found, { areKept: true })
    : estimate;
  if (json) printJson(context, await surveyJson(survey, refined, found));
  else printLines(context, await describeSurvey(survey, refined, found));
}

/**
 * The findings of a look around, or the message of a scene that cannot be read: the rest of the survey is still useful.
 */
async function lookOrFault(context: CliContext, survey: Survey): Promise<SurveyLook | string> {
  const bar = new ProgressBar(context.stderr, context.now);
  try {
    return await lookAtSurvey(context, survey, {
      bar,
      log: logTo(context, { quiet: true, before: () => bar.clear() }),
    });
  } catch (error) {
    if (error instanceof UserError)
      return `cannot be read: ${error.place ? `${formatPlace(error.place)}: ` : ''}${error.message}`;
    throw error;
  }
}
