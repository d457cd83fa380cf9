/** Common part of descriptions of kinds that fire at a rate of their own and do not turn their head. */
export const EVEN_DESCRIPTION = {
  turnedBy: () => undefined,
  shotPeriod: ({ pulseRate }: { pulseRate: number }) => ({
    name: 'the time between two pulses',
    micros: 1e6 / pulseRate,
  }),
};

/** Common part of the models of such deflectors. */
export const EVEN_MODEL = {
  pulseRate: ({ pulseRateHz }: { pulseRateHz: number }) => pulseRateHz,
  turn: () => undefined,
  shotsPerTurn: () => undefined,
};
