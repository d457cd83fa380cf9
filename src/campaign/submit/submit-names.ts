/** Names of engines that jobs are printed for, without the code that prints them. */
export const SUBMIT_NAMES = ['slurm', 'k8s', 'aws-batch', 'google-batch', 'parallel'] as const;

export type SubmitName = (typeof SUBMIT_NAMES)[number];
