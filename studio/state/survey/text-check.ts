import { batch, computed, effect, signal } from '@preact/signals';
import type { Checked } from 'subray/browser';
import { Newest } from '../newest.js';
import { until } from '../until.js';
import type { SurveyState } from './survey-state.js';

/** Milliseconds between two checks of a text that changes all the time, as in a drag. */
const CHECK_EVERY_MS = 50;
/** Milliseconds after a change for which the last faults stay: usually the next are there by then. */
const LATE_MS = 500;

type Page = Pick<SurveyState, 'backend' | 'messages' | 'text' | 'isOpen'>;

/** Checks of the survey's text, one after each change. */
export class TextCheck {
  /** The text that was checked last, and whether that could not be done. */
  private readonly answered = signal({ text: '', isFailed: false });
  /** True if the result is that of the current text. */
  readonly isCurrent = computed(() => !this.page.isOpen.value || this.answered.value.text === this.page.text.value);
  /** True if the result is of an earlier text for so long that it would mislead. */
  readonly isLate = signal(false);
  private readonly page: Page;
  private readonly asking: Newest<string, Checked>;

  /** `onChecked` gets the result of a text, which may have changed by then. */
  constructor(page: Page, onChecked: (checked: Checked, text: string) => void) {
    this.page = page;
    this.asking = new Newest(
      (text: string) => page.backend.ask('check', { text }),
      (checked, text) =>
        batch(() => {
          onChecked(checked, text);
          this.answered.value = { text, isFailed: false };
        }),
      (error, text) => {
        this.answered.value = { text, isFailed: true };
        page.messages.fail(error, 'check');
      },
    );
    this.followText();
    this.followLateness();
  }

  /** Checks the text once more, since what it names is other. */
  again(): void {
    const text = this.page.text.peek();
    if (text !== '') this.asking.ask(text);
  }

  /** Resolves when the current text is checked: true if it could be. */
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
      if (this.page.text.value === '') return this.asking.drop();
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
