import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { copyText } from '../ui/copy-text.js';
import { runCommand } from './run-command.js';
import { type RunSize, sizeDoubts } from './run-size.js';
import type { Studio } from './studio.js';
import { until } from './until.js';

/** A run that waits for the user's word. */
export interface LargeRun {
  size: RunSize;
  /** Whether its points are expected; otherwise they are the most. */
  isExpected: boolean;
  doubts: readonly string[];
}

/** What stands between the wish to run and the run. */
export class RunRequest {
  /** The run that is asked about; undefined: none is. */
  readonly large = signal<LargeRun | undefined>(undefined);
  /** The command line that runs the survey elsewhere. */
  readonly command: ReadonlySignal<string>;
  private readonly studio: Studio;
  /** Whether a run begins as soon as the text is checked. */
  readonly isWaiting = signal(false);
  /** Whether a run can be asked for: the text that was checked last can be run, or the check of this one takes long. */
  readonly canAsk: ReadonlySignal<boolean>;
  private readonly isFree = computed(() => !this.studio.clouds.isRunning.value);
  private isLooking = false;

  constructor(studio: Studio) {
    this.studio = studio;
    this.canAsk = computed(() => studio.canRun.value || studio.check.isLate.value);
    this.command = computed(() => {
      const file = studio.fileName.value || `${studio.survey.value?.name ?? 'survey'}.yaml`;
      return runCommand(file, studio.engine.value);
    });
  }

  /** Runs the survey, or asks first if that is too much for a tab. */
  async run(): Promise<void> {
    const { studio } = this;
    if (!this.canAsk.value || this.isLooking) return;
    if (!this.isFree.value && !studio.clouds.isStopping.value) {
      studio.tell('A run is going on already: stop it, or let it end.');
      return;
    }
    this.isLooking = true;
    try {
      if (!this.isFree.value) await until(this.isFree);
      if (!(await this.isSound())) return;
      const large = studio.backend.kind === 'worker' ? await this.look() : undefined;
      if (large === undefined) void studio.clouds.run();
      this.large.value = large;
    } finally {
      this.isLooking = false;
    }
  }

  /** Whether the text as it stands can be run, once it is checked; if not, that is told. */
  private async isSound(): Promise<boolean> {
    const { studio } = this;
    if (studio.check.isCurrent.value) return studio.canRun.value;
    this.isWaiting.value = true;
    const isChecked = await studio.check.settled();
    this.isWaiting.value = false;
    if (isChecked && studio.isOpen.value && !studio.canRun.value)
      studio.warn(`Nothing was run: the survey has ${studio.faults.value.length === 1 ? 'a fault' : 'faults'}`, 'run');
    return isChecked && studio.canRun.value;
  }

  /** Copies the command line; a sentence that says so. */
  async copyCommand(): Promise<string> {
    if (!(await copyText(this.command.value))) return 'The browser does not let the page copy: select the command.';
    const { backend, document } = this.studio;
    const isInFile = backend.document !== undefined && document.isSaved.value;
    return isInFile ? 'Copied.' : 'Copied. Save the survey first (Ctrl+S).';
  }

  /** What is too large; undefined: nothing. Pulses are fired only if the most points that there could be are too many. */
  private async look(): Promise<LargeRun | undefined> {
    const estimate = this.studio.survey.value?.estimate;
    if (estimate === undefined) return undefined;
    const { pointsMax, memoryBytes } = estimate;
    const diskLeft = await diskSpace();
    const most = { points: pointsMax, runBytes: BYTES_MOST * pointsMax + estimate.outputBytesMax, memoryBytes };
    if (sizeDoubts(most, diskLeft).length === 0) return undefined;
    const expected = await this.studio.expected.now();
    const size = expected ? { points: expected.points, runBytes: expected.runBytes, memoryBytes } : most;
    const doubts = sizeDoubts(size, diskLeft);
    return doubts.length === 0 ? undefined : { size, isExpected: expected !== undefined, doubts };
  }
}

/** Bytes of a point in the cloud that the page reads, about. */
const BYTES_MOST = 100;

/** Bytes left for files of the page; undefined where it has no disk of its own. */
async function diskSpace(): Promise<number | undefined> {
  try {
    const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
    return quota - usage;
  } catch {
    return undefined;
  }
}
