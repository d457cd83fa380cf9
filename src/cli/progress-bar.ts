import type { Progress } from '../base/log.js';
import type { TextStream } from './context.js';
import { formatSeconds, formatShort } from './describe/format.js';

/** Seconds between two drawings of the line on a terminal. */
const REDRAW_SECONDS = 0.1;
/** Outside a terminal, each such part of a task gets a line. */
const LINE_PART = 0.1;
/** Seconds before the first such line; short tasks have none. */
const LINE_AFTER = 1;
const BAR_CELLS = 24;
const ERASE_LINE = '\r\u001b[K';

/** Shows the progress of a long task: one line redrawn on a terminal, a line for every 10 % elsewhere. */
export class ProgressBar {
  readonly #stream: TextStream;
  readonly #now: () => number;
  #task = '';
  #started = 0;
  #drawn = -Infinity;
  #parts = 0;
  #isVisible = false;

  /** `now` returns seconds. */
  constructor(stream: TextStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Shows `progress`, unless the last drawing is too recent. */
  update(progress: Progress): void {
    const now = this.#now();
    if (progress.task !== this.#task) this.#begin(progress.task, now);
    if (this.#stream.isTTY) this.#redraw(progress, now);
    else this.#printLine(progress, now);
  }

  /** Removes the line from the terminal, so that something else can be printed there. */
  clear(): void {
    if (this.#isVisible) this.#stream.write(ERASE_LINE);
    this.#isVisible = false;
    this.#drawn = -Infinity;
  }

  #begin(task: string, now: number): void {
    this.#task = task;
    this.#started = now;
    this.#drawn = -Infinity;
    this.#parts = 0;
  }

  #redraw(progress: Progress, now: number): void {
    const isDone = progress.done >= progress.total;
    if (now - this.#drawn < REDRAW_SECONDS && !isDone) return;
    const filled = Math.round(BAR_CELLS * partOf(progress));
    const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}`;
    const words = describe(progress, now - this.#started);
    const text = `${progress.task} [${bar}] ${[words.part, ...words.pace].join('  ')}`;
    this.#stream.write(`${ERASE_LINE}${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
    this.#drawn = now;
    this.#isVisible = true;
  }

  #printLine(progress: Progress, now: number): void {
    const parts = Math.floor(partOf(progress) / LINE_PART + 1e-9);
    if (parts <= this.#parts || now - this.#started < LINE_AFTER) return;
    this.#parts = parts;
    const words = describe(progress, now - this.#started);
    this.#stream.write(`${progress.task}: ${[words.part, words.amount, ...words.pace].join(', ')}\n`);
  }
}

const partOf = ({ done, total }: Progress) => (total > 0 ? Math.min(1, done / total) : 1);

/** `45 %`, `1.2 M of 2.7 M pulses`, and, once known, `300 k pulses/s` and `5.0 s left`. */
function describe(progress: Progress, elapsed: number): { part: string; amount: string; pace: string[] } {
  const { done, total, unit } = progress;
  const rate = elapsed > 0 ? done / elapsed : 0;
  const pace = rate > 0 ? [`${formatShort(rate)} ${unit}/s`] : [];
  if (rate > 0 && done < total) pace.push(`${formatSeconds((total - done) / rate)} left`);
  const amount = `${formatShort(done)} of ${formatShort(total)} ${unit}`;
  return { part: `${Math.floor(100 * partOf(progress))} %`, amount, pace };
}
