import { computed, effect, signal } from '@preact/signals';
import type { Document } from '../survey/document.js';
import { usualPath } from './usual-path.js';

/** Metres by which the height of a path above the ground may be wrong before a point is added there. */
export const GROUND_TOLERANCE = 0.25;

/** What the next path that is drawn is like. */
export class PathSettings {
  /** Absent: as is usual for the platform. */
  readonly chosenHeight = signal<number | undefined>(undefined);
  readonly chosenSpeed = signal<number | undefined>(undefined);
  /** Metres above the ground. */
  readonly height = computed(() => this.chosenHeight.value ?? usualPath(this.document.survey).height);
  /** Metres a second. */
  readonly speed = computed(() => this.chosenSpeed.value ?? usualPath(this.document.survey).speed);
  /** Whether points are added so that it keeps its height over uneven ground. */
  readonly followsGround = signal(true);
  /** Whether it is a curve through its points. */
  readonly isSmooth = signal(true);
  /** Of what is drawn freehand, points nearer than this to the line between others are left out, metres. */
  readonly tolerance = signal(0.5);
  private readonly document: Document;

  constructor(document: Document) {
    this.document = document;
    effect(() => {
      // Those of another survey are usual for its platform again.
      void document.number.value;
      this.chosenHeight.value = undefined;
      this.chosenSpeed.value = undefined;
    });
  }
}
