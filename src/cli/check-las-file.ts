import { UserError } from '../base/errors.js';
import { nodeFiles } from '../base/files/node-files.js';
import { latin1 } from '../base/latin1.js';
import { counted } from '../base/text.js';
import { readHead } from '../io/bytes/read-head.js';
import type { LasCheck } from '../io/check/check-las.js';
import { LAS_SIGNATURE } from '../io/las/las-header.js';
import { type CliContext, printJson, printLines } from './context.js';
import { formatCounted } from './describe/format.js';
import { interruptible } from './interrupts.js';
import { ProgressBar } from './progress-bar.js';

/**
 * Prints the faults of a LAS, LAZ or COPC file, one a line; returns whether there are none. Throws UserError for other
 * files.
 */
export async function checkLasFile(context: CliContext, file: string, json = false): Promise<boolean> {
  const head = latin1(await readHead(nodeFiles, file, LAS_SIGNATURE.length));
  if (head !== LAS_SIGNATURE && !/\.la[sz]$/i.test(file))
    throw new UserError('--check holds LAS, LAZ and COPC files against their specification; this is none', {
      place: { file },
    });
  const bar = new ProgressBar(context.stderr, context.now);
  const check = await interruptible(context, (signal) =>
    context.library.checkLas(file, { signal, onProgress: bar.update.bind(bar) }),
  ).finally(() => bar.clear());
  if (json) printJson(context, { ...check, kind: 'check', format: check.kind });
  else printLines(context, describeCheck(check));
  return check.faults.length === 0;
}

/** The checked file, in words. */
function subjectOf({ kind, version, points, faults }: LasCheck): string {
  if (version === undefined) {
    // This fault lies at the end of the file.
    const bytes = faults.find(({ rule }) => rule === 'header-end')?.at ?? 0;
    return bytes === 0 ? 'an empty file' : `a file of ${counted(bytes, 'byte')}, too short for a header`;
  }
  return `${kind === 'COPC' ? 'COPC' : `${kind} ${version}`}, ${formatCounted(points, 'point')} checked`;
}

const describeCheck = (check: LasCheck): string[] => [
  `${check.path}: ${subjectOf(check)}: ${check.faults.length === 0 ? 'no faults' : counted(check.faults.length, 'fault')}`,
  ...check.faults.map(({ rule, at, found, expected }) => `byte ${at}, ${rule}: found ${found}; expected ${expected}`),
];
