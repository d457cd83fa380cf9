import type { PointKey } from '../../cloud/point-batch.js';
import { attributesOf } from '../../cloud/point-fields.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import { type ArchivedColumn, ArchiveEncoder, archiveCoder } from '../npz/archive-encoder.js';
import { NPY_TYPES } from '../npz/npy-head.js';
import type { CloudFormat } from '../records/cloud-format.js';
import { FIELD_OPTIONS } from '../records/output-options.js';

/**
 * An archive of NumPy arrays (numpy.load), one for every attribute; attributes of several numbers, such as normals,
 * have a row of them for every point.
 */
export const NPZ_CLOUD: CloudFormat<typeof FIELD_OPTIONS> = {
  bytesPerPoint: 90,
  nanosecondsPerPoint: 400,
  organised: false,
  keepsColours: true,
  options: FIELD_OPTIONS,
  cannotHold: () => undefined,
  coder: (header, options) => archiveCoder(columnsOf(attributesOf(header, options))),
  encode: (header, options) => new ArchiveEncoder(columnsOf(attributesOf(header, options)), header.software),
};

/** Names of arrays with several numbers a point. */
const NAMES: Readonly<Partial<Record<PointKey, string>>> = Object.freeze({
  normal: 'normal',
  rgb: 'rgb',
  truePosition: 'true_position',
  velocity: 'velocity',
});

const columnsOf = (attributes: readonly PointAttribute[]): ArchivedColumn[] =>
  attributes
    .filter(({ component }) => component === 0)
    .map(({ name, key, type, components }) => ({ name: NAMES[key] ?? name, key, type: NPY_TYPES[type], components }));
