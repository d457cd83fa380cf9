import type { Studio } from '../state/studio.js';

/** A place in the scene under the pointer. World coordinates, metres. */
export interface ScenePlace {
  position: [number, number, number];
  /** Height of the ground there; undefined: there is none below. */
  ground: number | undefined;
  /** Name of the object that is there. */
  object: string;
}

/** What a pointer tool may do besides edits of the survey. */
export interface ToolContext {
  studio: Studio;
  /** Where the pointer is in the scene; undefined: beside it. */
  place: ScenePlace | undefined;
  /** Where it is on the canvas, CSS pixels. */
  at: { x: number; y: number };
}

/** Something that the pointer drags, in place of the view, once it has moved. */
export interface Drag {
  move(at: { x: number; y: number }): void;
  /** The pointer is let go. */
  end(): void | Promise<void>;
  /** Escape: all is as it was before, and nothing of the drag comes any more. */
  giveUp(): void;
}

/** A way to use the pointer in the view: one file each, listed in `tools.ts`. */
export interface Tool {
  id: string;
  /** On its button. */
  name: string;
  /** The key that takes it, and the one on its button, in lower case. */
  key: string;
  /** What to do with it, for the line below the view. */
  hint: string;
  /** It is taken, maybe anew. */
  take?(studio: Studio): void;
  /** A click that was no drag of the camera. */
  click(context: ToolContext): void | Promise<void>;
  /** A press of the pointer: the drag that begins with it; undefined: it turns the view. Absent: always. */
  press?(context: Omit<ToolContext, 'place'>): Drag | undefined;
  /** Backspace, which takes back the last of what was begun; absent: there is none. */
  back?(studio: Studio): void;
  /** Enter, which ends what was begun; absent: nothing to end. */
  finish?(studio: Studio): void;
  /** Escape, or another tool: what was begun is given up. */
  leave?(studio: Studio): void;
}
