import { signal } from '@preact/signals';

/** What the next path that is drawn is like. */
export class PathSettings {
  /** Metres above the ground. */
  readonly height = signal(0);
  /** Metres a second. */
  readonly speed = signal(5);
  /** Whether points are added so that it keeps its height over uneven ground. */
  readonly followsGround = signal(true);
  /** Whether it is a curve through its points. */
  readonly isSmooth = signal(true);
  /** Of what is drawn freehand, points nearer than this to the line between others are left out, metres. */
  readonly tolerance = signal(0.5);
}
