import { shellWord } from '../../base/text.js';
import { AGAIN_CODE, jobName, mebibytes, runArguments, type SubmitJob, type SubmitKind, TRIES } from './submit-kind.js';

/** Seconds before the limit of time at which a share gets the signal to end. */
const NOTICE = 120;

/** Exit code of a share that got the signal to end before it listened to signals. */
const TERM_CODE = 128 + 15;

/** Slurm: an array, whose elements go back into the queue while surveys are left. */
export const SLURM: SubmitKind = {
  name: 'slurm',
  describe: 'a script for sbatch',
  text: (job) => `#!/bin/bash
#SBATCH --job-name=${jobName(job)}
#SBATCH --array=0-${job.shards - 1}
#SBATCH --cpus-per-task=${job.threads}
#SBATCH --mem=${mebibytes(job)}M
#SBATCH --time=${clockTime(job.seconds)}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@${NOTICE}
${outputLine(job)}
# Trees of scenes stay on the node.
export SUBRAY_CACHE="\${SUBRAY_CACHE:-\${SLURM_TMPDIR:-\${TMPDIR:-/tmp}}/subray-cache}"

subray ${runArguments(job).map(shellWord).join(' ')} &
subray=$!
trap 'kill -TERM $subray' TERM
wait $subray
code=$?
# The first wait ends with the signal, not with subray.
if kill -0 $subray 2>/dev/null; then wait $subray; code=$?; fi

if [ $code -eq ${AGAIN_CODE} -o $code -eq ${TERM_CODE} ] && [ "\${SLURM_RESTART_COUNT:-0}" -lt ${TRIES} ]; then
  scontrol requeue "$SLURM_JOB_ID"
  sleep 60
fi
exit $code
`,
};

/** Directives have no quotes: blanks and % would change a path. */
const outputLine = ({ folder }: SubmitJob): string =>
  /^[^\s%'"\\#]+$/.test(folder)
    ? `#SBATCH --output=${folder}/slurm-%A_%a.out\n`
    : '# Output goes to the folder from which the script is submitted.\n';

/** `1-02:03:04`: days, hours, minutes, seconds. */
function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  const days = Math.floor(whole / 86_400);
  return days > 0 ? `${days}-${clock}` : clock;
}
