/*
 * PCD 0.7, binary: the file format of the Point Cloud Library ("The PCD (Point Cloud Data) file format", documentation
 * of PCL). PCL reads a field only under the name and type of its own point types, so these are used: x, y, z and
 * intensity f32, normal_x …, and in frames ring u16 and time f32, as drivers of spinning scanners write them.
 */
import { invariant } from '../../base/errors.js';
import { clampedQuaternion } from '../../base/quaternion.js';
import type { Box3 } from '../../base/vec3.js';
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import { FIELD_OPTIONS } from '../records/output-options.js';
import type { CloudGrid, CloudHeader } from '../records/point-sink.js';
import {
  placeFields,
  type RecordField,
  type RecordLayout,
  recordCoder,
  recordEncoder,
} from '../records/record-encoder.js';
import { asF32, asItIs, colourByte, type RecordStep, zeros } from '../records/record-plan.js';
import { fitF32 } from '../units/f32-coordinates.js';

/** Small, since each file of a series of frames allocates new blocks. */
const BLOCK_BYTES = 256 * 1024;

/** PCD 0.7, binary; organised if the header has rows and columns. */
export const PCD_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 100,
  nanosecondsPerPoint: 300,
  organised: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  ...halvesOf(layOut, recordCoder, recordEncoder),
};

function layOut(header: CloudHeader, options: ChosenFields): RecordLayout<Field> {
  const { fields, recordLength } = fieldsOf(attributesOf(header, options), header.bounds);
  return {
    blockBytes: BLOCK_BYTES,
    fields,
    recordLength,
    steps: stepsOf,
    head: (points) => headText(header, fields, extentOf(points, header.grid)),
  };
}

/** Before any points are known, the head only reserves its space. */
function extentOf(points: number, grid: CloudGrid | undefined): CloudGrid {
  if (grid === undefined || points === 0) return { width: points, height: 1 };
  invariant(points === grid.width * grid.height, 'an organised cloud has all its points');
  return grid;
}

function stepsOf({ attribute, type, at }: Field): RecordStep[] {
  if (attribute.key === 'rgb') return colourSteps(at);
  return [type === attribute.type ? asItIs(attribute, at) : asF32(attribute, at)];
}

/** One field of a record; colour is a single field of four bytes. */
interface Field extends RecordField {
  name: string;
  type: ElementType;
}

/** Names of PCL's own point types. */
const KNOWN_NAMES: Readonly<Record<string, string>> = Object.freeze({
  nx: 'normal_x',
  ny: 'normal_y',
  nz: 'normal_z',
  red: 'rgb',
});

function fieldsOf(attributes: readonly PointAttribute[], bounds: Box3) {
  // Larger coordinates are f64, which not every program reads.
  const fits = fitF32(bounds);
  return placeFields(
    attributes
      .filter(({ key, component }) => key !== 'rgb' || component === 0)
      .map((attribute) => ({
        ...{ attribute, name: KNOWN_NAMES[attribute.name] ?? attribute.name },
        type: typeOf(attribute, fits),
      })),
  );
}

function typeOf({ key, type }: PointAttribute, fits: boolean): ElementType {
  if (key === 'x' || key === 'y' || key === 'z') return fits ? 'f32' : 'f64';
  return key === 'intensity' || key === 'rgb' ? 'f32' : type;
}

/** PCL packs colours as 0x00rrggbb into the bits of an f32: blue comes first. */
const colourSteps = (at: number): RecordStep[] => [
  ...[2, 1, 0].map((component, k) => colourByte(component, at + k)),
  zeros(at + 3, 1),
];

const LETTERS: Readonly<Record<ElementType, string>> = { u8: 'U', u16: 'U', u32: 'U', f32: 'F', f64: 'F' };

/** Decimal digits of WIDTH, HEIGHT and POINTS together, padded so that the head's length is the same for any count. */
const COUNT_DIGITS = 40;

function headText(header: CloudHeader, fields: readonly Field[], { width, height }: CloudGrid): Uint8Array {
  const counts = [String(width), String(height), String(width * height)];
  const padding = ' '.repeat(Math.max(0, COUNT_DIGITS - counts.join('').length));
  const lines = [
    '# .PCD v0.7 - Point Cloud Data file format',
    `# ${header.software.replace(/[^\x20-\x7e]/g, '?')}${padding}`,
    ...(header.comment === undefined ? [] : [`# ${header.comment}`]),
    'VERSION 0.7',
    `FIELDS ${fields.map(({ name }) => name).join(' ')}`,
    `SIZE ${fields.map(({ type }) => ELEMENT_BYTES[type]).join(' ')}`,
    `TYPE ${fields.map(({ type }) => LETTERS[type]).join(' ')}`,
    `COUNT ${fields.map(() => 1).join(' ')}`,
    `WIDTH ${counts[0]}`,
    `HEIGHT ${counts[1]}`,
    `VIEWPOINT ${viewpointText(header)}`,
    `POINTS ${counts[2]}`,
    'DATA binary',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Translation, then the quaternion, w first. */
function viewpointText({ viewpoint }: CloudHeader): string {
  const { position, orientation } = viewpoint ?? { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
  const [x, y, z, w] = clampedQuaternion(orientation);
  return [...position, w, x, y, z].join(' ');
}
