import { McapWriter } from '@mcap/core';
import type { OutputFile } from '../../base/files/files.js';
import { BlockBuffer } from '../bytes/block-buffer.js';
import { ROS_SCHEMAS, type RosSchemaName } from './ros-schemas.js';

/**
 * Quality of service of latched topics, which late subscribers still receive (rosbag2, `offered_qos_profiles`), as
 * /tf_static requires.
 */
const LATCHED_QOS = [
  '- history: 1',
  // One for each scanner.
  '  depth: 64',
  '  reliability: 1',
  '  durability: 1',
  '  deadline: { sec: 9223372036, nsec: 854775807 }',
  '  lifespan: { sec: 9223372036, nsec: 854775807 }',
  '  liveliness: 1',
  '  liveliness_lease_duration: { sec: 9223372036, nsec: 854775807 }',
  '  avoid_ros_namespace_conventions: false',
].join('\n');

/** A message of a topic. */
export interface TopicMessage {
  topic: string;
  schema: RosSchemaName;
  /** UTC, nanoseconds since 1970. */
  time: bigint;
  /** The message in CDR. */
  data: Uint8Array;
  /** Whether late subscribers receive it, too. */
  isLatched?: boolean;
}

/**
 * A recording of messages of ROS 2 (MCAP, profile `ros2`), in chunks without compression and with an index by time, so
 * that players can seek. Messages of different topics need not arrive in the order of their times. Memory is bounded by
 * a chunk, of a mebibyte and a message.
 */
export class McapRecording {
  private readonly file: OutputFile;
  private readonly buffer: BlockBuffer;
  private readonly writer: McapWriter;
  private readonly channels = new Map<string, { id: number; messages: number }>();
  private readonly schemas = new Map<RosSchemaName, number>();
  /** The writer takes one call at a time; all later calls throw the error of a failed one. */
  private last: Promise<void> = Promise.resolve();

  private constructor(file: OutputFile) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
    let position = 0n;
    this.writer = new McapWriter({
      writable: {
        position: () => position,
        write: async (bytes) => {
          position += BigInt(bytes.length);
          await this.buffer.append(bytes);
        },
      },
    });
  }

  /** Begins a recording by the program `software` in an empty file. */
  static async begin(file: OutputFile, software: string): Promise<McapRecording> {
    const recording = new McapRecording(file);
    await recording.writer.start({ profile: 'ros2', library: software });
    return recording;
  }

  get path(): string {
    return this.file.path;
  }

  /** Adds a message behind those before it. */
  add(message: TopicMessage): Promise<void> {
    return this.inTurn(async () => {
      const channel = await this.channelOf(message);
      const { time, data } = message;
      const sequence = channel.messages++;
      await this.writer.addMessage({ channelId: channel.id, sequence, logTime: time, publishTime: time, data });
    });
  }

  /** Completes the file. */
  async finish(): Promise<void> {
    await this.inTurn(() => this.writer.end());
    await this.buffer.drain();
    await this.file.commit();
  }

  async abort(): Promise<void> {
    await this.last.catch(() => {});
    await this.buffer.settle();
    await this.file.abort();
  }

  private inTurn(next: () => Promise<void>): Promise<void> {
    this.last = this.last.then(next);
    // The next call reports the failure; an unhandled one would end the process.
    this.last.catch(() => {});
    return this.last;
  }

  private async channelOf({ topic, schema, isLatched }: TopicMessage) {
    const known = this.channels.get(topic);
    if (known) return known;
    const metadata = new Map(isLatched ? [['offered_qos_profiles', LATCHED_QOS]] : []);
    const schemaId = await this.schemaOf(schema);
    const id = await this.writer.registerChannel({ schemaId, topic, messageEncoding: 'cdr', metadata });
    const channel = { id, messages: 0 };
    this.channels.set(topic, channel);
    return channel;
  }

  private async schemaOf(name: RosSchemaName): Promise<number> {
    const known = this.schemas.get(name);
    if (known !== undefined) return known;
    const data = new TextEncoder().encode(ROS_SCHEMAS[name]);
    const id = await this.writer.registerSchema({ name, encoding: 'ros2msg', data });
    this.schemas.set(name, id);
    return id;
  }
}
