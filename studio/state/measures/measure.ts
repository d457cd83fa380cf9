import { signal } from '@preact/signals';
import type { Place } from '../../view/eye.js';

/** A distance that is measured in the scene, in world coordinates. */
export class Measure {
  /** Undefined: not chosen yet. */
  readonly from = signal<Place | undefined>(undefined);
  readonly to = signal<Place | undefined>(undefined);

  /** Takes an end: the first one, the second one, or the first one of the next distance. */
  add(place: Place): void {
    if (this.from.value !== undefined && this.to.value === undefined) this.to.value = place;
    else {
      this.to.value = undefined;
      this.from.value = place;
    }
  }

  clear(): void {
    this.from.value = undefined;
    this.to.value = undefined;
  }
}

/** Distances between two places, metres; `height` is positive if the second one is higher. */
export function distanceOf(from: Place, to: Place): { straight: number; horizontal: number; height: number } {
  const horizontal = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const height = to[2] - from[2];
  return { straight: Math.hypot(horizontal, height), horizontal, height };
}
