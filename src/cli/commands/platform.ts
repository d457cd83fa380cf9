import type { Command } from '../command.js';
import { type CliContext, printJson, printLines } from '../context.js';
import { formatTable } from '../describe/format.js';

const JSON_OPTION = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

/** `subray platform list` and `subray platform show <id>`: the catalogue of platforms. */
export const platformCommand: Command = {
  name: 'platform',
  takes: { show: '<id>' },
  subcommands: ['list', 'show'],
  options: Object.keys(JSON_OPTION),
  register: (parser, context) => {
    parser.command('platform', 'Look into the catalogue of platforms', (y) =>
      y
        .command('list', 'List the platforms', JSON_OPTION, (args) => list(context, args))
        .command(
          'show <id>',
          'Show a platform: where it holds its scanners, and the source of the numbers',
          (z) => z.positional('id', { type: 'string', demandOption: true, describe: 'its id' }).options(JSON_OPTION),
          ({ id, json }) => show(context, id, json),
        )
        .demandCommand(1, 'no command is given: platform list, or platform show <id>'),
    );
  },
};

async function list(context: CliContext, { json }: { json?: boolean }): Promise<void> {
  const platforms = await context.library.listPlatforms();
  if (json) return printJson(context, { platforms });
  const rows = platforms.map(({ id, name, scanners }) => [id, name, scanners === 1 ? '' : `${scanners} scanners`]);
  printLines(context, formatTable(rows));
}

async function show(context: CliContext, id: string, json: boolean | undefined): Promise<void> {
  const sheet = await context.library.platformSheet(id);
  const { platformRows, platformJson } = await import('../describe/describe-platform.js');
  if (json) printJson(context, platformJson(sheet));
  else printLines(context, platformRows(sheet));
}
