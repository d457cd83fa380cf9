import { attributesOf, type ChosenFields, choosesPreset } from '../../cloud/point-fields.js';
import { soloCoders } from '../blocks/block-coders.js';
import type { CloudFormat } from '../cloud-format.js';
import { attributeColumn, columnCoder } from '../column-coder.js';
import { E57Encoder } from '../e57/e57-encoder.js';
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
  coder: (header, options) => columnCoder(attributesOf(header, options).map(attributeColumn)),
  encode: (header, options, { coders = soloCoders() } = {}) =>
    new E57Encoder(header, elementsOf(header, options), coders),
};

const elementsOf = (header: CloudHeader, options: ChosenFields): PointElement[] =>
  pointElements(attributesOf(header, options), header.bounds, choosesPreset(options, 'all'));
