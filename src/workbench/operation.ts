import type { Workbench } from './workbench.js';

/** Tools of an operation while it runs. */
export interface Control<Event> {
  /** Ends it; it throws AbortedError. */
  signal: AbortSignal;
  /** Sends an event to the caller, with the memory of its arrays. Frequent events wait for the promise, if any. */
  emit(event: Event): void | Promise<void>;
}

/**
 * An operation of the workbench for pages. Questions, answers and events are plain data with typed arrays, which the
 * receiver owns: memory that the workbench keeps is sent as a copy.
 */
export type Operation<Ask, Answer, Event = never> = (
  bench: Workbench,
  ask: Ask,
  control: Control<Event>,
) => Promise<Answer>;
