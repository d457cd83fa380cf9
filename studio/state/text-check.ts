import { batch, computed, effect, signal } from '@preact/signals';
import type { Checked } from 'subray/browser';
import { Newest } from './newest.js';
import type { Studio } from './studio.js';
import { until } from './until.js';

/** Milliseconds between two checks of a text that changes all the time, as in a drag. */
const CHECK_EVERY_MS = 50;
/** Milliseconds after a change for which faults of the text before are still shown: those of the next text are usually there by then. */
const LATE_MS = 500;

/** Has the text of the survey checked whenever it changes. */
export class TextCheck {
  /** The text that was checked last, and whether that could not be done. */
  private readonly answered = signal({ text: '', isFailed: false });
  /** Whether what is known is of the text as it stands. */
  readonly isCurrent = computed(() => !this.studio.isOpen.value || this.answered.value.text === this.studio.text.value);
  /** Whether it is of an earlier text for so long that it would mislead. */
  readonly isLate = signal(false);
  private readonly studio: Studio;
  private readonly asking: Newest<string, Checked>;

  /** `onChecked` is told what was found in a text, which may be another by then. */
  constructor(studio: Studio, onChecked: (checked: Checked, text: string) => void) {
    this.studio = studio;
    this.asking = new Newest(
      (text: string) => studio.backend.ask('check', { text }),
      (checked, text) =>
        batch(() => {
          onChecked(checked, text);
          this.answered.value = { text, isFailed: false };
        }),
      (error, text) => {
        this.answered.value = { text, isFailed: true };
        studio.fail(error, 'check');
      },
    );
    this.followText();
    this.followLateness();
  }

  /** Checks the text once more, since what it names is other. */
  again(): void {
    const text = this.studio.text.peek();
    if (text !== '') this.asking.ask(text);
  }

  /** Whether the text as it stands could be checked, once that is known. */
  async settled(): Promise<boolean> {
    await until(this.isCurrent);
    return !this.answered.value.isFailed;
  }

  private followText(): void {
    let isDue = false;
    let lastAt = -Infinity;
    const check = () => {
      isDue = false;
      lastAt = performance.now();
      this.again();
    };
    effect(() => {
      if (this.studio.text.value === '') return this.asking.drop();
      if (isDue) return;
      const wait = lastAt + CHECK_EVERY_MS - performance.now();
      isDue = wait > 0;
      if (isDue) setTimeout(check, wait);
      else check();
    });
  }

  private followLateness(): void {
    let timer: ReturnType<typeof setTimeout>;
    const late = () => {
      this.isLate.value = true;
    };
    effect(() => {
      clearTimeout(timer);
      if (this.isCurrent.value) this.isLate.value = false;
      else timer = setTimeout(late, LATE_MS);
    });
  }
}
