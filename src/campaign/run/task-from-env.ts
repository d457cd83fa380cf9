import { UserError } from '../../base/errors.js';
import type { Shard } from './shards.js';

/** The variables by which engines number the tasks of a process. */
interface EngineVariables {
  engine: string;
  index: string;
  count?: string;
  /** Number of the first task, or the variable with it. */
  first: number | string;
}

/**
 * AWS Batch: docs.aws.amazon.com/batch, array jobs; Google Batch: types.TaskGroup; Slurm: man
 * sbatch; Kubernetes: Indexed Job.
 */
const ENGINES: readonly EngineVariables[] = [
  { engine: 'Slurm', index: 'SLURM_ARRAY_TASK_ID', count: 'SLURM_ARRAY_TASK_COUNT', first: 'SLURM_ARRAY_TASK_MIN' },
  { engine: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0 },
  { engine: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: 'AWS_BATCH_JOB_ARRAY_SIZE', first: 0 },
  { engine: 'Google Batch', index: 'BATCH_TASK_INDEX', count: 'BATCH_TASK_COUNT', first: 0 },
  { engine: 'PBS', index: 'PBS_ARRAY_INDEX', first: 0 },
  { engine: 'LSF', index: 'LSB_JOBINDEX', first: 1 },
  { engine: 'Grid Engine', index: 'SGE_TASK_ID', first: 1 },
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The shard that an engine's variables name. `name`: the variable of the index; '' finds it. `count`: number of shards,
 * for an engine that does not state it. Throws UserError if no variable or several are set, or without a number of
 * shards.
 */
export function shardFromEnv(environment: Environment, name: string, count?: number): Shard {
  const known = ENGINES.filter(({ index }) => (name === '' ? isSet(environment, index) : index === name));
  if (name === '' && known.length !== 1)
    throw new UserError(
      known.length === 0
        ? `--task-from-env: no engine says which task this is, expected one of ${ENGINES.map(({ index }) => index).join(', ')}`
        : `--task-from-env: ${known.map(({ index }) => index).join(' and ')} are set`,
      { hint: 'name the variable: --task-from-env NAME --count N' },
    );
  const { index, count: countName, first } = known[0] ?? { index: name, first: 0 };
  const start = typeof first === 'number' ? first : (wholeOf(environment, first) ?? 0);
  const number = wholeOf(environment, index);
  if (number === undefined)
    throw new UserError(`--task-from-env: $${index} is ${environment[index] ?? 'not set'}, expected a whole number`);
  const size = count ?? (countName === undefined ? undefined : wholeOf(environment, countName));
  if (size === undefined)
    throw new UserError(`--task-from-env: $${index} does not say of how many tasks`, { hint: 'add --count N' });
  const shard = { index: number - start, count: size };
  if (shard.index >= 0 && shard.index < size) return shard;
  throw new UserError(
    `--task-from-env: $${index} is ${number}, expected ${start} to ${start + size - 1} for ${size} shards`,
  );
}

const isSet = (environment: Environment, name: string): boolean => (environment[name] ?? '') !== '';

function wholeOf(environment: Environment, name: string): number | undefined {
  const text = environment[name] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
