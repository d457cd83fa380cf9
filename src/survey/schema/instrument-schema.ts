import { z } from 'zod';
import { listField, mapField, objectField, textField } from '../../base/yaml/fields.js';
import { mountSchema } from '../../platform/platform-schema.js';
import { detectorFields } from '../../scanner/detection-schema.js';
import type { Scanner } from '../../scanner/scanner.js';
import { inlineScannerSchema, scannerFileOverrideSchema, scannerOverrideSchema } from '../../scanner/scanner-schema.js';
import { SCANNER_NAME, SCANNER_NAME_EXPECTED } from './scanner-name.js';

/** The survey's `scanner`, `scanners` and `detector`: the instruments on the platform. */

const WRITTEN = [
  textField(
    'Id in the catalogue (subray scanner list), or path of a scanner file (.yaml), relative to the survey file',
    'a scanner of the catalogue',
  ),
  scannerOverrideSchema,
  scannerFileOverrideSchema,
  inlineScannerSchema,
] as const;

const EXPECTED = 'the id of a scanner, a map with id and replacements, or a full description';

// A plain union would take the faults of a map with `id` and a few keys for those of every description that has an `id`
// too.
export const scannerField = z.xor(WRITTEN, { error: EXPECTED }).describe('The instrument');

/**
 * Whether a value is an instrument in SI units, as `readScanner` returns it, and not a description, which has a
 * `wavelength`.
 */
export const isScanner = (value: unknown): value is Scanner =>
  typeof value === 'object' && value !== null && 'wavelengthNm' in value;

/** The scanner in memory, which may be an object. */
export const scannerInMemoryField = z.xor([objectField('a scanner from readScanner', isScanner), ...WRITTEN], {
  error: `${EXPECTED}, or a scanner from readScanner`,
});

export const detectorSchema = mapField("numbers of the receiver that replace the instrument's", {
  rangeMin: detectorFields.rangeMin.optional(),
  rangeMax: detectorFields.rangeMax.optional(),
  method: detectorFields.method.optional(),
  minEnergy: detectorFields.minEnergy.optional(),
  minPower: detectorFields.minPower.optional(),
  maxReturns: detectorFields.maxReturns.optional(),
  returns: detectorFields.returns.optional(),
  rangeResolution: detectorFields.rangeResolution.optional(),
  bins: detectorFields.bins.optional(),
  rangeNoise: detectorFields.rangeNoise.optional(),
  rangeNoisePerMetre: detectorFields.rangeNoisePerMetre.optional(),
  axisAngleNoise: detectorFields.axisAngleNoise.optional(),
  rayAngleNoise: detectorFields.rayAngleNoise.optional(),
  systematicErrors: detectorFields.systematicErrors.optional(),
  artefacts: detectorFields.artefacts.optional(),
});

const INSTRUMENTS_MAX = 256;

/** Several instruments, each defined like `scanner`. */
function instrumentsWith<Given extends z.ZodType>(scanner: Given) {
  const instrument = mapField('one of several scanners on the platform', {
    name: textField('Name of the scanner, unlike the others; absent: its id', SCANNER_NAME_EXPECTED)
      .regex(SCANNER_NAME, { error: SCANNER_NAME_EXPECTED })
      .optional(),
    scanner,
    mount: mountSchema.optional(),
    detector: detectorSchema.default({}),
  });
  return listField('scanners on the platform', instrument, { min: 1, max: INSTRUMENTS_MAX });
}

export const instrumentsSchema = instrumentsWith(scannerField);
export const instrumentsInMemorySchema = instrumentsWith(scannerInMemoryField);

/** An instrument in a file. */
export type WrittenScanner = z.output<typeof scannerField>;

export type InstrumentDefinition = z.output<typeof instrumentsInMemorySchema>[number];

/** An instrument as named by the survey. */
export type ScannerChoice = Pick<InstrumentDefinition, 'scanner' | 'detector'>;
