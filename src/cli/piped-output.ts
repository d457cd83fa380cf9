import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { pipedFiles } from '../base/files/node-piped-files.js';
import type { Log } from '../base/log.js';
import { counted } from '../base/text.js';
import type { CloudFormatName } from '../io/clouds/cloud-formats.js';
import type { LoadedEpoch } from '../survey/load-survey.js';
import type { CliContext } from './context.js';

/** The files of this machine, with standard output. */
export const filesWithPipe = (context: CliContext): Files => pipedFiles((bytes) => context.writeBytes(bytes));

/** Behaviour of a command whose cloud goes to standard output. */
export interface PipedOutput {
  files: Files;
  /** Alternative output of its report. */
  report: Pick<CliContext, 'stdout'>;
  /** Whether a person reads the cloud, and a line that shows the progress would be in it. */
  isRead: boolean;
}

/**
 * Standard output as the file of a cloud. Throws UserError if it also takes the report, or if it is a terminal, which
 * shows nothing but text.
 */
export async function pipedOutput(
  context: CliContext,
  format: CloudFormatName,
  { json }: { json?: boolean },
): Promise<PipedOutput> {
  const { stdout, stderr, library } = context;
  refuseJson(json, 'cloud');
  const isRead = stdout.isTTY === true;
  if (isRead && !(await library.isText(format)))
    throw new UserError(`standard output is a terminal, and ${format} is not text`, {
      hint: 'lead it to a file (> cloud) or a program (| program), or choose --format csv',
    });
  return { files: filesWithPipe(context), report: { stdout: stderr }, isRead };
}

function refuseJson(json: boolean | undefined, noun: string): void {
  if (json)
    throw new UserError(`--json: standard output takes the ${noun} or the report, not both`, {
      hint: `write the ${noun} to a file, or leave out --json: the report is then text on standard error`,
    });
}

/** Standard output as the stream of frames. Throws UserError if it also takes the report, or if it is a terminal. */
export function streamedOutput(context: CliContext, { json }: { json?: boolean }): PipedOutput {
  const { stdout, stderr } = context;
  refuseJson(json, 'frames');
  if (stdout.isTTY === true)
    throw new UserError('--frames-to -: standard output is a terminal, and frames are not text', {
      hint: 'lead it to a program (| program) or a file (> frames)',
    });
  return { files: filesWithPipe(context), report: { stdout: stderr }, isRead: false };
}

/** The one epoch of a survey, whose frames go to standard output. Throws UserError if it has several, or no frames. */
export async function streamedEpochs(
  { library }: CliContext,
  epochs: readonly LoadedEpoch[],
  log: Log,
): Promise<LoadedEpoch[]> {
  const { epoch, survey } = onlyEpoch(epochs, 'the frames of one epoch go');
  return [{ epoch, survey: { ...survey, ...(await library.streamedProducts(survey, { log })) } }];
}

function onlyEpoch(epochs: readonly LoadedEpoch[], what: string): LoadedEpoch {
  const [only] = epochs;
  if (epochs.length > 1)
    throw new UserError(`${what} to standard output, and the survey has ${counted(epochs.length, 'epoch')}`, {
      place: { file: only.survey.file },
      hint: 'write files: --out FOLDER',
    });
  return only;
}

/**
 * The one epoch of a survey, whose cloud goes to standard output in the format of that name, absent: its own. Throws
 * UserError if it has several, or writes anything else.
 */
export async function pipedEpochs(
  { library }: CliContext,
  epochs: readonly LoadedEpoch[],
  name: string | undefined,
  log: Log,
): Promise<LoadedEpoch[]> {
  const { epoch, survey } = onlyEpoch(epochs, 'one cloud goes');
  const format = name === undefined ? undefined : await library.formatNamed(name);
  return [{ epoch, survey: { ...survey, outputs: [await library.pipedCloud(survey, { format, log })] } }];
}
