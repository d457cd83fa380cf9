import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Expectation } from 'subray/browser';
import { BackendError } from '../../backend/backend.js';
import type { SceneWork } from '../scene/scene-loading.js';
import type { SurveyState } from '../survey/survey-state.js';

/** Milliseconds between two questions while a leg is dragged: checks and previews have the time between. */
const ASK_EVERY_MS = 150;

/** The parts of the page that the estimate depends on. */
interface Page extends Pick<SurveyState, 'backend' | 'messages' | 'text' | 'scene' | 'canRun'> {
  readonly sceneLoading: { readonly work: ReadonlySignal<SceneWork | undefined> };
  readonly clouds: { readonly isRunning: ReadonlySignal<boolean> };
}

/** The estimated points of a run of the current survey: some of its pulses are fired after each change. */
export class Expected {
  /** Of the text before, until that of this one is known. Undefined: not known yet, during a run, or impossible. */
  readonly value = signal<Expectation | undefined>(undefined);
  private readonly page: Page;
  private readonly isWanted = computed(() => {
    const { canRun, scene, sceneLoading, clouds } = this.page;
    const areTreesBuilt = sceneLoading.work.value === undefined;
    return canRun.value && scene.value !== undefined && areTreesBuilt && !clouds.isRunning.value;
  });
  /** The text and scene of the value. */
  private known: { text: string; scene: string } | undefined;
  private asking: { text: string; control: AbortController; answer: Promise<Expectation | undefined> } | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private lastAt = -Infinity;

  constructor(page: Page) {
    this.page = page;
    effect(() => {
      const scene = page.scene.value?.key;
      const isOfAnother = page.text.value !== this.known?.text;
      const isOver = scene !== (this.known?.scene ?? scene) || (isOfAnother && page.clouds.isRunning.value);
      if (!page.canRun.value || scene === undefined || isOver) this.forget();
      if (!this.isWanted.value) this.drop();
      else if (isOfAnother) this.soon();
    });
  }

  /** The estimate of the current survey, once it is known; undefined: there is none. */
  now(): Promise<Expectation | undefined> {
    const text = this.page.text.peek();
    if (this.known?.text === text && this.known.scene === this.page.scene.peek()?.key)
      return Promise.resolve(this.value.peek());
    if (this.asking?.text === text) return this.asking.answer;
    this.drop();
    this.lastAt = performance.now();
    const control = new AbortController();
    this.asking = { text, control, answer: this.ask(text, control) };
    return this.asking.answer;
  }

  /** Asks of the newest text, when what is asked is answered and the time has come. */
  private soon(): void {
    if (this.asking !== undefined || this.waiting !== undefined) return;
    const wait = Math.max(0, this.lastAt + ASK_EVERY_MS - performance.now());
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      void this.now();
    }, wait);
  }

  private async ask(text: string, control: AbortController): Promise<Expectation | undefined> {
    const { page } = this;
    const isWanted = () => this.asking?.control === control;
    try {
      const answer = await page.backend.ask('expect', { text }, { signal: control.signal });
      if (!isWanted()) return answer;
      this.known = { text, scene: page.scene.peek()?.key ?? '' };
      this.value.value = answer;
      return answer;
    } catch (error) {
      // The list of faults has those of the survey.
      if (!(error instanceof BackendError) || error.kind === 'program') page.messages.fail(error);
      if (isWanted()) this.forget();
      return undefined;
    } finally {
      if (isWanted()) {
        this.asking = undefined;
        if (this.isWanted.peek() && page.text.peek() !== text) this.soon();
      }
    }
  }

  /** Gives up what is asked, and what waits. */
  private drop(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.asking?.control.abort();
    this.asking = undefined;
  }

  private forget(): void {
    this.known = undefined;
    this.value.value = undefined;
  }
}
