import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { AnswerOf, SectionPlace } from 'subray/browser';
import type { Backend } from '../../backend/backend.js';
import { type Cloud, isWhole } from '../clouds/cloud.js';
import type { Look, PlainMode } from '../look/look.js';

/** A cloud that was cut, and its points between the two planes with what they are coloured by. */
export interface Cut {
  cloud: string;
  points: AnswerOf<'section'>;
}

/** Attributes that the plain modes show. */
const SHOWN_BY: Readonly<Record<PlainMode, string[]>> = {
  class: ['classification'],
  intensity: ['intensity'],
  return: ['return_number', 'number_of_returns'],
  leg: ['point_source_id'],
  object: ['instance'],
  height: [],
};

/** Attributes by which points are coloured, and those by which they are hidden. */
function attributesOf(look: Look): string[] {
  const mode = look.mode.value;
  const colors = 'plain' in mode ? SHOWN_BY[mode.plain] : 'attribute' in mode ? [mode.attribute] : [];
  return [...new Set([...colors, ...look.filtering.flatMap((plain) => SHOWN_BY[plain])])];
}

/** Metres between the two planes of a new section. */
export const SECTION_WIDTH = 1;

/** The parts of the page that a section depends on. */
interface Page {
  readonly backend: Pick<Backend, 'ask'>;
  readonly clouds: { readonly all: ReadonlySignal<readonly Cloud[]> };
  readonly look: Look;
}

/** A section through a cloud: where it is, and the points in it. */
export class Section {
  readonly place = signal<SectionPlace | undefined>(undefined);
  /** Its start, while the end is not chosen yet; x, y, z. */
  readonly begin = signal<readonly [number, number, number] | undefined>(undefined);
  /** Id of the cloud that the user chose; undefined: the newest visible one. */
  readonly chosen = signal<string | undefined>(undefined);
  readonly choices = computed(() => this.page.clouds.all.value.filter(isWhole));
  readonly cloud = computed((): Cloud | undefined => {
    const { choices, chosen } = this;
    return (
      choices.value.find(({ id }) => id === chosen.value) ??
      choices.value.findLast(({ isVisible }) => isVisible) ??
      choices.value.at(-1)
    );
  });
  readonly cut = signal<Cut | undefined>(undefined);
  /** Ends of the measure in the plot: metres along and high. */
  readonly ends = signal<readonly { x: number; y: number }[]>([]);
  /** Scale of heights over that of lengths. */
  readonly exaggeration = signal(1);
  readonly isCutting = signal(false);
  readonly fault = signal<string | undefined>(undefined);
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.follow();
  }

  /** Takes an end of the line. The second one makes a section as wide as the last. */
  add(at: readonly [number, number, number]): void {
    const begin = this.begin.value;
    if (begin === undefined) {
      this.begin.value = at;
      return;
    }
    if (begin[0] === at[0] && begin[1] === at[1]) return;
    this.begin.value = undefined;
    this.put({ width: this.place.value?.width ?? SECTION_WIDTH, from: [begin[0], begin[1]], to: [at[0], at[1]] });
  }

  /** Moves or makes the section; its numbers are rounded to millimetres, as they are shown. */
  put({ from, to, width, zMin, zMax }: SectionPlace): void {
    this.ends.value = [];
    this.place.value = {
      from: [rounded(from[0]), rounded(from[1])],
      to: [rounded(to[0]), rounded(to[1])],
      width: rounded(width),
      ...(zMin !== undefined && { zMin: rounded(zMin) }),
      ...(zMax !== undefined && { zMax: rounded(zMax) }),
    };
  }

  remove(): void {
    this.begin.value = undefined;
    this.ends.value = [];
    this.place.value = undefined;
  }

  /** Cuts anew when the place, the cloud or what it is coloured by changes. */
  private follow(): void {
    const { look } = this.page;
    const key = computed(() => this.cloud.value?.id);
    // As a text, which is another one only if they are others.
    const wanted = computed(() => attributesOf(look).join(' '));
    let control: AbortController | undefined;
    effect(() => {
      const [id, place, attributes] = [key.value, this.place.value, wanted.value];
      control?.abort();
      control = undefined;
      this.isCutting.value = false;
      const cloud = id === undefined ? undefined : this.cloud.peek();
      if (!place || !cloud) {
        this.cut.value = undefined;
        this.fault.value = undefined;
        return;
      }
      control = new AbortController();
      void this.run(cloud, place, attributes.split(' '), control.signal);
    });
  }

  private async run(
    { id, cloud }: Cloud,
    place: SectionPlace,
    wanted: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { backend } = this.page;
    this.isCutting.value = true;
    try {
      const { attributes: known } = await backend.ask('cloudInfo', { cloud });
      const attributes = wanted.filter((name) => known.some((attribute) => attribute.name === name));
      if (signal.aborted) return;
      const points = await backend.ask('section', { cloud, place, attributes }, { signal });
      if (signal.aborted) return;
      this.cut.value = { cloud: id, points };
      this.fault.value = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.cut.value = undefined;
      this.fault.value = error instanceof Error ? error.message : String(error);
    }
    this.isCutting.value = false;
  }
}

const rounded = (value: number): number => Number(value.toFixed(3));
