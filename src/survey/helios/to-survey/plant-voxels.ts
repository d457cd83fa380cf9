import { quoteText } from '../../../base/yaml/faults.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { HeliosSource } from '../scene-xml.js';
import { locateFile } from './locate-file.js';

/** The voxels of an AMAPVox file, in our keys. Notes faults. */
export async function plantVoxels(reading: HeliosReading, { params }: HeliosSource): Promise<Record<string, unknown>> {
  const mode = intersectionMode(params);
  if (mode === 'fixed') return { mode: 'solid' };
  if (mode === 'scaled') {
    const exponent = params.number('intersectionArgument') ?? SCALED_EXPONENT;
    return { mode, exponent, ...(params.flag('randomShift') && { shift: true, ...seeded(reading) }) };
  }
  if (mode !== 'transmittive')
    noteAt(
      reading,
      params.place('intersectionMode'),
      `intersectionMode: found ${quoteText(mode)}, expected transmittive, fixed or scaled`,
    );
  const table = params.text('ladlut');
  const instead = 'leaves of all angles are assumed';
  const leafAngles = table && (await locateFile(reading, table, params.place('ladlut'), instead));
  return { mode: 'medium', ...(leafAngles && { leafAngles }) };
}

const SCALED_EXPONENT = 0.5;

/** The seed that a part does not have from the survey by itself. */
export const seeded = ({ seed }: HeliosReading): { seed?: number } => (seed === undefined ? {} : { seed });

/** Interaction of rays with the voxels, as written. */
export const intersectionMode = (params: HeliosSource['params']): string =>
  (params.text('intersectionMode') ?? 'transmittive').trim().toLowerCase();
