/** HELIOS++ units in one of subray's: nanowatts in a watt of amplitude, nanoseconds in a second of echo width. */
export const HELIOS_AMPLITUDE = 1e9;
export const HELIOS_WIDTH = 1e9;

/**
 * Amplitude, nanowatts, of the largest 16-bit intensity in the LAS files of HELIOS++; larger amplitudes have the same.
 */
export const HELIOS_FULL_AMPLITUDE = 1e6;

/** Difference between our number of an object and that of HELIOS++, whose first is 0, which means no object here. */
export const HELIOS_OBJECT_SHIFT = 1;
