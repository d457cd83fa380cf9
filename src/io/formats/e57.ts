import { attributesOf, type ChosenFields, choosesPreset } from '../../cloud/point-fields.js';
import type { CloudFormat } from '../cloud-format.js';
import { batchCoder } from '../column-coder.js';
import { arrayKeys, E57Encoder } from '../e57/e57-encoder.js';
import { type PointElement, pointElements } from '../e57/point-elements.js';
import { FIELD_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';

/** E57 (ASTM E2807-11), the exchange format of scanners, with every chosen attribute in steps or, with `all`, in full width. */
export const E57_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  endings: ['.e57'],
  bytesPerPoint: 60,
  organised: true,
  namesReference: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  coder: (header, options) => batchCoder(arrayKeys(elementsOf(header, options))),
  encode: (header, options) => new E57Encoder(header, elementsOf(header, options)),
};

const elementsOf = (header: CloudHeader, options: ChosenFields): PointElement[] =>
  pointElements(attributesOf(header, options), header.bounds, choosesPreset(options, 'all'));
