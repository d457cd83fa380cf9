import { createWaveformBatch } from '../../cloud/waveform-batch.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { HeadWaveforms } from './las-head.js';
import { GLOBAL_ENCODING } from './las-header.js';
import type { PointEncoder } from './point-encoder.js';
import type { Vlr } from './vlr.js';
import { descriptorVlrs, waveformDataHeader } from './waveform-descriptor.js';
import { PacketStore, storePackets, WaveformPackets } from './waveform-packets.js';
import { waveformPath } from './waveform-path.js';

/** The point data of a LAS file: the sequence of its records, and its description in the head. */
export interface LasRecords extends Pick<CloudEncoder, 'append' | 'end' | 'beside'> {
  /** LAZ. */
  compressed: boolean;
  /** Records of the head that tell a reader how to decode the point data. */
  vlrs: readonly Vlr[];
  /** Absent: the points have none. */
  waveforms?: HeadWaveforms;
}

/** Point records one after the other, made by `encoder`. */
export function plainRecords(encoder: PointEncoder): LasRecords {
  return {
    compressed: false,
    vlrs: [],
    append: (batch, buffer) =>
      buffer.appendRecords(batch.count, encoder.layout.recordLength, (view, at, first, count) =>
        encoder.encode(batch, first, count, view, at),
      ),
  };
}

/** Point records of a format with waveforms, and their packets behind the points or in a file beside them. */
export function waveformRecords(encoder: PointEncoder, where: 'internal' | 'external'): LasRecords {
  const { format, recordLength } = encoder.layout;
  const packets = new WaveformPackets();
  const store = new PacketStore();
  const internal = where === 'internal';
  return {
    compressed: false,
    vlrs: [],
    waveforms: {
      encoding: internal ? GLOBAL_ENCODING.internalWaveforms : GLOBAL_ENCODING.externalWaveforms,
      vlrs: () => descriptorVlrs(packets.table.descriptors),
      internal,
    },
    append: async (batch, buffer, { waveforms = NO_WAVEFORMS, beside } = {}) => {
      const points = waveforms === NO_WAVEFORMS ? { ...batch, waveform: undefined } : batch;
      const places = await packets.add(points, waveforms, beside ?? store);
      await buffer.appendRecords(batch.count, recordLength, (view, at, first, count) => {
        encoder.encode(batch, first, count, view, at);
        storePackets({ view, at, recordLength, format }, points, waveforms, places, { first, count });
      });
    },
    end: async (buffer) => {
      if (!internal) return;
      await buffer.append(waveformDataHeader(packets.bytes));
      for (const packet of store.packets) await buffer.append(packet);
    },
    beside: internal ? undefined : { path: waveformPath, head: () => waveformDataHeader(packets.bytes) },
  };
}

const NO_WAVEFORMS = createWaveformBatch(0, 0, { interval: 0, bits: 0, baseline: 0 });
