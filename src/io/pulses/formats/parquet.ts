import { soloCoders } from '../../coders/block-coders.js';
import { codePulses, PULSE_COLUMNS } from '../pulse-columns.js';
import type { ColumnPulseFormat } from '../pulse-format.js';

/** Apache Parquet: a column for every number of a pulse, in row groups. Its encoder is loaded on first use. */
export const PARQUET_PULSES: ColumnPulseFormat = {
  ending: '.parquet',
  bytesPerPulse: 35,
  code: (pulses) => codePulses(pulses, false),
  encode: async (software, coders = soloCoders()) => {
    const { ParquetEncoder } = await import('../../parquet/parquet-encoder.js');
    return new ParquetEncoder(PULSE_COLUMNS, { software }, coders);
  },
};
