import type { InferredOptionTypes, Options } from 'yargs';
import type { Command } from '../command.js';
import { type CliContext, printJson, printLines } from '../context.js';
import { formatTable } from '../describe/format.js';
import { measure, NUMBER_OPTION, pictureSize } from '../options.js';
import { withOutputs } from '../with-outputs.js';

const JSON_OPTION = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

const SHOW_OPTIONS = {
  png: { type: 'string', requiresArg: true, describe: 'draw its scan pattern to this PNG file' },
  seconds: {
    ...NUMBER_OPTION,
    describe: 'how long a stretch is drawn; absent: as much as shows the pattern',
  },
  size: { type: 'string', requiresArg: true, default: '1600x1200', describe: 'width and height in pixels' },
  background: { choices: ['dark', 'light'], default: 'dark', describe: 'background of the picture' },
  force: { type: 'boolean', describe: 'replace a picture that exists' },
  ...JSON_OPTION,
} as const satisfies Record<string, Options>;

type ShowArguments = InferredOptionTypes<typeof SHOW_OPTIONS> & { id: string };

/** `subray scanner list` and `subray scanner show <id>`: the catalogue. */
export const scannerCommand: Command = {
  name: 'scanner',
  takes: { show: '<id>' },
  subcommands: ['list', 'show'],
  options: Object.keys(SHOW_OPTIONS),
  register: (parser, context) => {
    parser.command('scanner', 'Look into the catalogue of scanners', (y) =>
      y
        .command('list', 'List the scanners', JSON_OPTION, (args) => list(context, args))
        .command(
          'show <id>',
          'Show a scanner, by its id or its file (.yaml): the sources of its numbers; draw its scan pattern',
          (z) =>
            z
              .positional('id', { type: 'string', demandOption: true, describe: 'its id or its file' })
              .options(SHOW_OPTIONS),
          (args) => show(context, args as ShowArguments),
        )
        .demandCommand(1, 'no command is given: scanner list, or scanner show <id>'),
    );
  },
};

async function list(context: CliContext, { json }: { json?: boolean }): Promise<void> {
  const scanners = await context.library.listScanners();
  if (json) return printJson(context, { scanners });
  const rows = scanners.map(({ id, name, kind, channels, wavelengthNm, rangeMax }) => [
    id,
    name,
    kind,
    channels === 1 ? '1 laser' : `${channels} lasers`,
    `${wavelengthNm} nm`,
    rangeMax === undefined ? '' : `${rangeMax} m`,
  ]);
  printLines(context, formatTable(rows, [3, 4, 5]));
}

async function show(context: CliContext, { id, png, json, ...args }: ShowArguments): Promise<void> {
  const { background, force } = args;
  const size = pictureSize('size', args.size);
  const seconds = measure('seconds', args.seconds, { above: 0, unit: 's' });
  const scanner = await withOutputs([png], { force, inputs: [id] }, async () => {
    const found = await context.library.loadScanner(id);
    if (png !== undefined) await context.library.drawPattern(found, png, { seconds, background, ...size, force });
    return found;
  });
  const { scannerRows, scannerJson } = await import('../describe/describe-scanner.js');
  if (json) printJson(context, { ...scannerJson(scanner), picture: png });
  else printLines(context, [...scannerRows(scanner), ...(png === undefined ? [] : [`picture: ${png}`])]);
}
