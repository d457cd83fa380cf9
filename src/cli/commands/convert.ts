import type { InferredOptionTypes, Options } from 'yargs';
import { formatPlace } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import type { Conversion } from '../../survey/helios/convert-survey.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { endedByInterrupt } from '../interrupts.js';
import { namedFile } from '../options.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const OPTIONS = {
  out: { alias: 'o', type: 'string', requiresArg: true, demandOption: true, describe: 'survey to write (.yaml)' },
  ...SURVEY_OPTIONS,
  force: { type: 'boolean', describe: 'replace files that exist' },
  json: { type: 'boolean', describe: 'print the report as one JSON object' },
} as const satisfies Record<string, Options>;

type ConvertArguments = InferredOptionTypes<typeof OPTIONS> & { file: string };

/** `subray convert <file>`: writes a survey of another program as one of ours. */
export const convertCommand: Command = {
  name: 'convert',
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command(
      'convert <file>',
      'Write a HELIOS++ survey (.xml) as YAML, and say which quirks of HELIOS++ it touches',
      (y) => y.positional('file', { type: 'string', demandOption: true, describe: 'the survey' }).options(OPTIONS),
      (args) => convert(context, args as ConvertArguments),
    );
  },
};

async function convert(context: CliContext, args: ConvertArguments): Promise<void> {
  const { out, force } = args;
  const file = namedFile('convert', args.file, 'a HELIOS++ survey (.xml)');
  const options = { ...surveyOptions(args), force, log: logTo(context) };
  const conversion = await withOutputs([out], { force, inputs: [file] }, () =>
    endedByInterrupt(context, () => context.library.convertSurvey(file, out, options)),
  );
  if (args.json) printJson(context, conversion);
  else printLines(context, describeConversion(conversion));
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
