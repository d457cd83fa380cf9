import yargs, { type Argv } from 'yargs';
import { AbortedError, ClosedPipeError, NOTHING_WRITTEN, STOPPED, UserError } from '../base/errors.js';
import { printable } from './../base/printable.js';
import { DeviceLostError } from '../engine/gpu/gpu-errors.js';
import { VERSION } from '../version.js';
import type { Command } from './command.js';
import { commandsFor } from './commands/index.js';
import { type CliContext, EXIT, type HeliosRequest } from './context.js';
import { SignalledError } from './interrupts.js';
import { PartlyDoneError } from './partly-done-error.js';
import { gatherRepeated } from './repeated-options.js';
import { usageError } from './usage-error.js';
import { withoutSpareHelp } from './without-spare-help.js';

const HELP_COLUMNS = 100;

const EPILOGUE = `Examples:
  subray run examples/quickstart.yaml            scan a scene as a survey says
  subray run survey.yaml --dry-run               check it and say what it will take
  subray info quickstart.laz --png cloud.png     look at the cloud
  subray plan uav --scene survey.yaml --height 60 --out flight.yaml --png flight.png
  subray scene generate forest --seed 1 --triangles 1000000 -o forest.glb`;

/** Runs one command line (without `node` and the script) to its end and returns the exit code; never throws. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const result = { code: EXIT.ok as number };
  try {
    const { words, helios } = await withoutHelios(withPlainNames(argv));
    const commands = await commandsFor(words);
    refuseDash(words, commands);
    const parser = createParser(words, commands, helios ? { ...context, helios } : context, result);
    let printed = '';
    await parser.parseAsync(swap(words, '-', DASH), {}, (_error, _argv, output) => {
      printed += output;
    });
    if (printed) context.stdout.write(`${printed}\n`);
    return result.code;
  } catch (error) {
    return reportError(context, error);
  }
}

/** The words without `--`: a name behind it that begins with a dash is led by `./`, so that it is no option. */
function withPlainNames(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  return [...before, ...argv.slice(before.length + 1).map((word) => (word.startsWith('-') ? `./${word}` : word))];
}

/** Throws UserError for a single dash, standard input or output, unless the command writes to the latter. */
function refuseDash(words: readonly string[], commands: readonly Command[]): void {
  if (!words.includes('-') || commands.find(({ name }) => name === words[0])?.pipes) return;
  throw new UserError('found "-": standard input is not read, and nothing but text written to standard output', {
    hint: 'name a file; ./- is one of this name',
  });
}

/** Stand-in for `-`, which yargs would take for an option; no word of a command line has this character. */
const DASH = '\0';

/** A value of the command line, or a list of them, with `to` in place of `from`. */
function swap<Value>(value: Value, from: string, to: string): Value {
  if (Array.isArray(value)) return value.map((item) => swap(item, from, to)) as Value;
  return value === from ? (to as Value) : value;
}

/** The words without options of `helios`, and the requests in these, for a run of a survey of HELIOS++. */
async function withoutHelios(words: string[]): Promise<{ words: string[]; helios?: HeliosRequest }> {
  if (!runsHelios(words)) return { words: gatherRepeated(words) };
  const { takeHeliosOptions } = await import('./helios-options.js');
  const taken = takeHeliosOptions(words);
  return { words: gatherRepeated(taken.words), helios: taken.request };
}

/** Whether a command line runs a survey of HELIOS++: the first word that names a survey decides. */
function runsHelios([command, ...words]: readonly string[]): boolean {
  const survey = words.find((word) => !word.startsWith('-') && /\.(xml|ya?ml)$/i.test(word));
  return command === 'run' && survey !== undefined && /\.xml$/i.test(survey);
}

function createParser(
  argv: readonly string[],
  commands: readonly Command[],
  context: CliContext,
  result: { code: number },
): Argv {
  const finish = (code: number) => {
    result.code = code;
  };
  const parser = withoutSpareHelp(yargs())
    .scriptName('subray')
    .usage('subray <command>\n\nA virtual laser scanner: scans a 3-D scene and writes the labelled point cloud.')
    .locale('en')
    .parserConfiguration({ 'boolean-negation': false, 'duplicate-arguments-array': false })
    .version(VERSION)
    .help()
    .alias('help', 'h')
    .wrap(HELP_COLUMNS)
    .epilogue(EPILOGUE)
    .exitProcess(false)
    .strict()
    .demandCommand(1, 'no command is given')
    .fail((message, error) => {
      // yargs reports its own complaints and a command's errors in the same place.
      if (error && error.name !== 'YError') throw error;
      throw usageError((message ?? error.message).replaceAll(DASH, '-'), argv, commands);
    })
    .middleware((parsed) => {
      for (const [name, value] of Object.entries(parsed)) parsed[name] = swap(value, DASH, '-');
    });
  for (const command of commands) command.register(parser, context, finish);
  return parser;
}

/**
 * Reports an error on standard error, and returns its exit code. `written` names the output of a command so far;
 * absent: it has written nothing.
 */
function reportError(context: CliContext, error: unknown, written?: string): number {
  const { stderr } = context;
  if (error instanceof PartlyDoneError) return reportError(context, error.cause, error.message);
  if (error instanceof UserError) {
    stderr.write(`subray: ${printable(error.format())}\n${written ? `  ${printable(written)}\n` : ''}`);
    return EXIT.user;
  }
  // Like other programs, which such a signal ends silently.
  if (error instanceof ClosedPipeError) return EXIT.closedPipe;
  if (error instanceof AbortedError) {
    stderr.write(`subray: ${STOPPED}; ${printable(written ?? NOTHING_WRITTEN)}\n`);
    return error instanceof SignalledError ? error.exitCode : EXIT.interrupted;
  }
  if (error instanceof DeviceLostError) {
    const there = printable(written ?? NOTHING_WRITTEN);
    stderr.write(`subray: ${printable(error.message)}\n  ${there}; --engine cpu needs no GPU\n`);
    return EXIT.cannotRun;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(
    `${stack}\nsubray: this is a fault of subray, version ${VERSION}; please report it with the lines above\n`,
  );
  return EXIT.internal;
}
