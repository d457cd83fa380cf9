import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printLines } from '../context.js';
import { interruptible } from '../interrupts.js';
import { openBrowser } from '../open-browser.js';
import { NUMBER_OPTION, namedFile, wholeNumber } from '../options.js';

const PORT_MAX = 65535;

const OPTIONS = {
  port: { ...NUMBER_OPTION, describe: 'port to listen at; absent or 0: any that is free' },
  host: {
    type: 'string',
    requiresArg: true,
    default: '127.0.0.1',
    describe: 'address to listen at; others than this machine can reach it only if it is no loopback address',
  },
  runs: {
    type: 'string',
    requiresArg: true,
    describe: 'folder in which the clouds of runs are kept; absent: a temporary one, which goes at the end',
  },
  'no-open': { type: 'boolean', describe: 'open no browser, only print the address' },
} as const satisfies Record<string, Options>;

type StudioArguments = InferredOptionTypes<typeof OPTIONS> & { survey?: string };

/** `subray studio [survey]`: plans, scans and looks in a page, and computes on this machine. */
export const studioCommand: Command = {
  name: 'studio',
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command(
      'studio [survey]',
      'Plan, scan and look in a page of the browser, computed on this machine',
      (y) =>
        y
          .positional('survey', { type: 'string', describe: 'survey file (.yaml, .yml) to open; absent: none' })
          .options(OPTIONS),
      (args) => studio(context, args),
    );
  },
};

/** Serves the page until Ctrl-C. */
async function studio(context: CliContext, args: StudioArguments): Promise<void> {
  const port = wholeNumber('port', args.port, { min: 0, max: PORT_MAX });
  const survey = args.survey === undefined ? undefined : surveyFile(args.survey);
  const { host, runs } = args;
  if (host === '') throw new UserError('--host: found an empty name, expected an address of this machine');
  await interruptible(context, async (signal) => {
    const server = await context.library.openStudioServer({ survey, host, runs, port });
    try {
      if (!server.isLocal) logTo(context).warn(REACHABLE);
      printLines(context, [server.address]);
      if (!args['no-open']) openBrowser(server.address);
      await fired(signal);
    } finally {
      await server.close();
    }
  });
}

const REACHABLE =
  'others in the network can reach this server; whoever has the address with its token reads the files beside the survey, and writes to them; it is sent in the clear';

/** Throws UserError for a name that the page cannot open. */
function surveyFile(name: string): string {
  const file = namedFile('studio', name, 'a survey (.yaml, .yml)');
  if (/\.ya?ml$/i.test(file)) return file;
  throw new UserError('the studio opens surveys in YAML', {
    place: { file },
    hint: 'name a file that ends in .yaml or .yml; subray run takes those of HELIOS++',
  });
}

const fired = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
