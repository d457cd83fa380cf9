/** A number with four digits, as in data sheets. */
export const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** An angle in radians as `1.5°`. */
export const inDegrees = (angle: number): string => `${digits((angle * 180) / Math.PI)}°`;

/** `100000 pulses/s`. */
export const inPulses = ({ pulseRateHz }: { pulseRateHz: number }): string => `${digits(pulseRateHz)} pulses/s`;
