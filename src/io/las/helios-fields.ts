import { attributeNamed, type PointAttribute } from '../../cloud/point-schema.js';
import { type RecordStep, stepSource } from '../records/record-plan.js';
import { HELIOS_AMPLITUDE, HELIOS_OBJECT_SHIFT, HELIOS_WIDTH } from '../units/helios-units.js';
import type { ExtraColumn } from './point-layout.js';

/** An attribute in a field of HELIOS++: its value is number × factor + term. */
export interface HeliosField {
  /** Name of the attribute. */
  name: string;
  factor?: number;
  term?: number;
}

/**
 * The extra bytes in which HELIOS++ 2 writes LAS, by name: `echo_width` in nanoseconds, `fullwaveIndex`, which numbers
 * pulses from 1, `hitObjectId`, and `heliosAmplitude`, the height of the received waveform in nanowatts.
 */
export const HELIOS_FIELDS: Readonly<Record<string, HeliosField>> = Object.freeze(
  Object.assign(Object.create(null), {
    echo_width: { name: 'echo_width', factor: 1 / HELIOS_WIDTH },
    fullwaveIndex: { name: 'pulse', term: -1 },
    hitObjectId: { name: 'instance', term: HELIOS_OBJECT_SHIFT },
    heliosAmplitude: { name: 'amplitude', factor: 1 / HELIOS_AMPLITUDE },
  }),
);

/** Whether these extra bytes are those of HELIOS++; other programs use the name `echo_width`, too. */
export const hasHeliosFields = (fields: readonly { name: string }[]): boolean =>
  fields.some(({ name }) => name === 'fullwaveIndex' || name === 'heliosAmplitude');

/** A number of f64 that is the attribute's, of f32, times a factor. */
const multiplied = (attribute: PointAttribute, factor: number) => ({
  type: 'f64' as const,
  step: (at: number): RecordStep => ({ kind: 'multipliedF32', at, source: stepSource(attribute), numbers: [factor] }),
});

/** A whole number that is the attribute's plus a term. */
const added = (attribute: PointAttribute, term: number) => ({
  type: 'i32' as const,
  step: (at: number): RecordStep => ({ kind: 'addedU32', at, source: stepSource(attribute), numbers: [term] }),
});

/** The extra bytes of HELIOS++, for points in its numbering; see `heliosPoints`. */
export const HELIOS_COLUMNS: readonly ExtraColumn[] = Object.freeze([
  {
    ...{ name: 'echo_width', description: 'echo, full width half max', unit: 'ns' },
    ...multiplied(attributeNamed('echo_width'), HELIOS_WIDTH),
  },
  { name: 'fullwaveIndex', description: 'pulse of the laser, from 1', ...added(attributeNamed('pulse'), 1) },
  {
    ...{ name: 'hitObjectId', description: 'object, -1 is none' },
    ...added(attributeNamed('instance'), -HELIOS_OBJECT_SHIFT),
  },
  {
    ...{ name: 'heliosAmplitude', description: 'peak of the echo', unit: 'nW' },
    ...multiplied(attributeNamed('amplitude'), HELIOS_AMPLITUDE),
  },
]);
