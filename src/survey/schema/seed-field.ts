import { SEED_MAX } from '../../base/random.js';
import { numberField } from '../../base/yaml/fields.js';

/** A seed of random numbers. */
export const seedField = (description: string) => numberField(description, { whole: true, min: 0, max: SEED_MAX });
