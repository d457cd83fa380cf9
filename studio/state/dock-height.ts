import { computed, signal } from '@preact/signals';

/** Percents of the height of view and dock that the dock may have. */
export const [DOCK_LEAST, DOCK_MOST] = [15, 85];

/** Height of the dock, which belongs to the page and not to the survey. */
export class DockHeight {
  /** Percents of view and dock that the user chose; undefined: none were chosen. */
  readonly share = signal<number | undefined>(undefined);
  /** True if it takes half of the page, or more of a low page. */
  readonly isTall = signal(false);
  /** True if it is about that high. */
  readonly isHigh = computed(() => this.isTall.value || (this.share.value ?? 0) >= 45);

  choose(share: number | undefined): void {
    this.isTall.value = false;
    this.share.value = share;
  }

  /** Makes it high, or as usual. */
  toggle(): void {
    this.isTall.value = !this.isHigh.value;
    this.share.value = undefined;
  }
}
