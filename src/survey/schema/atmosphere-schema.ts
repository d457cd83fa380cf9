import { z } from 'zod';
import { mapField, numberField } from '../../base/yaml/fields.js';
import { STANDARD_CONTRAST, STANDARD_VISIBILITY_KM } from '../../scanner/atmosphere.js';

/** The survey's `atmosphere`. */
export const atmosphereSchema = z
  .union(
    [
      mapField('air by its visibility', {
        visibilityKm: numberField('Visibility; the extinction follows from it (Kruse 1962, below 6 km Kim 2001)', {
          unit: 'km',
          min: 0.01,
          max: 1000,
        }),
        contrast: numberField(
          'Contrast of a black object at this distance: 0.02, or 0.05 if the visibility is the meteorological optical range',
          { above: 0, max: 0.5 },
        ).default(STANDARD_CONTRAST),
      }),
      mapField('air by its extinction', {
        extinctionPerKm: numberField('Extinction coefficient, one way', { unit: '1/km', min: 0, max: 10_000 }),
      }),
    ],
    { error: 'a map with visibilityKm or with extinctionPerKm' },
  )
  .describe(`The air; absent: a visibility of ${STANDARD_VISIBILITY_KM} km`);
