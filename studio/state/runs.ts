import { computed, signal } from '@preact/signals';
import type { RunAnswer, RunEvent } from 'subray/browser';
import { BackendError } from '../backend/backend.js';
import type { PointField } from '../view/point-field.js';
import type { Studio } from './studio.js';
import { Tally } from './tally.js';

/** A cloud that a survey gave. */
export interface Run {
  /** Its folder in the store. */
  id: string;
  name: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** The text that was run. */
  text: string;
  field: PointField;
  tally: Tally;
  isVisible: boolean;
  points: number;
  /** Share of its pulses that are done, 0…1. */
  share: number;
  began: number;
  /** Seconds from Run to the first points, and to the end. */
  firstAfter?: number;
  seconds: number;
  outputs: RunAnswer['outputs'];
}

/** The clouds of the page, newest last. */
export class Runs {
  readonly all = signal<readonly Run[]>([]);
  readonly current = computed(() => this.all.value.at(-1));
  readonly visible = computed(() => this.all.value.filter(({ isVisible }) => isVisible));
  readonly isRunning = computed(() => this.all.value.some(({ state }) => state === 'running'));
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
  }

  /** Runs the survey as it stands. Its points appear while they are made. */
  async start(): Promise<void> {
    // With what draws it, which is there as soon as there is a picture.
    const { PointField } = await import('../view/point-field.js');
    const { studio } = this;
    const text = studio.text.value;
    const origin = studio.scene.value?.view.origin ?? [0, 0, 0];
    const number = this.all.value.length + 1;
    const run: Run = {
      id: `${Date.now().toString(36)}-${number}`,
      name: `run ${number}`,
      state: 'running',
      text,
      field: new PointField(origin),
      tally: new Tally(),
      isVisible: true,
      points: 0,
      share: 0,
      began: performance.now(),
      seconds: 0,
      outputs: [],
    };
    this.all.value = [...this.all.value, run];
    studio.say('info', `${run.name} began`);
    try {
      const { report, outputs } = await studio.backend.ask(
        'run',
        { text, run: run.id, engine: 'cpu' },
        {
          onEvent: (event) => this.hear(run.id, event),
        },
      );
      this.change(run.id, { state: report.stopped ? 'stopped' : 'done', share: 1, outputs, seconds: since(run.began) });
      studio.say(
        'info',
        `${run.name}: ${report.points.toLocaleString('en')} points in ${since(run.began).toFixed(1)} s`,
      );
    } catch (error) {
      this.change(run.id, { state: 'failed', seconds: since(run.began) });
      if (error instanceof BackendError && error.kind === 'aborted') return;
      studio.fail(error);
    }
  }

  /** Ends the run in progress early; its points stay. */
  async stop(): Promise<void> {
    const running = this.all.value.find(({ state }) => state === 'running');
    if (running) await this.studio.backend.ask('stop', { run: running.id });
  }

  change(id: string, changes: Partial<Run>): void {
    this.all.value = this.all.value.map((run) => (run.id === id ? { ...run, ...changes } : run));
  }

  private hear(id: string, event: RunEvent): void {
    const run = this.all.value.find((known) => known.id === id);
    if (!run) return;
    if (event.kind === 'log') this.studio.say(event.level, event.message);
    else if (event.kind === 'points') {
      run.tally.add(event.words, event.count, event.origin[2]);
      run.field.add(event);
      const firstAfter = run.firstAfter ?? since(run.began);
      this.change(id, { points: run.field.count, firstAfter, seconds: since(run.began) });
    } else if (event.progress.total > 0)
      this.change(id, { share: event.progress.done / event.progress.total, seconds: since(run.began) });
  }
}

const since = (began: number): number => (performance.now() - began) / 1000;
