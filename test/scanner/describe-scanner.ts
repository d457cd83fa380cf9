/** A description of an instrument, for tests of its deflector; `rest` are further keys of the top level. */
export const scannerOf = (deflector: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  name: 'test instrument',
  wavelength: 905,
  detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 2, rangeNoise: 0.01 },
  deflector,
  ...rest,
});

export const DEGREE = Math.PI / 180;
