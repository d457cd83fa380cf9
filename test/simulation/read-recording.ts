/* A recording as Foxglove's readers of MCAP and of ROS 2's messages read it. */
import { readFileSync } from 'node:fs';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { expect } from 'vitest';

export interface Stamp {
  sec: number;
  nanosec: number;
}
export interface Header {
  stamp: Stamp;
  frame_id: string;
}
export interface Cloud {
  header: Header;
  height: number;
  width: number;
  fields: { name: string; offset: number; datatype: number; count: number }[];
  is_bigendian: boolean;
  point_step: number;
  row_step: number;
  data: Uint8Array;
  is_dense: boolean;
}
export interface CustomMsg {
  header: Header;
  timebase: bigint;
  point_num: number;
  lidar_id: number;
  points: Record<'offset_time' | 'x' | 'y' | 'z' | 'reflectivity' | 'tag' | 'line', number>[];
}
export interface Scan {
  header: Header;
  angle_min: number;
  angle_max: number;
  angle_increment: number;
  time_increment: number;
  scan_time: number;
  range_min: number;
  range_max: number;
  ranges: Float32Array;
  intensities: Float32Array;
}
export interface Axes {
  x: number;
  y: number;
  z: number;
  w: number;
}
export interface Transforms {
  transforms: { header: Header; child_frame_id: string; transform: { translation: Axes; rotation: Axes } }[];
}
type Vector = Omit<Axes, 'w'>;
export interface Imu {
  header: Header;
  orientation: Axes;
  orientation_covariance: Float64Array;
  angular_velocity: Vector;
  angular_velocity_covariance: Float64Array;
  linear_acceleration: Vector;
  linear_acceleration_covariance: Float64Array;
}
export interface SceneUpdate {
  deletions: unknown[];
  entities: {
    timestamp: Stamp;
    frame_id: string;
    id: string;
    lifetime: Stamp;
    frame_locked: boolean;
    metadata: { key: string; value: string }[];
    cubes: {
      pose: { position: Vector; orientation: Axes };
      size: Vector;
      color: { r: number; g: number; b: number; a: number };
    }[];
  }[];
}
export interface Message {
  topic: string;
  time: bigint;
  sequence: number;
  message: unknown;
}

/** All messages in the order of their times, by the index; the stream holds as many. */
export async function messagesIn(path: string): Promise<{ messages: Message[]; reader: McapIndexedReader }> {
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    },
  });
  const readers = new Map<number, MessageReader>();
  for (const channel of reader.channelsById.values()) {
    const schema = reader.schemasById.get(channel.schemaId);
    expect([channel.messageEncoding, schema?.encoding]).toEqual(['cdr', 'ros2msg']);
    readers.set(channel.id, new MessageReader(parse(new TextDecoder().decode(schema?.data), { ros2: true })));
  }
  const messages: Message[] = [];
  for await (const { channelId, logTime, publishTime, sequence, data } of reader.readMessages()) {
    expect(publishTime).toBe(logTime);
    const topic = reader.channelsById.get(channelId)?.topic ?? '';
    messages.push({ topic, time: logTime, sequence, message: readers.get(channelId)?.readMessage(data) });
  }
  const stream = new McapStreamReader({ validateCrcs: true });
  stream.append(new Uint8Array(bytes));
  let streamed = 0;
  for (let record = stream.nextRecord(); record; record = stream.nextRecord())
    if (record.type === 'Message') streamed++;
  expect(streamed).toBe(messages.length);
  return { messages, reader };
}

export const SETTERS = [
  undefined,
  undefined,
  ['getUint8', 1],
  undefined,
  ['getUint16', 2],
  undefined,
  ['getUint32', 4],
  ['getFloat32', 4],
  ['getFloat64', 8],
] as const;

/** The numbers of each field. */
export function fieldsOf({ fields, data, point_step, width, height }: Cloud): Record<string, number[]> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const of = ({ datatype, offset }: Cloud['fields'][number]) => {
    const [get] = SETTERS[datatype] ?? ['getUint8'];
    return Array.from({ length: width * height }, (_, i) => view[get](i * point_step + offset, true));
  };
  return Object.fromEntries(fields.map((field) => [field.name, of(field)]));
}

export const nanoseconds = ({ sec, nanosec }: Stamp): bigint => BigInt(sec) * 1_000_000_000n + BigInt(nanosec);
