import { computed, effect, signal } from '@preact/signals';
import type { Document } from '../survey/document.js';
import { usualPath } from './usual-path.js';

/** Metres by which the height of a path above the ground may be wrong before a point is added there. */
export const GROUND_TOLERANCE = 0.25;

/** Settings of the next path. */
export class PathSettings {
  /** Absent: as is usual for the platform. */
  readonly chosenHeight = signal<number | undefined>(undefined);
  readonly chosenSpeed = signal<number | undefined>(undefined);
  /** Metres above the ground. */
  readonly height = computed(() => this.chosenHeight.value ?? usualPath(this.document.survey).height);
  /** Metres a second. */
  readonly speed = computed(() => this.chosenSpeed.value ?? usualPath(this.document.survey).speed);
  /** True if points are added so that it keeps its height over uneven ground. */
  readonly followsGround = signal(true);
  /** True if it is a curve through its points. */
  readonly isSmooth = signal(true);
  /** Metres within which freehand points are left out: those that near to the line between others. */
  readonly tolerance = signal(0.5);
  private readonly document: Document;

  constructor(document: Document) {
    this.document = document;
    effect(() => {
      // Another survey begins with the usual ones of its platform.
      void document.number.value;
      this.chosenHeight.value = undefined;
      this.chosenSpeed.value = undefined;
    });
  }
}
