import { UserError } from '../../base/errors.js';
import type { PlanFacts } from '../plan/plan-file.js';
import { SUBMIT_KINDS } from './index.js';
import type { SubmitJob } from './submit-kind.js';
import type { SubmitName } from './submit-names.js';

/** Division of a campaign; absent: as its plan suggests. */
export interface SubmitOptions {
  shards?: number;
  threads?: number;
  seconds?: number;
  memoryBytes?: number;
  image?: string;
}

/** Time of a share, seconds, if their number is not given: long against the start of a job, short against a day. */
const SHARE_SECONDS = 3600;
const SHARDS_MAX = 1000;
/** Seconds of a job besides its surveys, and how much longer than estimated these may take: machines differ. */
const JOB_SECONDS = 300;
const SPARE_TIME = 2;
/** Memory beyond the estimate. */
const SPARE_MEMORY = 1.5;

/**
 * The script or manifest with which an engine runs the campaign of a plan in `folder`. Throws UserError for an engine
 * of containers without an image, and more shares than surveys.
 */
export function submitText(
  name: SubmitName,
  { facts, folder }: { facts: PlanFacts; folder: string },
  options: SubmitOptions,
): string {
  const kind = SUBMIT_KINDS.find((candidate) => candidate.name === name) ?? SUBMIT_KINDS[0];
  if (kind.needsImage && options.image === undefined)
    throw new UserError(`${name} needs a container, expected --image NAME`, {
      hint: 'an image with Node and this package, whose command subray is in its PATH',
    });
  return kind.text(jobOf(facts, folder, options));
}

function jobOf({ campaign, tasks, totals }: PlanFacts, folder: string, options: SubmitOptions): SubmitJob {
  const { threads = 1, image } = options;
  const shards =
    options.shards ?? Math.min(Math.max(1, Math.ceil(totals.seconds / threads / SHARE_SECONDS)), SHARDS_MAX, tasks);
  if (shards > tasks)
    throw new UserError(`--shards: found ${shards}, expected at most ${tasks}, the number of surveys`);
  return {
    campaign,
    folder,
    shards,
    threads,
    seconds:
      options.seconds ?? JOB_SECONDS + SPARE_TIME * Math.max(totals.seconds / shards / threads, totals.secondsMax),
    memoryBytes: options.memoryBytes ?? totals.memoryBytesMax * SPARE_MEMORY,
    image,
  };
}
