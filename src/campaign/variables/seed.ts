import { SEED_MAX } from '../../base/random.js';
import { mapField } from '../../base/yaml/fields.js';
import type { VariableKind } from './variable-kind.js';

/** A seed, any of those that surveys and generators take. */
export const SEED: VariableKind = {
  name: 'seed',
  schema: mapField('nothing: {}', {}),
  fault: () => undefined,
  value: (_: object, unit) => Math.floor(unit * (SEED_MAX + 1)),
};
