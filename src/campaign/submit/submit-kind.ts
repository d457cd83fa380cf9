/** A campaign as an engine of clusters runs it: shares of it, each a process. */
export interface SubmitJob {
  campaign: string;
  /** The campaign's folder, which all machines see under this path. */
  folder: string;
  shards: number;
  /** Threads of each. */
  threads: number;
  /** Limit of the time of each, seconds. */
  seconds: number;
  /** Memory of each, bytes. */
  memoryBytes: number;
  /** Image of a container that has subray; engines of containers need it. */
  image?: string;
}

/** An engine that numbers processes, and restarts those that ended too early. */
export interface SubmitKind {
  name: string;
  /** Its output, and its use. */
  describe: string;
  /** Whether it needs an image. */
  needsImage?: true;
  /** The script or manifest. */
  text(job: SubmitJob): string;
}

/** The name of a job: letters, digits and dashes, as all engines allow. */
export const jobName = ({ campaign }: SubmitJob): string =>
  `subray-${campaign
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}`.replace(/-+$/, '');

/** A container keeps trees of scenes in itself. */
export const CONTAINER_CACHE = { name: 'SUBRAY_CACHE', value: '/tmp/subray-cache' };

/** Arguments of subray for a share, including the arguments `share` that name it. */
export const runArguments = (
  { folder, threads }: SubmitJob,
  share: readonly string[] = ['--task-from-env'],
): string[] => ['campaign', 'run', folder, ...share, '--threads', String(threads), '--quiet'];

/** Exit codes of `campaign run` after which another try changes nothing: surveys failed, or the command is wrong. */
export const FINAL_CODES = [1, 2];
/** Exit code of `campaign run` with surveys left. */
export const AGAIN_CODE = 75;
/** Tries of a share. */
export const TRIES = 10;

const MEBI = 2 ** 20;

export const mebibytes = ({ memoryBytes }: SubmitJob): number => Math.ceil(memoryBytes / MEBI);
