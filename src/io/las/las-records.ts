import { createWaveformBatch } from '../../cloud/waveform-batch.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { HeadWaveforms } from './las-head.js';
import { GLOBAL_ENCODING } from './las-header.js';
import { copyRecords, type PointData } from './point-data.js';
import type { PointLayout } from './point-layout.js';
import { descriptorVlrs, waveformDataHeader } from './waveform-descriptor.js';
import { PacketStore, storePackets, WaveformPackets } from './waveform-packets.js';
import { waveformPath } from './waveform-path.js';

/** The points of a LAS file: their records, and the waveforms in which they were found. */
export interface LasRecords extends Pick<CloudEncoder, 'append' | 'end' | 'beside'> {
  /** Waveforms of the points, if they have any. */
  waveforms?: HeadWaveforms;
}

/** The records of coded points. */
export const plainRecords = ({ recordLength }: PointLayout, data: PointData): LasRecords => ({
  append: ({ count, lasers, bytes: [records] }, buffer) =>
    data.append({ count, lasers }, buffer, copyRecords(records, recordLength)),
  end: (buffer) => data.end(buffer),
});

/** Records of a format with waveforms, and their packets behind the points or in a file beside them. */
export function waveformRecords(
  { format, recordLength }: PointLayout,
  data: PointData,
  where: 'internal' | 'external',
): LasRecords {
  const packets = new WaveformPackets();
  const store = new PacketStore();
  const internal = where === 'internal';
  return {
    waveforms: {
      encoding: internal ? GLOBAL_ENCODING.internalWaveforms : GLOBAL_ENCODING.externalWaveforms,
      vlrs: () => descriptorVlrs(packets.table.descriptors),
      internal,
    },
    append: async ({ count, lasers, found, bytes: [records] }, buffer, { waveforms = NO_WAVEFORMS, beside } = {}) => {
      const points = waveforms === NO_WAVEFORMS || found === undefined ? { count } : found;
      const places = await packets.add(points, waveforms, beside ?? store);
      const copy = copyRecords(records, recordLength);
      await data.append({ count, lasers }, buffer, (view, at, first, some) => {
        copy(view, at, first, some);
        storePackets({ view, at, recordLength, format }, points, waveforms, places, { first, count: some });
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
