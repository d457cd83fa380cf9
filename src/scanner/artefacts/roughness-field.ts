import { z } from 'zod';
import { numberField } from '../../base/yaml/fields.js';

const EXPECTED = 'a map from names of materials to their roughness, 0 to 1';

/** Roughness of materials by name: 0 is a mirror, 1 is matt. Materials that are not named are matt. */
export const roughnessField = z
  .record(
    z.string(),
    numberField('Roughness of this material: 0 a mirror, 1 matt; usually 0.05 to 0.9', { min: 0, max: 1 }),
    { error: EXPECTED },
  )
  .refine((map) => Object.keys(map).length > 0, { error: EXPECTED })
  .describe('Roughness of materials by name: 0 a mirror, 1 matt. Materials that are not named are matt');
