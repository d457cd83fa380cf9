import type { Job } from 'kubernetes-types/batch/v1.js';
import { stringify } from 'yaml';
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

/** Name of the claim of the volume with the campaign's folder. */
const CLAIM = 'subray-campaign';

/**
 * Kubernetes: an Indexed Job, each index of which is tried again by itself (kubernetes.io, Job: backoff limit per
 * index, stable since 1.33).
 */
export const KUBERNETES: SubmitKind = {
  name: 'k8s',
  describe: `a manifest for kubectl apply -f; the volume is that of the claim ${CLAIM}`,
  needsImage: true,
  text: (job) => stringify(manifest(job)),
};

function manifest(job: SubmitJob): object {
  const { shards, threads, seconds, folder, image = '' } = job;
  const resources = { cpu: String(threads), memory: `${mebibytes(job)}Mi` };
  const made = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: jobName(job) },
    spec: {
      completionMode: 'Indexed',
      completions: shards,
      parallelism: shards,
      backoffLimitPerIndex: TRIES,
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          { action: 'FailIndex', onExitCodes: { operator: 'In', values: FINAL_CODES } },
        ],
      },
      template: {
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 120,
          activeDeadlineSeconds: Math.ceil(seconds),
          containers: [
            {
              name: 'subray',
              image,
              command: ['subray'],
              args: runArguments(job, ['--task-from-env', '--count', String(shards)]),
              env: [CONTAINER_CACHE],
              resources: { requests: resources, limits: { memory: resources.memory } },
              volumeMounts: [{ name: 'campaign', mountPath: folder }],
            },
          ],
          volumes: [{ name: 'campaign', persistentVolumeClaim: { claimName: CLAIM } }],
        },
      },
    },
  } satisfies Job;
  return made;
}
