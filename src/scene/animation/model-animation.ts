import type { Chain } from './chain.js';

/** What the nodes of a model do in one of its clips. */
export interface ModelAnimation {
  /** Name of the clip. */
  clip: string;
  /** Seconds until its last key. */
  duration: number;
  /** The moment of the clip, seconds, in whose pose the instances of the model stand. */
  pose: number;
  /** The nodes that move as rigid bodies; what hangs below one of them, and does not move in its frame, is of it. */
  bodies: readonly Chain[];
}

/** Keys a second of a shape that changes, where nothing else is said. */
export const KEY_RATE = 60;

/** The choice of a clip, and the moment at which the model stands. */
export interface ClipChoice {
  /** Its name, or its number in the file; absent: the first. */
  clip?: string | number;
  /** Seconds into the clip when the survey begins. */
  offset: number;
  /** Whether it begins anew when it has ended. */
  loop: boolean;
  /** Keys a second of shapes that change; absent: KEY_RATE. */
  rate?: number;
}

/** The moment within a clip that lasts `duration` seconds, after `time` seconds of it. */
export function withinClip(time: number, duration: number, loop: boolean): number {
  if (!loop || duration === 0) return Math.min(Math.max(time, 0), duration);
  return time - Math.floor(time / duration) * duration;
}
