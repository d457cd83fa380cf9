import type { UnfinishedOutputs } from '../../base/files/node-unfinished-outputs.js';
import { basename } from '../../base/files/paths.js';
import { formatCount } from './format.js';

/** Maximum number of names listed in the text; frames may be thousands. */
const NAMES_LISTED = 10;

/** What a run left of some outputs, and what finishes it, as one sentence. */
export function describeUnfinished({ staging, run, state, files }: UnfinishedOutputs): string {
  const count = `${formatCount(files.length)} ${files.length === 1 ? 'output' : 'outputs'}`;
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
