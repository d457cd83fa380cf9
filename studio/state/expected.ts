import { computed, effect, signal } from '@preact/signals';
import type { Expectation } from 'subray/browser';
import { BackendError } from '../backend/backend.js';
import type { Studio } from './studio.js';

/** Milliseconds without a change until some pulses are fired: not while a leg is dragged. */
const QUIET_MS = 300;

/** The points that a run is expected to have, as the survey stands: some of its pulses are fired whenever it has changed. */
export class Expected {
  /** Undefined: not known yet, or the survey cannot be run. */
  readonly value = signal<Expectation | undefined>(undefined);
  private readonly studio: Studio;
  /** What it is known of. */
  private known: { text: string; scene: string } | undefined;
  private asking: { text: string; control: AbortController; answer: Promise<Expectation | undefined> } | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(studio: Studio) {
    this.studio = studio;
    const areTreesBuilt = computed(() => studio.sceneLoading.work.value === undefined);
    effect(() => {
      const text = studio.text.value;
      const scene = studio.scene.value?.key;
      const isFree = areTreesBuilt.value && !studio.clouds.isRunning.value;
      clearTimeout(this.waiting);
      if (text !== this.asking?.text || !isFree) this.drop();
      if (!studio.canRun.value || scene === undefined || scene !== (this.known?.scene ?? scene)) this.forget();
      if (!studio.canRun.value || scene === undefined || !isFree || text === this.known?.text) return;
      this.waiting = setTimeout(() => void this.now(), QUIET_MS);
    });
  }

  /** That of the survey as it stands, once it is known; undefined: it cannot be. */
  now(): Promise<Expectation | undefined> {
    const text = this.studio.text.peek();
    clearTimeout(this.waiting);
    if (this.known?.text === text && this.known.scene === this.studio.scene.peek()?.key)
      return Promise.resolve(this.value.peek());
    if (this.asking?.text === text) return this.asking.answer;
    this.drop();
    const control = new AbortController();
    this.asking = { text, control, answer: this.ask(text, control) };
    return this.asking.answer;
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
      if (isWanted()) this.asking = undefined;
    }
  }

  /** Gives up what is asked. */
  private drop(): void {
    this.asking?.control.abort();
    this.asking = undefined;
  }

  private forget(): void {
    this.known = undefined;
    this.value.value = undefined;
  }
}
