import { computed, signal } from '@preact/signals';
import type { CheckedFault, EventOf, SceneView } from 'subray/browser';
import type { Box } from './boxes.js';
import type { Studio } from './studio.js';

/** A scene that is drawn, where its parts are, in the order of the survey that it is of, and why some of them are not drawn. */
export interface DrawnScene {
  key: string;
  view: SceneView;
  parts: readonly (Box | undefined)[];
  faults: readonly CheckedFault[];
  /** Whether it lacks parts that are at fault by themselves. */
  lacksParts: boolean;
}

/** Work on the scene: its name, and how much of it is done, 0…1. */
export interface SceneWork {
  task: string;
  share: number;
}

/** Has the scene of the survey read and its trees built, one at a time, and says what is to be said of its files. */
export class SceneLoading {
  /** The scene that is drawn; undefined: none. */
  readonly drawn = signal<DrawnScene | undefined>(undefined);
  /** What is wrong with the files of the scene, and the scene's key; undefined: nothing is known to be. */
  readonly fault = signal<{ key: string; faults: CheckedFault[] } | undefined>(undefined);
  readonly work = signal<SceneWork | undefined>(undefined);
  /** Why parts of the scene that the survey has now are not drawn. */
  readonly leftOut = computed(() => {
    const { drawn, studio } = this;
    return drawn.value?.key === studio.checked.value.sceneKey ? (drawn.value?.faults ?? []) : [];
  });
  /** Whether some of the parts that the survey has now are not drawn. */
  readonly isPartly = computed(() => {
    const { drawn, leftOut, studio } = this;
    return (
      leftOut.value.length > 0 ||
      (drawn.value?.lacksParts === true && drawn.value.key === studio.checked.value.sceneKey)
    );
  });
  /** Why it is not drawn as the survey has it. */
  readonly faults = computed(() => [...(this.fault.value?.faults ?? []), ...this.leftOut.value]);
  private readonly studio: Studio;
  private current: { key: string; control: AbortController } | undefined;
  /** What is to be said of the files of the scene. */
  warnings: readonly string[] = [];

  constructor(studio: Studio) {
    this.studio = studio;
  }

  /** Loads the scene of a text, unless that is known already; `key`: that of the scene, undefined: the text has none that can be read. */
  follow(text: string, key: string | undefined): void {
    if (key !== this.fault.value?.key) this.fault.value = undefined;
    const known = [this.drawn.value?.key, this.fault.value?.key, this.current?.key];
    if (key !== undefined && !known.includes(key))
      this.load(text, key).catch((error) => this.studio.fail(error, 'scene'));
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
      const { faults } = await this.studio.backend.ask('scene', { text }, { signal, onEvent });
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
      const { view, parts, faults, lacksParts } = event;
      this.drawn.value = { key, view, parts, faults, lacksParts };
      this.studio.settle('scene');
      this.work.value = { task: WORDS.build, share: 0 };
      this.tell(event.warnings);
      // Legs that stand on the ground of the scene can now be placed.
      this.studio.check.again();
    } else if (event.progress.total > 0) {
      const { task, done, total } = event.progress;
      this.work.value = { task: WORDS[task] ?? task, share: done / total };
    }
  }

  /** Tells what is to be said of the files of a scene, unless it was said of the one before. */
  private tell(warnings: readonly string[]): void {
    const { studio } = this;
    const fresh = warnings.filter((warning) => !this.warnings.includes(warning));
    const isMended = this.warnings.some((warning) => !warnings.includes(warning));
    this.warnings = warnings;
    if (isMended) studio.settle(OF_SCENE);
    for (const warning of fresh.slice(1)) studio.say('warning', warning);
    // What is left of those before is told once more.
    const [first, ...more] = isMended ? warnings : fresh;
    if (first !== undefined)
      studio.warn(more.length === 0 ? first : `${first} (${more.length} more in the log)`, OF_SCENE);
  }
}

/** What warnings of a scene's files are about. */
const OF_SCENE = 'the scene as it is';

const WORDS: Readonly<Record<string, string>> = Object.freeze({ load: 'reading the scene', build: 'building trees' });
