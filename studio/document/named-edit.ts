import type { Patch } from './patch.js';

/** A change of the text with its name, such as "Move station pavement"; the patches count one after the other. */
export interface NamedEdit {
  readonly name: string;
  readonly patches: readonly Patch[];
}
