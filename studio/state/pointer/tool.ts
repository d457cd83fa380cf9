/** A place in the scene under the pointer. World coordinates, metres. */
export interface ScenePlace {
  position: [number, number, number];
  /** Height of the ground there; undefined: there is none below. */
  ground: number | undefined;
  /** Name of the object that is there. */
  object: string;
}

/** A use of a tool, and what it works on. */
export interface ToolUse<Page> {
  studio: Page;
  /** The place of the pointer in the scene; undefined: it is beside it. */
  place: ScenePlace | undefined;
  /** Its place on the canvas, CSS pixels. */
  at: { x: number; y: number };
}

/** A drag of something else than the view, from the first move of the pointer. */
export interface Drag {
  move(at: { x: number; y: number }): void;
  /** The pointer is released. */
  end(): void | Promise<void>;
  /** Escape: restores the state before, and ends all that the drag has begun. */
  giveUp(): void;
}

/** A way to use the pointer in the view of a page. */
export interface PageTool<Page> {
  id: string;
  /** Text of its button. */
  name: string;
  /** The key that takes it, which its button shows, in lower case. */
  key: string;
  /** Instruction for the line below the view. */
  hint: string;
  /** Called when it is taken, even if it was already. */
  take?(studio: Page): void;
  /** Called at a click that does not turn the view. */
  click(use: ToolUse<Page>): void | Promise<void>;
  /** Called at a press. Returns the drag that begins; undefined: the view turns. Absent: it always does. */
  press?(use: Omit<ToolUse<Page>, 'place'>): Drag | undefined;
  /** Backspace: takes the last step back; absent: there are none. */
  back?(studio: Page): void;
  /** Enter: ends what was begun; absent: there is nothing to end. */
  finish?(studio: Page): void;
  /** Escape, or another tool: gives up what was begun. */
  leave?(studio: Page): void;
}
