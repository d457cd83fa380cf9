import { invariant } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { HELIOS_AMPLITUDE, HELIOS_OBJECT_SHIFT, HELIOS_WIDTH } from '../helios-units.js';
import type { ExtraColumn } from './point-layout.js';

/** An attribute in a field of HELIOS++: its value is number × factor + term. */
export interface HeliosField {
  /** Name of the attribute. */
  name: string;
  factor?: number;
  term?: number;
}

/**
 * The extra bytes in which HELIOS++ 2 writes LAS, by their names: `echo_width` in nanoseconds, `fullwaveIndex`, which
 * numbers pulses from 1, `hitObjectId`, and `heliosAmplitude`, the height of the received waveform in nanowatts.
 */
export const HELIOS_FIELDS: Readonly<Record<string, HeliosField>> = Object.freeze(
  Object.assign(Object.create(null), {
    echo_width: { name: 'echo_width', factor: 1 / HELIOS_WIDTH },
    fullwaveIndex: { name: 'pulse', term: -1 },
    hitObjectId: { name: 'instance', term: HELIOS_OBJECT_SHIFT },
    heliosAmplitude: { name: 'amplitude', factor: 1 / HELIOS_AMPLITUDE },
  }),
);

/** Whether a file with these extra bytes has those of HELIOS++; `echo_width` alone is a name of others, too. */
export const hasHeliosFields = (fields: readonly { name: string }[]): boolean =>
  fields.some(({ name }) => name === 'fullwaveIndex' || name === 'heliosAmplitude');

/** A column of numbers, each from its point. */
const column = (
  { name, description, unit, type }: Omit<ExtraColumn, 'store' | 'type'> & { type: 'i32' | 'f64' },
  readerOf: (batch: PointBatch) => (point: number) => number,
): ExtraColumn => ({
  ...{ name, description, unit, type },
  store: ({ view, at, stride }, batch, first, count) => {
    const value = readerOf(batch);
    for (let i = 0, to = at; i < count; i++, to += stride)
      if (type === 'i32') view.setInt32(to, value(first + i), true);
      else view.setFloat64(to, value(first + i), true);
    return 0;
  },
});

/** The extra bytes of HELIOS++, for points as it numbers them; see `heliosPoints`. */
export const HELIOS_COLUMNS: readonly ExtraColumn[] = Object.freeze([
  column({ name: 'echo_width', description: 'echo, full width half max', unit: 'ns', type: 'f64' }, ({ echoWidth }) => {
    return (point) => echoWidth[point] * HELIOS_WIDTH;
  }),
  column({ name: 'fullwaveIndex', description: 'pulse of the laser, from 1', type: 'i32' }, ({ pulse }) => {
    invariant(pulse, 'points of this layout have the numbers of their pulses');
    return (point) => pulse[point] + 1;
  }),
  column({ name: 'hitObjectId', description: 'object, -1 is none', type: 'i32' }, ({ instance }) => {
    return (point) => instance[point] - HELIOS_OBJECT_SHIFT;
  }),
  column({ name: 'heliosAmplitude', description: 'peak of the echo', unit: 'nW', type: 'f64' }, ({ amplitude }) => {
    invariant(amplitude, 'points of this layout have amplitudes');
    return (point) => amplitude[point] * HELIOS_AMPLITUDE;
  }),
]);
