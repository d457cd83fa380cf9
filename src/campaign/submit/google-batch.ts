import {
  CONTAINER_CACHE,
  FINAL_CODES,
  jobName,
  mebibytes,
  runArguments,
  type SubmitJob,
  type SubmitKind,
  TRIES,
} from './submit-kind.js';

/** Google Batch: a group of tasks (cloud.google.com/batch, REST resource projects.locations.jobs). */
export const GOOGLE_BATCH: SubmitKind = {
  name: 'google-batch',
  describe: 'JSON for gcloud batch jobs submit NAME --config; add the volume with the folder to taskSpec.volumes',
  needsImage: true,
  text: (job) => `${JSON.stringify({ taskGroups: [group(job)] }, undefined, 2)}\n`,
};

const MILLI_CPU = 1000;

const group = (job: SubmitJob): object => ({
  taskCount: String(job.shards),
  parallelism: String(job.shards),
  taskSpec: {
    runnables: [
      { displayName: jobName(job), container: { imageUri: job.image, commands: ['subray', ...runArguments(job)] } },
    ],
    environment: { variables: { [CONTAINER_CACHE.name]: CONTAINER_CACHE.value } },
    computeResource: { cpuMilli: String(MILLI_CPU * job.threads), memoryMib: String(mebibytes(job)) },
    maxRunDuration: `${Math.ceil(job.seconds)}s`,
    // Google Batch allows ten at most.
    maxRetryCount: TRIES,
    lifecyclePolicies: [{ action: 'FAIL_TASK', actionCondition: { exitCodes: FINAL_CODES } }],
  },
});
