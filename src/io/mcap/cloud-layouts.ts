/*
 * Layouts of points in messages. XYZIRT has the names and types of Velodyne's driver (velodyne_pointcloud,
 * pointcloudXYZIRT.cpp), by which PCL and all that is built on it find fields; numbers lie at multiples of their size.
 * PCL24 and PCL48 come from AWSIM and Robotec's GPU lidar (PointCloudFormats.cs), XYZIRC and XYZIRCAEDT from Autoware
 * and its drivers (autoware_point_types, types.hpp), whose nodes compare them byte by byte. Livox's is the point of a
 * message of its own (livox_ros_driver2, CustomPoint.msg), which programs for odometry take of its sensors.
 */
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { attributesOf } from '../../cloud/point-fields.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import type { StrengthRange } from '../../cloud/tone-mapping/strengths.js';
import { asF32, asItIs, RecordPlan, type RecordStep, zeros } from '../records/record-plan.js';
import { CUSTOM_POINT_BYTES, type RosPointField } from './ros-messages.js';

export const CLOUD_LAYOUTS = ['xyzirt', 'all', 'xyzirc', 'xyzircaedt', 'pcl24', 'pcl48', 'instance', 'livox'] as const;
export type CloudLayoutName = (typeof CLOUD_LAYOUTS)[number];

/** Contents of a frame in a recording: points in a layout, or the ranges of a rotating laser. */
export const FRAME_LAYOUTS = [...CLOUD_LAYOUTS, 'laserscan'] as const;
export type FrameLayoutName = (typeof FRAME_LAYOUTS)[number];

/** The layout of a recording that names none. */
export const DEFAULT_LAYOUT = 'xyzirt' satisfies FrameLayoutName;

/** Layout of the points of a message. */
export interface CloudLayout {
  fields: readonly RosPointField[];
  pointStep: number;
  /** The bytes of all points of a batch. `strengthsOf` is asked where the layout has a range of intensities. */
  encode(batch: PointBatch, strengthsOf: StrengthsOf): Uint8Array<ArrayBuffer>;
}

/** The intensities of points, on the range of a layout. */
export type StrengthsOf = (batch: PointBatch) => Float32Array<ArrayBuffer>;

/**
 * Ranges of intensities that programs of a layout accept, the default first; none: it has the 16 bits of clouds.
 * Drivers publish 0 to 255, in floats as well.
 */
export const LAYOUT_INTENSITIES: Readonly<Record<FrameLayoutName, readonly StrengthRange[]>> = Object.freeze({
  xyzirt: ['byte', 'unit'],
  all: [],
  xyzirc: ['byte'],
  xyzircaedt: ['byte'],
  pcl24: ['byte', 'unit'],
  pcl48: ['byte', 'unit'],
  instance: ['byte', 'unit'],
  livox: ['byte'],
  laserscan: ['byte', 'unit'],
});

/**
 * The layout called `name`; the layout `all` depends on the attributes, and on whether coordinates are precise enough
 * in f32 (`fits`).
 */
export const cloudLayout = (
  name: CloudLayoutName,
  attributes: readonly PointAttribute[],
  fits: boolean,
): CloudLayout => (name === 'all' ? everything(attributes, fits) : fixed(LAYOUTS[name]));

/** Bytes of a point in the layout called `name`; for all attributes, those that every cloud has. */
export const layoutBytes = (name: FrameLayoutName = DEFAULT_LAYOUT): number =>
  name === 'laserscan' ? SCAN_BYTES : cloudLayout(name, attributesOf({}), true).pointStep;

/** Range and intensity. */
const SCAN_BYTES = 8;

type Value = (batch: PointBatch, point: number, strength: Float32Array) => number;

interface FixedField extends RosPointField {
  value: Value;
}

const field = (name: string, type: ElementType, offset: number, value: Value): FixedField => ({
  ...{ name, type, offset, value },
});

const NANO = 1e-9;

const XYZ = [
  field('x', 'f32', 0, ({ x }, i) => x[i]),
  field('y', 'f32', 4, ({ y }, i) => y[i]),
  field('z', 'f32', 8, ({ z }, i) => z[i]),
];

const intensity: Value = (_, i, strength) => strength[i];
const ring: Value = (batch, i) => batch.ring?.[i] ?? 0;
/** Counterclockwise from forward, like all angles of ROS. */
const azimuth: Value = (batch, i) => -(batch.azimuth?.[i] ?? 0);
const elevation: Value = ({ x, y, z }, i) => Math.atan2(z[i], Math.hypot(x[i], y[i]));
const distance: Value = ({ range }, i) => range[i];
const time = ({ frameTime }: PointBatch, i: number): number => frameTime?.[i] ?? 0;

/** The number of a kind of return in an enumeration: the first of a pulse, its last, its second, or another. */
const returnType =
  (first: number, last: number, second: number): Value =>
  ({ returnNumber, returnCount }, i) => {
    if (returnNumber[i] === 1) return first;
    if (returnNumber[i] === 0) return 0;
    if (returnNumber[i] === returnCount[i]) return last;
    return returnNumber[i] === 2 ? second : 0;
  };

/** Numbers in Autoware's drivers: LAST 1, FIRST 2, SECOND 7. */
const nebulaReturn = returnType(2, 1, 7);
/** Numbers in Robotec's: FIRST 4, LAST 2, SECOND 3. */
const robotecReturn = returnType(4, 2, 3);

