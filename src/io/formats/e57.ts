import { attributesOf, choosesPreset } from '../../cloud/point-fields.js';
import type { CloudFormat } from '../cloud-format.js';
import { E57Encoder } from '../e57/e57-encoder.js';
import { pointElements } from '../e57/point-elements.js';
import { FIELD_OPTIONS } from '../output-options.js';

/** E57 (ASTM E2807-11), the exchange format of scanners, with every chosen attribute in steps or, with `all`, in full width. */
export const E57_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  endings: ['.e57'],
  bytesPerPoint: 60,
  organised: true,
  namesReference: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  encode: (header, options) =>
    new E57Encoder(header, pointElements(attributesOf(header, options), header.bounds, choosesPreset(options, 'all'))),
};
