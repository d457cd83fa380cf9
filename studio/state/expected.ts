import { computed, effect, signal } from '@preact/signals';
import type { Expectation } from 'subray/browser';
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
  private asking: AbortController | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(studio: Studio) {
    this.studio = studio;
    const areTreesBuilt = computed(() => studio.sceneWork.value === undefined);
    effect(() => {
      const text = studio.text.value;
      const scene = studio.scene.value?.key;
      const isFree = areTreesBuilt.value && !studio.clouds.isRunning.value;
      this.drop();
      if (!studio.canRun.value || scene === undefined || scene !== (this.known?.scene ?? scene)) this.forget();
      if (!studio.canRun.value || scene === undefined || !isFree || text === this.known?.text) return;
      this.waiting = setTimeout(() => void this.now(), QUIET_MS);
    });
  }

  /** That of the survey as it stands, once it is known; undefined: it cannot be. */
  async now(): Promise<Expectation | undefined> {
    const text = this.studio.text.peek();
    const scene = this.studio.scene.peek()?.key ?? '';
    if (this.known?.text === text && this.known.scene === scene) return this.value.peek();
    this.drop();
    const control = new AbortController();
    this.asking = control;
    try {
      const answer = await this.studio.backend.ask('expect', { text }, { signal: control.signal });
      if (this.asking !== control) return answer;
      this.known = { text, scene };
      this.value.value = answer;
      return answer;
    } catch {
      // What is wrong with the survey is said elsewhere.
      if (this.asking === control) this.forget();
      return undefined;
    }
  }

  /** Gives up what is asked or waits. */
  private drop(): void {
    clearTimeout(this.waiting);
    this.asking?.abort();
    this.asking = undefined;
  }

  private forget(): void {
    this.known = undefined;
    this.value.value = undefined;
  }
}
