import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import { FIELD_OPTIONS } from '../records/output-options.js';
import type { CloudHeader } from '../records/point-sink.js';
import {
  placeFields,
  type RecordField,
  type RecordLayout,
  recordCoder,
  recordEncoder,
} from '../records/record-encoder.js';
import { asItIs, colourByte, type RecordStep } from '../records/record-plan.js';

const PLY_TYPES: Readonly<Record<ElementType, string>> = Object.freeze({
  u8: 'uchar',
  u16: 'ushort',
  u32: 'uint',
  f32: 'float',
  f64: 'double',
});

/** Properties that viewers know by name. CloudCompare loads others automatically only under the name `scalar_…`. */
const KNOWN_PROPERTIES = new Set(['x', 'y', 'z', 'nx', 'ny', 'nz', 'intensity', 'red', 'green', 'blue']);

/** Decimal digits of the largest count that a double holds exactly. */
const COUNT_DIGITS = 16;

interface Property extends RecordField {
  name: string;
  type: ElementType;
}

/**
 * Binary little-endian PLY: one element `vertex` with f64 coordinates and every chosen attribute. Colour is 8 bits a
 * channel.
 */
export const PLY_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 100,
  nanosecondsPerPoint: 300,
  organised: false,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  ...halvesOf(layOut, recordCoder, recordEncoder),
};

function layOut(header: CloudHeader, options: ChosenFields): RecordLayout<Property> {
  const { fields, recordLength } = placeFields(
    attributesOf(header, options).map((attribute) => ({
      ...{ attribute, name: propertyName(attribute) },
      type: attribute.key === 'rgb' ? 'u8' : attribute.type,
    })),
  );
  return { fields, recordLength, steps: stepsOf, head: (points) => headText(header, fields, points) };
}

const stepsOf = ({ attribute, at }: Property): RecordStep[] => [
  attribute.key === 'rgb' ? colourByte(attribute.component, at) : asItIs(attribute, at),
];

const propertyName = ({ name }: PointAttribute): string => (KNOWN_PROPERTIES.has(name) ? name : `scalar_${name}`);

/** The head, with the same length for any count: the comment absorbs the difference in digits. */
function headText(header: CloudHeader, properties: readonly Property[], points: number): Uint8Array {
  const count = String(points);
  const lines = [
    'ply',
    'format binary_little_endian 1.0',
    `comment ${header.software.replace(/[^\x20-\x7e]/g, '?')}${' '.repeat(COUNT_DIGITS - count.length)}`,
    ...(header.comment === undefined ? [] : [`comment ${header.comment}`]),
    `element vertex ${count}`,
    ...properties.map(({ type, name }) => `property ${PLY_TYPES[type]} ${name}`),
    'end_header',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
