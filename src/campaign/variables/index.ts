import { CHOICE } from './choice.js';
import { INTEGER } from './integer.js';
import { LOGUNIFORM } from './loguniform.js';
import { NORMAL } from './normal.js';
import { SEED } from './seed.js';
import { UNIFORM } from './uniform.js';
import type { VariableKind } from './variable-kind.js';

/** The kinds of random variables: the one place that lists them. */
export const VARIABLE_KINDS: readonly VariableKind[] = Object.freeze([
  UNIFORM,
  LOGUNIFORM,
  NORMAL,
  INTEGER,
  CHOICE,
  SEED,
]);
