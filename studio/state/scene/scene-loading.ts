import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Checked, CheckedFault, EventOf, SceneView, ViewedMovers } from 'subray/browser';
import type { Backend } from '../../backend/backend.js';
import type { Box } from '../../view/boxes.js';
import type { Messages } from '../messages/messages.js';

/** A drawn scene, with the places of its parts in the survey's order, and the faults of missing ones. */
export interface DrawnScene {
  key: string;
  view: SceneView;
  /** Absent: nothing moves. */
  movers?: ViewedMovers;
  parts: readonly (Box | undefined)[];
  faults: readonly CheckedFault[];
  /** True if it lacks parts that have faults of their own. */
  lacksParts: boolean;
}

/** Work on the scene: its name, and how much of it is done, 0…1. */
export interface SceneWork {
  task: string;
  share: number;
}

/** The parts of the page that the scene depends on. */
interface Page {
  readonly backend: Pick<Backend, 'ask'>;
  readonly messages: Messages;
  readonly checked: ReadonlySignal<Checked>;
  readonly check: { again(): void };
}

/** The survey's scene: read and its trees built, one scene at a time, with warnings about its files. */
export class SceneLoading {
  /** The scene that is drawn; undefined: none. */
  readonly drawn = signal<DrawnScene | undefined>(undefined);
  /** Faults of the scene's files, with the scene's key; undefined: none are known. */
  readonly fault = signal<{ key: string; faults: CheckedFault[] } | undefined>(undefined);
  readonly work = signal<SceneWork | undefined>(undefined);
  /** Reasons why parts of the current scene are not drawn. */
  readonly leftOut = computed(() => {
    const { drawn, page } = this;
    return drawn.value?.key === page.checked.value.sceneKey ? (drawn.value?.faults ?? []) : [];
  });
  /** True if some parts of the current scene are not drawn. */
  readonly isPartly = computed(() => {
    const { drawn, leftOut, page } = this;
    return (
      leftOut.value.length > 0 || (drawn.value?.lacksParts === true && drawn.value.key === page.checked.value.sceneKey)
    );
  });
  /** Reasons why the current scene is not drawn, or only in part. */
  readonly faults = computed(() => [...(this.fault.value?.faults ?? []), ...this.leftOut.value]);
  private readonly page: Page;
  private current: { key: string; control: AbortController } | undefined;
  /** Warnings about the scene's files. */
  warnings: readonly string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Loads the scene of a text, unless it is loaded already; `key`: that of the scene, undefined: none can be read. */
  follow(text: string, key: string | undefined): void {
    if (key !== this.fault.value?.key) this.fault.value = undefined;
    const known = [this.drawn.value?.key, this.fault.value?.key, this.current?.key];
    if (key !== undefined && !known.includes(key))
      this.load(text, key).catch((error) => this.page.messages.fail(error, 'scene'));
  }

  /** Draws none, and stops what goes on. */
  clear(): void {
    this.current?.control.abort();
    this.current = undefined;
    this.work.value = undefined;
    this.fault.value = undefined;
    this.drawn.value = undefined;
  }

  private async load(text: string, key: string): Promise<void> {
    this.current?.control.abort();
    const load = { key, control: new AbortController() };
    this.current = load;
    this.work.value = { task: WORDS.load, share: 0 };
    const { signal } = load.control;
    const onEvent = (event: EventOf<'scene'>) => {
      if (this.current === load) this.take(event, key);
    };
    try {
      const { faults } = await this.page.backend.ask('scene', { text }, { signal, onEvent });
      if (faults.length > 0 && this.current === load) this.fault.value = { key, faults };
    } finally {
      if (this.current === load) {
        this.current = undefined;
        this.work.value = undefined;
      }
    }
  }

  private take(event: EventOf<'scene'>, key: string): void {
    if (event.kind === 'scene') {
      const { view, movers, parts, faults, lacksParts } = event;
      this.drawn.value = { key, view, ...(movers && { movers }), parts, faults, lacksParts };
      this.page.messages.settle('scene');
      this.work.value = { task: WORDS.build, share: 0 };
      this.warn(event.warnings);
      // Legs that stand on the ground of the scene can now be placed.
      this.page.check.again();
    } else if (event.progress.total > 0) {
      const { task, done, total } = event.progress;
      this.work.value = { task: WORDS[task] ?? task, share: done / total };
    }
  }

  /** Shows warnings about the files of a scene, unless the scene before had them. */
  private warn(warnings: readonly string[]): void {
    const { messages } = this.page;
    const fresh = warnings.filter((warning) => !this.warnings.includes(warning));
    const isMended = this.warnings.some((warning) => !warnings.includes(warning));
    this.warnings = warnings;
    if (isMended) messages.settle(OF_SCENE);
    for (const warning of fresh.slice(1)) messages.record('warning', warning);
    // The remaining warnings are shown once more.
    const [first, ...more] = isMended ? warnings : fresh;
    if (first !== undefined)
      messages.warn(more.length === 0 ? first : `${first} (${more.length} more in the log)`, OF_SCENE);
  }
}

/** Subject of warnings about a scene's files. */
const OF_SCENE = 'the scene as it is';

const WORDS: Readonly<Record<string, string>> = Object.freeze({ load: 'reading the scene', build: 'building trees' });
