import { signal } from '@preact/signals';

/** Colours that every cloud can have at once, while its points still come. */
export const PLAIN_MODES = Object.freeze(['class', 'intensity', 'return', 'leg', 'object', 'height'] as const);
export type PlainMode = (typeof PLAIN_MODES)[number];

/** By which clouds are coloured: one of these, an attribute of their files, or their distance to another cloud. */
export type ColorMode = { plain: PlainMode } | { attribute: string } | { distance: true };

/** A text for a mode, unlike that of any other. */
export const keyOfMode = (mode: ColorMode): string =>
  'plain' in mode ? mode.plain : 'attribute' in mode ? `attribute ${mode.attribute}` : 'distance';

/** The mode of a key. */
export function modeOfKey(key: string): ColorMode {
  const plain = PLAIN_MODES.find((mode) => mode === key);
  if (plain) return { plain };
  return key === 'distance' ? { distance: true } : { attribute: key.slice('attribute '.length) };
}

/** A part of a ramp: numbers of its first and its last colour. */
export type RampSpan = readonly [first: number, last: number];
export const WHOLE_RAMP: RampSpan = Object.freeze([0, 255]);

/** The modes whose numbers each point carries: what is hidden in one of them stays hidden whatever the colours show. */
const FILTERING: readonly PlainMode[] = ['class', 'intensity', 'return', 'leg', 'height'];

/** The look of clouds, which belongs to the page and not to the survey. */
export class Look {
  readonly mode = signal<ColorMode>({ plain: 'class' });
  /** Width of a point, pixels. */
  readonly pointSize = signal(2);
  /** Strength of the shading by depth, 0…1. */
  readonly shading = signal(0.6);
  /** True if classes have colours that are safe for people with colour blindness. */
  readonly isSafe = signal(false);
  readonly showsScene = signal(true);
  /** True if all of the legend is shown; undefined: if there is room. */
  readonly isLegendOpen = signal<boolean | undefined>(undefined);
  /** Numbers of the entries of the legend that are hidden, by the key of the mode. */
  readonly hidden = signal<Readonly<Record<string, ReadonlySet<number>>>>({});

  /** The parts of ramps whose points are shown, the first and the last of 256 colours, by the key of the mode. */
  readonly spans = signal<Readonly<Record<string, RampSpan>>>({});

  isHidden(mode: ColorMode, number: number): boolean {
    return this.hidden.value[keyOfMode(mode)]?.has(number) ?? false;
  }

  /** Shows or hides the points of an entry of the legend. */
  toggle(mode: ColorMode, number: number): void {
    const known = new Set(this.hidden.value[keyOfMode(mode)]);
    if (!known.delete(number)) known.add(number);
    this.hidden.value = { ...this.hidden.value, [keyOfMode(mode)]: known };
  }

  spanOf(mode: ColorMode): RampSpan {
    return this.spans.value[keyOfMode(mode)] ?? WHOLE_RAMP;
  }

  /** True if points outside of a part of the ramp are hidden. */
  isSpanned(mode: ColorMode): boolean {
    const [first, last] = this.spanOf(mode);
    return first > WHOLE_RAMP[0] || last < WHOLE_RAMP[1];
  }

  /** The modes that hide points whatever the colours show. */
  get filtering(): PlainMode[] {
    return FILTERING.filter((plain) => this.hides({ plain }));
  }

  /** True if a mode hides points. */
  hides(mode: ColorMode): boolean {
    return this.isSpanned(mode) || (this.hidden.value[keyOfMode(mode)]?.size ?? 0) > 0;
  }

  /** Shows all points that a mode hides. */
  showAll(mode: ColorMode): void {
    this.hidden.value = { ...this.hidden.value, [keyOfMode(mode)]: new Set() };
    this.setSpan(mode, WHOLE_RAMP);
  }

  /** Hides the points of a ramp outside of a part of it. */
  setSpan(mode: ColorMode, span: RampSpan): void {
    this.spans.value = { ...this.spans.value, [keyOfMode(mode)]: span };
  }
}
