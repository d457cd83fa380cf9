import { computed, effect, signal } from '@preact/signals';
import type { Expectation } from 'subray/browser';
import { BackendError } from '../backend/backend.js';
import type { Studio } from './studio.js';

/** Milliseconds between two questions while a leg is dragged: checks and previews have the time between. */
const ASK_EVERY_MS = 150;

/** The points that a run is expected to have, as the survey stands: some of its pulses are fired whenever it has changed. */
export class Expected {
  /** Of the text before, until that of this one is known. Undefined: not known yet, as while a run goes on, or the survey cannot be run. */
  readonly value = signal<Expectation | undefined>(undefined);
  private readonly studio: Studio;
  private readonly isWanted = computed(() => {
    const { canRun, scene, sceneLoading, clouds } = this.studio;
    const areTreesBuilt = sceneLoading.work.value === undefined;
    return canRun.value && scene.value !== undefined && areTreesBuilt && !clouds.isRunning.value;
  });
  /** What it is known of. */
  private known: { text: string; scene: string } | undefined;
  private asking: { text: string; control: AbortController; answer: Promise<Expectation | undefined> } | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private lastAt = -Infinity;

  constructor(studio: Studio) {
    this.studio = studio;
    effect(() => {
      const scene = studio.scene.value?.key;
      const isOfAnother = studio.text.value !== this.known?.text;
      const isOver = scene !== (this.known?.scene ?? scene) || (isOfAnother && studio.clouds.isRunning.value);
      if (!studio.canRun.value || scene === undefined || isOver) this.forget();
      if (!this.isWanted.value) this.drop();
      else if (isOfAnother) this.soon();
    });
  }

  /** That of the survey as it stands, once it is known; undefined: it cannot be. */
  now(): Promise<Expectation | undefined> {
    const text = this.studio.text.peek();
    if (this.known?.text === text && this.known.scene === this.studio.scene.peek()?.key)
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
    const { studio } = this;
    const isWanted = () => this.asking?.control === control;
    try {
      const answer = await studio.backend.ask('expect', { text }, { signal: control.signal });
      if (!isWanted()) return answer;
      this.known = { text, scene: studio.scene.peek()?.key ?? '' };
      this.value.value = answer;
      return answer;
    } catch (error) {
      // What is wrong with the survey is said elsewhere.
      if (!(error instanceof BackendError) || error.kind === 'program') studio.fail(error);
      if (isWanted()) this.forget();
      return undefined;
    } finally {
      if (isWanted()) {
        this.asking = undefined;
        if (this.isWanted.peek() && studio.text.peek() !== text) this.soon();
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
