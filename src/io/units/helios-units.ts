/**
 * Units of HELIOS++ in one of subray: nanowatts of a watt of amplitude, nanoseconds of a second of the echo's width.
 */
export const HELIOS_AMPLITUDE = 1e9;
export const HELIOS_WIDTH = 1e9;

/**
 * Amplitude, nanowatts, that has the largest intensity of 16 bits in the LAS files of HELIOS++; larger ones have it,
 * too.
 */
export const HELIOS_FULL_AMPLITUDE = 1e6;

/** Difference between our number of an object and that of HELIOS++, whose first is 0, which means no object here. */
export const HELIOS_OBJECT_SHIFT = 1;
