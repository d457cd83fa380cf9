import { ArchiveEncoder } from '../../npz/archive-encoder.js';
import { crc32 } from '../../npz/crc32.js';
import { NPY_TYPES } from '../../npz/npy-head.js';
import { codePulses, PULSE_COLUMNS } from '../pulse-columns.js';
import type { ColumnPulseFormat } from '../pulse-format.js';

/** An archive of NumPy arrays (numpy.load), a row a pulse; origins and directions have three numbers a row. */
export const NPZ_PULSES: ColumnPulseFormat = {
  ending: '.npz',
  bytesPerPulse: 56,
  code: (pulses) => {
    const coded = codePulses(pulses, true);
    return { ...coded, sums: coded.bytes.map((bytes) => crc32(bytes)) };
  },
  encode: (software) =>
    new ArchiveEncoder(
      PULSE_COLUMNS.filter(({ part }) => part === undefined || part.component === 0).map(({ name, type, part }) => ({
        name: part?.of ?? name,
        type: NPY_TYPES[type],
        components: part?.components ?? 1,
      })),
      software,
    ),
};