/** Bits 4 and 5 of a tag number the returns of a pulse from 0; the others, how certain a point is, are 0: certain. */
const livoxTag: Value = ({ returnNumber }, i) => Math.min(Math.max(returnNumber[i] - 1, 0), 3) << 4;

const XYZIRC = [
  ...XYZ,
  field('intensity', 'u8', 12, (_, i, strength) => Math.round(strength[i])),
  field('return_type', 'u8', 13, nebulaReturn),
  field('channel', 'u16', 14, ring),
];

const LAYOUTS: Readonly<Record<Exclude<CloudLayoutName, 'all'>, { fields: FixedField[]; pointStep: number }>> =
  Object.freeze({
    xyzirt: {
      fields: [
        ...XYZ,
        field('intensity', 'f32', 12, intensity),
        field('ring', 'u16', 16, ring),
        field('time', 'f32', 20, time),
      ],
      pointStep: 24,
    },
    xyzirc: { fields: XYZIRC, pointStep: 16 },
    xyzircaedt: {
      fields: [
        ...XYZIRC,
        field('azimuth', 'f32', 16, azimuth),
        field('elevation', 'f32', 20, elevation),
        field('distance', 'f32', 24, distance),
        field('time_stamp', 'u32', 28, (batch, i) => Math.round(time(batch, i) / NANO)),
      ],
      pointStep: 32,
    },
    pcl24: {
      fields: [...XYZ, field('intensity', 'f32', 16, intensity), field('ring', 'u16', 20, ring)],
      pointStep: 24,
    },
    pcl48: {
      fields: [
        ...XYZ,
        field('intensity', 'f32', 16, intensity),
        field('ring', 'u16', 20, ring),
        field('azimuth', 'f32', 24, azimuth),
        field('distance', 'f32', 28, distance),
        field('return_type', 'u8', 32, robotecReturn),
        field('time_stamp', 'f64', 40, time),
      ],
      pointStep: 48,
    },
    instance: {
      fields: [
        ...XYZ,
        field('intensity', 'f32', 12, intensity),
        field('instance', 'u32', 16, (batch, i) => batch.instance[i]),
        field('semantic', 'u16', 20, (batch, i) => batch.semantic[i]),
        field('classification', 'u8', 22, (batch, i) => batch.classification[i]),
      ],
      pointStep: 24,
    },
    livox: {
      fields: [
        field('offset_time', 'u32', 0, (batch, i) => Math.round(time(batch, i) / NANO)),
        ...XYZ.map(({ name, type, offset, value }) => field(name, type, 4 + offset, value)),
        field('reflectivity', 'u8', 16, (_, i, strength) => Math.round(strength[i])),
        field('tag', 'u8', 17, livoxTag),
        field('line', 'u8', 18, ring),
      ],
      pointStep: CUSTOM_POINT_BYTES,
    },
  });

type Store = (view: DataView, at: number, value: number) => void;

const STORE: Readonly<Record<ElementType, Store>> = Object.freeze({
  u8: (view, at, value) => view.setUint8(at, value),
  u16: (view, at, value) => view.setUint16(at, value, true),
  u32: (view, at, value) => view.setUint32(at, value, true),
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
});

/** The first multiple of `size` from `value` on. */
const roundUp = (value: number, size: number): number => Math.ceil(value / size) * size;

const fixed = ({ fields, pointStep }: { fields: readonly FixedField[]; pointStep: number }): CloudLayout => ({
  fields,
  pointStep,
  encode: (batch, strengthsOf) => {
    const strength = strengthsOf(batch);
    const bytes = new Uint8Array(batch.count * pointStep);
    const view = new DataView(bytes.buffer);
    for (const { type, offset, value } of fields) {
      const store = STORE[type];
      for (let i = 0, at = offset; i < batch.count; i++, at += pointStep) store(view, at, value(batch, i, strength));
    }
    return bytes;
  },
});

/**
 * Every attribute by its name and type; coordinates f32 where that is precise enough. Numbers lie at multiples of their
 * size in all points.
 */
function everything(attributes: readonly PointAttribute[], fits: boolean): CloudLayout {
  const fields: RosPointField[] = [];
  const steps: RecordStep[] = [];
  let end = 0;
  const advance = (offset: number) => {
    if (offset > end) steps.push(zeros(end, offset - end));
    end = offset;
  };
  for (const attribute of attributes) {
    const type = fits && ['x', 'y', 'z'].includes(attribute.key) ? 'f32' : attribute.type;
    advance(roundUp(end, ELEMENT_BYTES[type]));
    fields.push({ name: attribute.name, type, offset: end });
    steps.push(type === attribute.type ? asItIs(attribute, end) : asF32(attribute, end));
    end += ELEMENT_BYTES[type];
  }
  advance(roundUp(end, Math.max(...fields.map(({ type }) => ELEMENT_BYTES[type]))));
  const pointStep = end;
  const plan = new RecordPlan(pointStep, steps);
  return {
    fields,
    pointStep,
    encode: (batch) => {
      const bytes = new Uint8Array(batch.count * pointStep);
      plan.code(batch, bytes);
      return bytes;
    },
  };
}
