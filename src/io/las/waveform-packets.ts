import { UserError } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { type WaveformBatch, waveformPart } from '../../cloud/waveform-batch.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import { codeOf, DescriptorTable, darkCode } from './packet-form.js';
import { WAVE_PACKET, WAVE_PACKET_AT, WAVE_PACKET_BYTES, type WritablePointFormat } from './point-layout.js';
import { PACKETS_AT, type WaveformDescriptor } from './waveform-descriptor.js';

/** Target of packets: a file beside the points, or a store until the points are written. */
export type PacketSink = Pick<BlockBuffer, 'append'>;

/** Place of the packet of each part of a batch; descriptor 0: none of its points are written. */
interface PacketPlaces {
  descriptor: Uint8Array;
  offset: Float64Array;
  bytes: Uint32Array;
}

/** Range of light in a picosecond, out and back, metres: 299 792 458 m/s · 1e-12 s / 2. */
export const METRES_PER_PICOSECOND = 299_792_458e-12 / 2;
const PICOSECONDS = 1e12;

/** Points with their places in their waveforms. */
type FoundPoints = Pick<PointBatch, 'count' | 'waveform' | 'returnTime'>;

/** Writes waveform packets, and the references of points to them. */
export class WaveformPackets {
  readonly table = new DescriptorTable();
  /** Bytes of all packets so far. */
  bytes = 0;

  /** Writes the parts to which points of the batch belong, all at once; parts of other pulses are left out. */
  async add(points: FoundPoints, waveforms: WaveformBatch, sink: PacketSink): Promise<PacketPlaces> {
    const { count } = waveforms;
    const places = {
      descriptor: new Uint8Array(count),
      offset: new Float64Array(count),
      bytes: new Uint32Array(count),
    };
    const parts: number[] = [];
    const before = this.bytes;
    for (let i = 0; i < points.count; i++) {
      const part = waveformPart(points, i, waveforms);
      if (part === undefined || places.descriptor[part] > 0) continue;
      const index = this.table.find(waveforms, part);
      const { samples, bits } = this.table.descriptors[index - 1];
      places.descriptor[part] = index;
      places.offset[part] = PACKETS_AT + this.bytes;
      places.bytes[part] = (samples * bits) / 8;
      this.bytes += places.bytes[part];
      parts.push(part);
    }
    const packets = new DataView(new ArrayBuffer(this.bytes - before));
    for (const part of parts) {
      const form = this.table.descriptors[places.descriptor[part] - 1];
      encodePacket(waveforms, part, form, packets, places.offset[part] - PACKETS_AT - before);
    }
    if (parts.length > 0) await sink.append(new Uint8Array(packets.buffer));
    return places;
  }
}

/** Writes the packet of a part at a place, padded with samples of no light. */
function encodePacket(
  waveforms: WaveformBatch,
  part: number,
  form: WaveformDescriptor,
  packets: DataView,
  at: number,
): void {
  const { samples, sampleStart, sampleCount, bits } = waveforms;
  const [start, count, dark] = [sampleStart[part], sampleCount[part], darkCode(form)];
  for (let k = 0; k < form.samples; k++) {
    const code = k < count ? codeOf(samples[start + k], bits, form) : dark;
    if (form.bits === 8) packets.setUint8(at + k, code);
    else packets.setUint16(at + 2 * k, code, true);
  }
}

/** Records of points, with their start and length. */
interface RecordPlace {
  view: DataView;
  at: number;
  recordLength: number;
  format: WritablePointFormat;
}

/**
 * Writes the references of points `first` … `first + count` of a batch to their packets. The vector of the beam points
 * back to the instrument: sample k of a packet was received from point + (location − k · spacing) · vector. This is the
 * reading of LASlib, CloudCompare and the specification's anchor point (point + location · vector).
 */
export function storePackets(
  { view, at, recordLength, format }: RecordPlace,
  points: FoundPoints,
  waveforms: WaveformBatch,
  places: PacketPlaces,
  { first, count }: { first: number; count: number },
): void {
  for (let i = first, to = at + WAVE_PACKET_AT[format]; i < first + count; i++, to += recordLength) {
    const part = waveformPart(points, i, waveforms);
    if (part === undefined) {
      for (let byte = 0; byte < WAVE_PACKET_BYTES; byte++) view.setUint8(to + byte, 0);
      continue;
    }
    view.setUint8(to + WAVE_PACKET.descriptor, places.descriptor[part]);
    view.setBigUint64(to + WAVE_PACKET.offset, BigInt(places.offset[part]), true);
    view.setUint32(to + WAVE_PACKET.bytes, places.bytes[part], true);
    view.setFloat32(to + WAVE_PACKET.location, (points.returnTime?.[i] ?? 0) * PICOSECONDS, true);
    for (let axis = 0; axis < 3; axis++)
      view.setFloat32(
        to + WAVE_PACKET.beam + 4 * axis,
        -METRES_PER_PICOSECOND * waveforms.direction[3 * part + axis],
        true,
      );
  }
}

/** Internal packets wait in memory until the last point is written. */
const STORE_BYTES_MAX = 2 ** 31;

/** Keeps packets in memory. Throws UserError when it is full. */
export class PacketStore implements PacketSink {
  readonly packets: Uint8Array[] = [];
  private bytes = 0;

  async append(bytes: Uint8Array): Promise<void> {
    this.bytes += bytes.length;
    if (this.bytes > STORE_BYTES_MAX)
      throw new UserError('the waveforms take more than 2 GiB, the most that are kept for one LAS file', {
        hint: 'write "waveforms: external" in the output: they go to a .wdp file beside it',
      });
    this.packets.push(bytes);
  }
}
