import {
  AGAIN_CODE,
  CONTAINER_CACHE,
  jobName,
  mebibytes,
  runArguments,
  type SubmitJob,
  type SubmitKind,
  TRIES,
} from './submit-kind.js';

/**
 * AWS Batch: an array job; one of size 1 is a job without an array (docs.aws.amazon.com/batch,
 * array jobs: 2 to 10,000).
 */
export const AWS_BATCH: SubmitKind = {
  name: 'aws-batch',
  describe: 'JSON for aws batch submit-job --cli-input-json; queue and definition of jobs are called subray',
  text: (job) => `${JSON.stringify(submission(job), undefined, 2)}\n`,
};

const submission = (job: SubmitJob): object => ({
  jobName: jobName(job),
  jobQueue: 'subray',
  jobDefinition: 'subray',
  ...(job.shards > 1 && { arrayProperties: { size: job.shards } }),
  containerOverrides: {
    command: ['subray', ...(job.shards > 1 ? runArguments(job) : runArguments(job, []))],
    environment: [CONTAINER_CACHE],
    resourceRequirements: [
      { type: 'VCPU', value: String(job.threads) },
      { type: 'MEMORY', value: String(mebibytes(job)) },
    ],
  },
  retryStrategy: {
    attempts: TRIES,
    evaluateOnExit: [
      { onExitCode: String(AGAIN_CODE), action: 'RETRY' },
      { onStatusReason: 'Host EC2*', action: 'RETRY' },
      { onExitCode: '*', action: 'EXIT' },
    ],
  },
  timeout: { attemptDurationSeconds: Math.ceil(job.seconds) },
});
