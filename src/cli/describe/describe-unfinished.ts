import type { UserError } from '../../base/errors.js';
import type { temporaryAt, UnfinishedOutputs } from '../../base/files/node-unfinished-outputs.js';
import { basename } from '../../base/files/paths.js';
import type { JournalSummary } from '../../simulation/journal/journal-summary.js';
import { formatBytes, formatCount, formatCounted } from './format.js';

/** Maximum number of names listed in the text; frames may be thousands. */
const NAMES_LISTED = 10;

/** The remains of a run's outputs, and the remedy, as one sentence. */
export function describeUnfinished({ staging, run, state, files }: UnfinishedOutputs): string {
  const count = formatCounted(files.length, 'output');
  const where = `(in ${basename(staging)})`;
  if (run === 'alive') return `a run that is still at work writes ${count} ${where}`;
  if (run === 'elsewhere')
    return `a run on another machine has not finished ${count} ${where}; remove that folder when no run there writes here`;
  return `a run that was killed left ${count} ${WORDS[state]} ${where}`;
}

const WORDS: Readonly<Record<UnfinishedOutputs['state'], string>> = {
  commit: 'complete, but not all under their names; the next run with an output in this folder names them',
  undo: 'half replaced; the next run with an output in this folder brings the former files back',
  data: 'unfinished; the next run with an output in this folder removes them, and files under these names are older',
};

/** The unfinished outputs in the folder `path` as text. */
export const describeFolder = (path: string, unfinished: readonly UnfinishedOutputs[]): string[] => [
  `folder  ${path}`,
  ...unfinished.flatMap((outputs) => {
    const listed = outputs.files.slice(0, NAMES_LISTED);
    const rest = outputs.files.length - listed.length;
    return [
      describeUnfinished(outputs),
      ...listed.map((name) => `  ${name}`),
      ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : []),
    ];
  }),
];

/** The journal in the folder `path` as text. */
export const describeJournal = (
  path: string,
  { parts, bytes, legs, pulses, engine, software }: JournalSummary,
): string[] => [
  `folder  ${path}`,
  `what a run with --resume keeps until it is complete: ${formatCounted(parts, 'part')}, ${formatBytes(bytes)}`,
  `the whole run has ${formatCounted(legs, 'leg')} and ${formatCounted(pulses, 'pulse')} (${engine} engine, ${software})`,
  'the same command with --resume goes on from there; without the folder it begins anew',
];

/** The arguments of the refusal of a file under its temporary name. */
export function describeTemporary(
  file: string,
  { name, run }: NonNullable<ReturnType<typeof temporaryAt>>,
): ConstructorParameters<typeof UserError> {
  const place = { file };
  if (run === 'alive')
    return [
      `a program that is still at work writes it; it becomes ${name} when it is complete`,
      { place, hint: 'wait until it ends' },
    ];
  if (run === 'elsewhere')
    return [
      `a program on another machine has not finished it; it becomes ${name} when it is complete`,
      { place, hint: 'remove it when no program there writes it' },
    ];
  return [
    `a program that was killed left it unfinished: it would have become ${name}`,
    { place, hint: 'take the command of that program again, which removes this file, or remove it' },
  ];
}
