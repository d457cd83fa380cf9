import { createWaveformBatch } from '../../cloud/waveform-batch.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { HeadWaveforms } from './las-head.js';
import { GLOBAL_ENCODING } from './las-header.js';
import type { PointData } from './point-data.js';
import type { PointEncoder } from './point-encoder.js';
import { descriptorVlrs, waveformDataHeader } from './waveform-descriptor.js';
import { PacketStore, storePackets, WaveformPackets } from './waveform-packets.js';
import { waveformPath } from './waveform-path.js';

/** The points of a LAS file: their records, and the waveforms in which they were found. */
export interface LasRecords extends Pick<CloudEncoder, 'append' | 'end' | 'beside'> {
  /** Absent: the points have none. */
  waveforms?: HeadWaveforms;
}

/** The records of points, made by `encoder`. */
export const plainRecords = (encoder: PointEncoder, data: PointData): LasRecords => ({
  append: (batch, buffer) =>
    data.append(batch, buffer, (view, at, first, count) => encoder.encode(batch, first, count, view, at)),
  end: (buffer) => data.end(buffer),
});

/** Records of a format with waveforms, and their packets behind the points or in a file beside them. */
export function waveformRecords(encoder: PointEncoder, data: PointData, where: 'internal' | 'external'): LasRecords {
  const { format, recordLength } = encoder.layout;
  const packets = new WaveformPackets();
  const store = new PacketStore();
  const internal = where === 'internal';
  return {
    waveforms: {
      encoding: internal ? GLOBAL_ENCODING.internalWaveforms : GLOBAL_ENCODING.externalWaveforms,
      vlrs: () => descriptorVlrs(packets.table.descriptors),
      internal,
    },
    append: async (batch, buffer, { waveforms = NO_WAVEFORMS, beside } = {}) => {
      const points = waveforms === NO_WAVEFORMS ? { ...batch, waveform: undefined } : batch;
      const places = await packets.add(points, waveforms, beside ?? store);
      await data.append(batch, buffer, (view, at, first, count) => {
        encoder.encode(batch, first, count, view, at);
        storePackets({ view, at, recordLength, format }, points, waveforms, places, { first, count });
      });
    },
    end: async (buffer) => {
      await data.end(buffer);
      if (!internal) return;
      await buffer.append(waveformDataHeader(packets.bytes));
      for (const packet of store.packets) await buffer.append(packet);
    },
    beside: internal ? undefined : { path: waveformPath, head: () => waveformDataHeader(packets.bytes) },
  };
}

const NO_WAVEFORMS = createWaveformBatch(0, 0, { interval: 0, bits: 0, baseline: 0 });
