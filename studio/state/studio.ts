import { batch, computed, effect, signal } from '@preact/signals';
import type { Checked, SceneView } from 'subray/browser';
import type { Backend } from '../backend/backend.js';
import { BackendError } from '../backend/backend.js';
import { type LogLine, logLine } from './log.js';
import { Look } from './look.js';
import { Runs } from './runs.js';

/** Milliseconds after the last change until a text is checked. */
const CHECK_AFTER_MS = 50;

/** What is chosen, and shown by the inspector. */
export type Selection = { kind: 'leg'; leg: number } | { kind: 'point'; run: string; point: number } | undefined;

/** Work on the scene: its name, and how much of it is done, 0…1. */
export interface SceneWork {
  task: string;
  share: number;
}

/** All that the page knows: the text of the survey, which is the one truth, and what follows from it. */
export class Studio {
  readonly backend: Backend;
  /** The survey; empty: none is open. */
  readonly text = signal('');
  readonly isOpen = computed(() => this.text.value !== '');
  readonly checked = signal<Checked>({ faults: [] });
  readonly survey = computed(() => this.checked.value.survey);
  readonly faults = computed(() => this.checked.value.faults);
  readonly scene = signal<{ key: string; view: SceneView } | undefined>(undefined);
  readonly sceneWork = signal<SceneWork | undefined>(undefined);
  readonly selection = signal<Selection>(undefined);
  readonly log = signal<readonly LogLine[]>([]);
  readonly runs: Runs;
  readonly look = new Look();
  private checks = 0;
  private sceneLoad: AbortController | undefined;

  constructor(backend: Backend) {
    this.backend = backend;
    this.runs = new Runs(this);
    this.followText();
  }

  say(level: LogLine['level'], message: string): void {
    this.log.value = [...this.log.value.slice(-999), logLine(level, message)];
  }

  /** Shows what went wrong to the user. */
  fail(error: unknown): void {
    if (error instanceof BackendError && error.kind === 'aborted') return;
    this.say('error', error instanceof Error ? error.message : String(error));
  }

  /** Opens the survey file that the page was opened with, if there is one. */
  async openDocument(): Promise<void> {
    try {
      const opened = await this.backend.document?.load();
      if (opened) this.text.value = opened.text;
    } catch (error) {
      this.fail(error);
    }
  }

  private followText(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      const text = this.text.value;
      clearTimeout(timer);
      if (text !== '')
        timer = setTimeout(() => void this.check(text).catch((error) => this.fail(error)), CHECK_AFTER_MS);
    });
  }

  private async check(text: string): Promise<void> {
    const number = ++this.checks;
    const checked = await this.backend.ask('check', { text });
    if (number !== this.checks) return;
    batch(() => {
      // While a text has faults, what it was before is shown.
      this.checked.value = checked.survey ? checked : { ...checked, survey: this.checked.value.survey };
    });
    const key = checked.survey?.sceneKey;
    if (key !== undefined && key !== this.scene.value?.key) await this.loadScene(text, key);
  }

  private async loadScene(text: string, key: string): Promise<void> {
    this.sceneLoad?.abort();
    const control = new AbortController();
    this.sceneLoad = control;
    this.sceneWork.value = { task: 'reading the scene', share: 0 };
    try {
      await this.backend.ask(
        'scene',
        { text },
        {
          signal: control.signal,
          onEvent: (event) => {
            if (event.kind === 'scene') {
              this.scene.value = { key, view: event.view };
              this.sceneWork.value = { task: 'building trees', share: 0 };
              // Legs that stand on the ground of the scene can now be placed.
              void this.check(text).catch((error) => this.fail(error));
            } else if (event.progress.total > 0) {
              const { task, done, total } = event.progress;
              this.sceneWork.value = { task: WORDS[task] ?? task, share: done / total };
            }
          },
        },
      );
    } finally {
      if (this.sceneLoad === control) this.sceneWork.value = undefined;
    }
  }
}

const WORDS: Readonly<Record<string, string>> = Object.freeze({ load: 'reading the scene', build: 'building trees' });
