import { signal } from '@preact/signals';

/** By which clouds are coloured. */
export const COLOR_MODES = Object.freeze(['class', 'intensity', 'return', 'leg', 'object', 'height'] as const);
export type ColorMode = (typeof COLOR_MODES)[number];

/** How clouds look, which belongs to the page and not to the survey. */
export class Look {
  readonly mode = signal<ColorMode>('class');
  /** Width of a point, pixels. */
  readonly pointSize = signal(2);
  /** Strength of the shading by depth, 0…1. */
  readonly shading = signal(0.6);
  /** Numbers of the entries of the legend that are hidden, by mode. */
  readonly hidden = signal<Readonly<Record<string, ReadonlySet<number>>>>({});
  readonly showsScene = signal(true);

  isHidden(mode: ColorMode, number: number): boolean {
    return this.hidden.value[mode]?.has(number) ?? false;
  }

  /** Shows or hides the points of an entry of the legend. */
  toggle(mode: ColorMode, number: number): void {
    const known = new Set(this.hidden.value[mode]);
    if (!known.delete(number)) known.add(number);
    this.hidden.value = { ...this.hidden.value, [mode]: known };
  }
}
