import type { Workbench } from './workbench.js';

/** What an operation may use while it runs. */
export interface Control<Event> {
  /** Ends it; it throws AbortedError. */
  signal: AbortSignal;
  /**
   * Tells whoever asked what happens meanwhile; the memory of arrays in it goes along. Where it gives a promise, much
   * that comes often, such as points, waits for it.
   */
  emit(event: Event): void | Promise<void>;
}

/**
 * Something that a page asks of the workbench. What it takes, gives and tells is plain data with typed arrays, which
 * are the receiver's: memory that the workbench keeps goes out as a copy.
 */
export type Operation<Ask, Answer, Event = never> = (
  bench: Workbench,
  ask: Ask,
  control: Control<Event>,
) => Promise<Answer>;
