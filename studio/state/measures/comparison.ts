import { batch, computed, effect, signal } from '@preact/signals';
import type { ComparedPoints, NumberColumn } from 'subray/browser';
import { type Cloud, isWhole } from '../clouds/cloud.js';
import type { Clouds } from '../clouds/clouds.js';
import { keyOfMode, type Look } from '../look/look.js';
import type { SurveyState } from '../survey/survey-state.js';

/** Two clouds that were compared, by their ids, and what came out. */
export interface Compared {
  a: string;
  b: string;
  found: ComparedPoints;
}

export type Shown = 'a' | 'b' | 'both';
const SHOWN: readonly Shown[] = ['both', 'a', 'b'];

type Page = Pick<SurveyState, 'backend' | 'document'> & { readonly clouds: Clouds; readonly look: Look };

/** The comparison of two clouds: which ones, its progress, and its result. */
export class Comparison {
  /** Ids that the user chose; undefined: the two newest clouds. */
  readonly chosen = signal<{ a?: string; b?: string }>({});
  /** Clouds that can be compared: they are whole. */
  readonly choices = computed(() => this.page.clouds.all.value.filter(isWhole));
  readonly a = computed(() => this.chosenOf('a', -2));
  readonly b = computed(() => this.chosenOf('b', -1));
  /** Work in progress: its name, and how much of it is done, 0…1. */
  readonly work = signal<{ task: string; share: number } | undefined>(undefined);
  readonly fault = signal<string | undefined>(undefined);
  private readonly last = signal<Compared | undefined>(undefined);
  /** The last result, as long as both of its clouds are there. */
  readonly compared = computed(() => {
    const { last } = this;
    const { clouds } = this.page;
    const isThere = (wanted: string | undefined) => clouds.all.value.some(({ id }) => id === wanted);
    return isThere(last.value?.a) && isThere(last.value?.b) ? last.value : undefined;
  });
  /** The visible ones of both clouds; undefined: neither. */
  readonly shown = computed((): Shown | undefined => {
    const { compared, page } = this;
    if (!compared.value) return undefined;
    const [a, b] = [compared.value.a, compared.value.b].map((id) => page.clouds.find(id)?.isVisible === true);
    return a && b ? 'both' : a ? 'a' : b ? 'b' : undefined;
  });
  private readonly page: Page;
  private control: AbortController | undefined;

  constructor(page: Page) {
    this.page = page;
    effect(() => {
      // Another survey begins without.
      void page.document.number.value;
      this.last.value = undefined;
    });
    effect(() => {
      const { mode } = page.look;
      // Without both clouds there are no distances to colour them by.
      if (!this.compared.value && 'distance' in mode.peek()) mode.value = { plain: 'class' };
    });
  }

  /** Compares the two clouds that are chosen, and colours them by their distances. */
  async run(): Promise<void> {
    const { page } = this;
    const [a, b] = [this.a.value, this.b.value];
    if (!a || !b || a === b || this.control) return;
    const control = new AbortController();
    this.control = control;
    batch(() => {
      this.fault.value = undefined;
      this.work.value = { task: TASKS.read, share: 0 };
    });
    try {
      const chunks = { a: a.field.chunks, b: b.field.chunks };
      const found = await page.backend.ask(
        'compare',
        { a: a.cloud, b: b.cloud, chunks },
        {
          signal: control.signal,
          onEvent: ({ progress: { task, done, total } }) => {
            if (total > 0) this.work.value = { task: TASKS[task] ?? task, share: done / total };
          },
        },
      );
      this.take({ a: a.id, b: b.id, found });
    } catch (error) {
      if (!control.signal.aborted) this.fault.value = error instanceof Error ? error.message : String(error);
    } finally {
      this.control = undefined;
      this.work.value = undefined;
    }
  }

  stop(): void {
    this.control?.abort();
  }

  /** Shows one of both clouds, or both, and no other one. */
  show(shown: Shown): void {
    const { compared, page } = this;
    const { value } = compared;
    if (!value) return;
    batch(() => {
      for (const { id } of page.clouds.all.value) {
        const isVisible = (id === value.a && shown !== 'b') || (id === value.b && shown !== 'a');
        page.clouds.change(id, { isVisible });
      }
    });
  }

  /** Shows the next of both, a and b. */
  showNext(): void {
    const { value } = this.shown;
    this.show(SHOWN[((value === undefined ? -1 : SHOWN.indexOf(value)) + 1) % SHOWN.length]);
  }

  /** Distances of the points of a cloud to the other one; undefined: it was not compared. */
  distancesOf(id: string): NumberColumn | undefined {
    const { value } = this.compared;
    if (id !== value?.a && id !== value?.b) return undefined;
    const { aToB, bToA } = value.found.distances;
    // Both have the colours of one range.
    const high = Math.max(aToB.percentiles[1], bToA.percentiles[1]);
    return { ...(id === value.a ? aToB : bToA), kind: 'numbers', attribute: DISTANCE, percentiles: [0, high] };
  }

  private take(compared: Compared): void {
    const { page } = this;
    const mode = { distance: true } as const;
    batch(() => {
      this.last.value = compared;
      for (const { id, column } of page.clouds.all.value)
        if (column?.mode === keyOfMode(mode)) page.clouds.change(id, { column: undefined });
      this.show('both');
      page.look.mode.value = mode;
    });
  }

  private chosenOf(side: 'a' | 'b', at: number): Cloud | undefined {
    const { choices, chosen } = this;
    return choices.value.find(({ id }) => id === chosen.value[side]) ?? choices.value.at(at);
  }
}

const DISTANCE = { name: 'distance', unit: 'm', isCode: false, length: 1 };

/** Names of the work, for people. */
const TASKS: Readonly<Record<string, string>> = {
  read: 'reading the points',
  sort: 'sorting the points',
  compare: 'finding the nearest points',
};
