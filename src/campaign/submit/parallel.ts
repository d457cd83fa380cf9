import { shellWord } from '../../base/text.js';
import { type SubmitKind, TRIES } from './submit-kind.js';

/** GNU parallel: as many processes as there are shares, on this machine. */
export const PARALLEL: SubmitKind = {
  name: 'parallel',
  describe: 'a shell script with GNU parallel',
  text: ({ folder, shards, threads }) => `#!/bin/sh
# -j N: so many shares at once; absent: one a core. --resume-failed goes on after an interruption.
exec parallel -j ${shards} --retries ${TRIES} --joblog ${shellWord(`${folder}/parallel.log`)} \\
  subray campaign run ${shellWord(folder)} --shard {}/${shards} --threads ${threads} --quiet \\
  ::: $(seq 0 ${shards - 1})
`,
};
