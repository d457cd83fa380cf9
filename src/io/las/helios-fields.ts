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
    echo_width: { name: 'echo_width', factor: 1e-9 },
    fullwaveIndex: { name: 'pulse', term: -1 },
    hitObjectId: { name: 'instance' },
    heliosAmplitude: { name: 'amplitude', factor: 1e-9 },
  }),
);

/** Whether a file with these extra bytes has those of HELIOS++; `echo_width` alone is a name of others, too. */
export const hasHeliosFields = (fields: readonly { name: string }[]): boolean =>
  fields.some(({ name }) => name === 'fullwaveIndex' || name === 'heliosAmplitude');
