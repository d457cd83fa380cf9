/** What a scanner's file may say that its sources do not tell, and how a sheet names it. */
export const UNKNOWN_FACTS = {
  returns: 'the default return mode',
  returnModes: 'its return modes',
  maxReturns: 'the number of returns',
  sensitivity: 'the target that is just detected',
  rangeByRate: 'the range at each pulse rate',
} as const;

export type UnknownFact = keyof typeof UNKNOWN_FACTS;

export const UNKNOWN_FACT_NAMES = Object.keys(UNKNOWN_FACTS) as [UnknownFact, ...UnknownFact[]];
