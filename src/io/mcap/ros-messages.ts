import { clampedQuaternion } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { ElementType } from '../../cloud/point-schema.js';
import type { CloudGrid } from '../records/point-sink.js';
import { CdrWriter } from './cdr-writer.js';

/** The start of most messages. */
export interface RosHeader {
  /** UTC, nanoseconds since 1970. */
  stamp: bigint;
  frameId: string;
}

/** A field of the points of a message. */
export interface RosPointField {
  name: string;
  type: ElementType;
  /** Bytes from the start of a point. */
  offset: number;
}

/** Points of a message: `width · height` of them, `pointStep` bytes each, in the parts of `data`. */
export interface PointCloud2 {
  header: RosHeader;
  grid: CloudGrid;
  fields: readonly RosPointField[];
  pointStep: number;
  data: readonly Uint8Array[];
  /** Whether all points have a place. */
  isDense: boolean;
}

/** Ranges of one turn, in the order of measurement, from the first angle on. */
export interface LaserScan {
  header: RosHeader;
  /** Counterclockwise from forward, radians; the increment is negative for a laser that turns clockwise. */
  angleMin: number;
  angleIncrement: number;
  /** Time between two measurements, and of the whole turn, seconds. */
  timeIncrement: number;
  scanTime: number;
  rangeMin: number;
  rangeMax: number;
  /** Infinite without a return (REP 117). */
  ranges: readonly number[];
  intensities: readonly number[];
}

/** The pose of a frame in that of the header. */
export interface StampedTransform {
  header: RosHeader;
  child: string;
  pose: Rigid;
}

/** What an inertial measurement unit in the frame of the header measures. */
export interface InertialMeasurement extends Pick<Rigid, 'orientation'> {
  header: RosHeader;
  /** Radians a second, about the axes of the frame. */
  angularVelocity: Vec3;
  /** Metres a second squared, along the axes of the frame; at rest, gravity upwards. */
  specificForce: Vec3;
}

const SECOND = 1_000_000_000n;

/** Whole seconds and nanoseconds, as in times and durations. */
export function writeSeconds(cdr: CdrWriter, nanoseconds: bigint): CdrWriter {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  return cdr.i32(Number((nanoseconds - rest) / SECOND)).u32(Number(rest));
}

const writeHeader = (cdr: CdrWriter, { stamp, frameId }: RosHeader): CdrWriter =>
  writeSeconds(cdr, stamp).text(frameId);

/** A position or a direction, and a rotation, one behind the other. */
export function writePose(cdr: CdrWriter, { position, orientation }: Rigid): CdrWriter {
  return writeNumbers(cdr, [...position, ...clampedQuaternion(orientation)]);
}

export function writeNumbers(cdr: CdrWriter, numbers: readonly number[]): CdrWriter {
  for (const value of numbers) cdr.f64(value);
  return cdr;
}

/** Numbers of types in sensor_msgs/PointField. */
const DATATYPES: Readonly<Record<ElementType, number>> = Object.freeze({ u8: 2, u16: 4, u32: 6, f32: 7, f64: 8 });

/** A message sensor_msgs/msg/PointCloud2. */
export function pointCloudMessage({ header, grid, fields, pointStep, data, isDense }: PointCloud2): Uint8Array {
  const cdr = writeHeader(new CdrWriter(), header).u32(grid.height).u32(grid.width).u32(fields.length);
  for (const { name, offset, type } of fields) cdr.text(name).u32(offset).u8(DATATYPES[type]).u32(1);
  cdr
    .u8(0)
    .u32(pointStep)
    .u32(pointStep * grid.width)
    .blob(data);
  return cdr.u8(isDense ? 1 : 0).finish();
}

/** Bytes of a livox_ros_driver2/CustomPoint, from one to the next; the last one of a list ends a byte earlier. */
export const CUSTOM_POINT_BYTES = 20;

/** A message livox_ros_driver2/msg/CustomMsg of points of CUSTOM_POINT_BYTES each, whose times count from its stamp. */
export function customPointMessage({ header, data }: Pick<PointCloud2, 'header' | 'data'>): Uint8Array {
  const bytes = data.reduce((sum, { length }) => sum + length, 0);
  const points = bytes / CUSTOM_POINT_BYTES;
  const cdr = writeHeader(new CdrWriter(), header).u64(header.stamp).u32(points);
  // The number of the lidar, and three bytes for later.
  for (let k = 0; k < 4; k++) cdr.u8(0);
  const message = cdr.u32(points).elements(data).finish();
  return points === 0 ? message : message.subarray(0, -1);
}

/** A message sensor_msgs/msg/LaserScan. */
export function laserScanMessage(scan: LaserScan): Uint8Array {
  const { header, angleMin, angleIncrement, timeIncrement, scanTime, rangeMin, rangeMax, ranges, intensities } = scan;
  const angleMax = angleMin + Math.max(0, ranges.length - 1) * angleIncrement;
  const cdr = writeHeader(new CdrWriter(), header);
  for (const value of [angleMin, angleMax, angleIncrement, timeIncrement, scanTime, rangeMin, rangeMax]) cdr.f32(value);
  for (const values of [ranges, intensities]) {
    cdr.u32(values.length);
    for (const value of values) cdr.f32(value);
  }
  return cdr.finish();
}

/** A message tf2_msgs/msg/TFMessage. */
export function transformMessage(transforms: readonly StampedTransform[]): Uint8Array {
  const cdr = new CdrWriter().u32(transforms.length);
  for (const { header, child, pose } of transforms) {
    writePose(writeHeader(cdr, header).text(child), pose);
  }
  return cdr.finish();
}

/** Covariances of all zeros are unknown ones (sensor_msgs/msg/Imu). */
const UNKNOWN: readonly number[] = Object.freeze(new Array<number>(9).fill(0));

/** A message sensor_msgs/msg/Imu, with unknown covariances. */
export function imuMessage({ header, orientation, angularVelocity, specificForce }: InertialMeasurement): Uint8Array {
  const cdr = writeHeader(new CdrWriter(), header);
  for (const vector of [clampedQuaternion(orientation), angularVelocity, specificForce])
    writeNumbers(writeNumbers(cdr, vector), UNKNOWN);
  return cdr.finish();
}

/** A message rosgraph_msgs/msg/Clock. */
export const clockMessage = (stamp: bigint): Uint8Array => writeSeconds(new CdrWriter(), stamp).finish();
