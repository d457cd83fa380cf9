import { AWS_BATCH } from './aws-batch.js';
import { GOOGLE_BATCH } from './google-batch.js';
import { KUBERNETES } from './kubernetes.js';
import { PARALLEL } from './parallel.js';
import { SLURM } from './slurm.js';
import type { SubmitKind } from './submit-kind.js';

/** The engines that jobs are printed for: the one place that lists them. */
export const SUBMIT_KINDS: readonly SubmitKind[] = Object.freeze([
  SLURM,
  KUBERNETES,
  AWS_BATCH,
  GOOGLE_BATCH,
  PARALLEL,
]);
