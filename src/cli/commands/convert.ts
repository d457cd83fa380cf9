import type { InferredOptionTypes, Options } from 'yargs';
import { formatPlace, UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { STANDARD_OUTPUT } from '../../base/files/standard-output.js';
import { counted, listNames } from '../../base/text.js';
import { cloudTitles } from '../../io/cloud-kinds.js';
import type { CloudConversion } from '../../io/convert/convert-options.js';
import type { Conversion } from '../../survey/helios/convert-survey.js';
import { CONVERSION_OPTIONS, conversionOptions } from '../cloud-conversion-options.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { formatBytes, formatCount, formatCounted } from '../describe/format.js';
import { endedByInterrupt, interruptible } from '../interrupts.js';
import { keepingLists, lastOfEach } from '../last-of-each.js';
import { namedFile } from '../options.js';
import { pipedOutput } from '../piped-output.js';
import { ProgressBar } from '../progress-bar.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const OPTIONS = {
  out: {
    alias: 'o',
    type: 'string',
    requiresArg: true,
    describe: 'file to write, or -: standard output; absent: the last one named',
  },
  format: {
    type: 'string',
    requiresArg: true,
    describe: 'format of the output: laz, csv, …; absent: that of its ending, and las of -',
  },
  ...CONVERSION_OPTIONS,
  ...SURVEY_OPTIONS,
  force: { type: 'boolean', describe: 'replace files that exist' },
  json: { type: 'boolean', describe: 'print the report as one JSON object' },
} as const satisfies Record<string, Options>;

const CONVERTS = `Convert clouds (${cloudTitles()}): format, fields, a part, tiles; or a HELIOS++ survey (.xml) to YAML`;

type ConvertArguments = InferredOptionTypes<typeof OPTIONS> & { files: string[] };

/** `subray convert <in..> <out>`: writes clouds in other formats, and a survey of another program as one of ours. */
export const convertCommand: Command = {
  name: 'convert',
  pipes: true,
  takes: { '': '<in..> <out>' },
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command(
      'convert <files..>',
      CONVERTS,
      (y) =>
        keepingLists(y)
          .positional('files', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'clouds, or a survey, and the file to write',
          })
          .options(OPTIONS),
      (args) => convert(context, lastOfEach(args, LISTS) as ConvertArguments),
    );
  },
};

/** Options that are lists, the files, and the words of the command line. */
const LISTS: readonly string[] = ['assets', 'files', '_'];

async function convert(context: CliContext, args: ConvertArguments): Promise<void> {
  const inputs = [...args.files];
  const out = args.out ?? (inputs.length > 1 ? inputs.pop() : undefined);
  if (out === undefined)
    throw new UserError('the file to write is missing', {
      hint: 'name it last, or behind -o: subray convert a.las b.ply',
    });
  for (const name of out === STANDARD_OUTPUT ? inputs : [...inputs, out])
    namedFile('convert', name, 'a cloud or a HELIOS++ survey (.xml)');
  if (isOfSurvey(inputs, out)) return convertSurvey(context, args, inputs, out);
  const survey = inputs.find((file) => /\.ya?ml$/i.test(file));
  if (survey !== undefined)
    throw new UserError('a survey becomes a cloud when it is run', {
      place: { file: survey },
      hint: `subray run ${survey} writes the clouds that it names; with -o - --format laz, one to standard output`,
    });
  return convertClouds(context, args, inputs, out);
}

const isOfSurvey = (inputs: readonly string[], out: string): boolean =>
  inputs.some((file) => /\.xml$/i.test(file)) || /\.ya?ml$/i.test(out);

async function convertSurvey(
  context: CliContext,
  args: ConvertArguments,
  inputs: readonly string[],
  out: string,
): Promise<void> {
  const [file] = inputs;
  if (out === STANDARD_OUTPUT || args.format !== undefined)
    throw new UserError('a survey is written to a file, which ends in .yaml', { place: { file } });
  if (inputs.length > 1)
    throw new UserError(`found ${counted(inputs.length, 'file')}, expected one survey and the file to write`);
  const { force } = args;
  const options = { ...surveyOptions(args), force, log: logTo(context) };
  const conversion = await withOutputs([out], { force, inputs: [file] }, () =>
    endedByInterrupt(context, () => context.library.convertSurvey(file, out, options)),
  );
  if (args.json) printJson(context, conversion);
  else printLines(context, describeConversion(conversion));
}

async function convertClouds(
  context: CliContext,
  args: ConvertArguments,
  inputs: readonly string[],
  out: string,
): Promise<void> {
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { before: () => bar.clear() });
  const options = await conversionOptions(nodeFiles, args);
  const format = args.format === undefined ? undefined : await context.library.formatNamed(args.format);
  const piped = out === STANDARD_OUTPUT ? await pipedOutput(context, format ?? 'las', args) : undefined;
  const { force } = args;
  const { files } = piped ?? {};
  const onProgress = piped?.isRead ? undefined : bar.update.bind(bar);
  const conversion = await interruptible(context, (signal) =>
    context.library.convertCloud(inputs, out, {
      ...options,
      format,
      ...(files && { files }),
      force,
      log,
      signal,
      onProgress,
    }),
  ).finally(() => bar.clear());
  if (args.json) printJson(context, conversion);
  else printLines(piped?.report ?? context, describeCloudConversion(conversion));
}

const LEFT_OUT = {
  placeless: 'without a place',
  cropped: 'outside of the crop or the section',
  ofClass: 'of other classes',
  ofReturn: 'of other returns',
  thinned: 'thinned',
} as const;

function describeCloudConversion({
  from,
  files,
  labels,
  catalogue,
  inOverlap,
  points,
  leftOut,
  form,
}: CloudConversion): string[] {
  const reasons = Object.entries(LEFT_OUT).flatMap(([key, words]) => {
    const count = leftOut[key as keyof typeof LEFT_OUT];
    return count > 0 ? [`${formatCount(count)} ${words}`] : [];
  });
  const written = form === 'records' ? 'records as they are' : 'attributes that subray knows';
  return [
    ...files.map(
      ({ path, points: count, bytes }) => `${path}: ${formatCounted(count, 'point')}, ${formatBytes(bytes)}`,
    ),
    ...(labels.length > 0 ? [`names of labels: ${listNames(labels)}`] : []),
    ...(catalogue === undefined ? [] : [`catalogue: ${catalogue}`]),
    `from ${from.join(', ')}: ${formatCounted(points, 'point')}, ${written}`,
    ...(inOverlap === undefined ? [] : [`in overlaps of strips: ${formatCounted(inOverlap, 'point')}`]),
    ...(reasons.length > 0 ? [`left out: ${reasons.join(', ')}`] : []),
  ];
}

function describeConversion({ from, files, legs, quirks }: Conversion): string[] {
  const [survey, ...recordings] = files;
  return [
    `${survey}: ${counted(legs, 'leg')}, from ${from}`,
    ...recordings.map((path) => `recording: ${path}`),
    quirks.length === 0 ? 'it touches no quirk of HELIOS++' : 'quirks of HELIOS++ that it touches:',
    ...quirks.flatMap(({ quirk, place, message, isKept, without }) => [
      `  Q${quirk}, ${formatPlace(place)}: ${message}`,
      `    ${isKept ? 'kept; without it' : 'not kept'}: ${without}`,
    ]),
  ];
}
