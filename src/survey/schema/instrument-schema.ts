import { z } from 'zod';
import { listField, mapField, textField } from '../../base/yaml/fields.js';
import { mountSchema } from '../../platform/platform-catalogue.js';
import { detectorFields } from '../../scanner/detection-schema.js';
import { inlineScannerSchema, scannerOverrideSchema } from '../../scanner/scanner-schema.js';

/** The survey's `scanner`, `scanners` and `detector`: which instruments the platform carries. */

export const scannerField = z
  .union(
    [
      textField('Id in the catalogue (subray scanner list)', 'a scanner of the catalogue'),
      scannerOverrideSchema,
      inlineScannerSchema,
    ],
    { error: 'the id of a scanner, a map with id and what differs, or a whole description' },
  )
  .describe('The instrument');

export const detectorSchema = mapField("numbers of the receiver that replace the instrument's", {
  rangeMin: detectorFields.rangeMin.optional(),
  rangeMax: detectorFields.rangeMax.optional(),
  minEnergy: detectorFields.minEnergy.optional(),
  maxReturns: detectorFields.maxReturns.optional(),
  rangeResolution: detectorFields.rangeResolution.optional(),
  rangeNoise: detectorFields.rangeNoise.optional(),
});

const NAME_EXPECTED = 'a name of letters, digits, dots, hyphens and underscores';

const instrument = mapField('one of several scanners on the platform', {
  name: textField('Name of the scanner, unlike the others; absent: its id', NAME_EXPECTED)
    .regex(/^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u, { error: NAME_EXPECTED })
    .optional(),
  scanner: scannerField,
  mount: mountSchema.optional(),
  detector: detectorSchema.default({}),
});

const INSTRUMENTS_MAX = 256;

export const instrumentsSchema = listField('scanners on the platform', instrument, { min: 1, max: INSTRUMENTS_MAX });

export type InstrumentDefinition = z.output<typeof instrument>;

/** An instrument as the survey names it. */
export type ScannerChoice = Pick<InstrumentDefinition, 'scanner' | 'detector'>;
