import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Clouds } from '../clouds/clouds.js';
import type { SurveyState } from '../survey/survey-state.js';
import type { TextCheck } from '../survey/text-check.js';
import { until } from '../until.js';
import type { Expected } from './expected.js';
import { type RunSize, sizeDoubts } from './run-size.js';

/** A run that waits for the user's word. */
export interface LargeRun {
  size: RunSize;
  /** True if its points are estimated; otherwise they are the most. */
  isExpected: boolean;
  doubts: readonly string[];
}

/** The parts of the page that a request depends on. */
interface Page extends SurveyState {
  readonly check: TextCheck;
  readonly clouds: Clouds;
  readonly expected: Expected;
}

/** The way from the wish to run to the run: the check of the text, and the question whether a large run may begin. */
export class RunRequest {
  /** The run that is asked about; undefined: none is. */
  readonly large = signal<LargeRun | undefined>(undefined);
  private readonly page: Page;
  /** True if a run begins as soon as the text is checked. */
  readonly isWaiting = signal(false);
  /** True if a run can be asked for: the last checked text can be run, or the check of this one takes long. */
  readonly canAsk: ReadonlySignal<boolean>;
  private readonly isFree = computed(() => !this.page.clouds.isRunning.value);
  private isLooking = false;

  constructor(page: Page) {
    this.page = page;
    this.canAsk = computed(() => page.canRun.value || page.check.isLate.value);
  }

  /** Runs the survey, or asks first if that is too much for a tab. */
  async run(): Promise<void> {
    const { page } = this;
    if (!this.canAsk.value || this.isLooking) return;
    if (!this.isFree.value && !page.clouds.isStopping.value) {
      page.messages.report('A run is going on already: stop it, or let it end.');
      return;
    }
    this.isLooking = true;
    try {
      if (!this.isFree.value) await until(this.isFree);
      if (!(await this.isSound())) return;
      const large = page.backend.kind === 'worker' ? await this.look() : undefined;
      if (large === undefined) void page.clouds.run();
      this.large.value = large;
    } finally {
      this.isLooking = false;
    }
  }

  /** True if the current text can be run, once it is checked. If it cannot, that is reported. */
  private async isSound(): Promise<boolean> {
    const { page } = this;
    if (page.check.isCurrent.value) return page.canRun.value;
    this.isWaiting.value = true;
    const isChecked = await page.check.settled();
    this.isWaiting.value = false;
    if (isChecked && page.isOpen.value && !page.canRun.value)
      page.messages.warn(
        `Nothing was run: the survey has ${page.faults.value.length === 1 ? 'a fault' : 'faults'}`,
        'run',
      );
    return isChecked && page.canRun.value;
  }

  /** The doubts about a large run; undefined: none. Pulses are fired only if the upper limit of points is too large. */
  private async look(): Promise<LargeRun | undefined> {
    const estimate = this.page.survey.value?.estimate;
    if (estimate === undefined) return undefined;
    const { pointsMax, memoryBytes } = estimate;
    const diskLeft = await diskSpace();
    const most = { points: pointsMax, runBytes: BYTES_MOST * pointsMax + estimate.outputBytesMax, memoryBytes };
    if (sizeDoubts(most, diskLeft).length === 0) return undefined;
    const expected = await this.page.expected.now();
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
