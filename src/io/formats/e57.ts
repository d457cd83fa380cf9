import { attributesOf, choosesPreset } from '../../cloud/point-fields.js';
import { soloCoders } from '../coders/block-coders.js';
import type { CloudFormat } from '../records/cloud-format.js';
import { attributeColumn, columnCoder } from '../records/column-coder.js';
import { FIELD_OPTIONS } from '../records/output-options.js';

/**
 * E57 (ASTM E2807-11), the exchange format of scanners, with every chosen attribute in steps or, with `all`, in full
 * width. Its encoder is loaded on first use.
 */
export const E57_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 60,
  nanosecondsPerPoint: 700,
  organised: true,
  namesReference: true,
  isMetric: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  coder: (header, options) => columnCoder(attributesOf(header, options).map(attributeColumn)),
  encode: async (header, options, { coders = soloCoders() } = {}) => {
    const { E57Encoder } = await import('../e57/e57-encoder.js');
    const { pointElements } = await import('../e57/point-elements.js');
    const elements = pointElements(attributesOf(header, options), header.bounds, choosesPreset(options, 'all'));
    return new E57Encoder(header, elements, coders);
  },
};
