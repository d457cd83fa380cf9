/** An effect that subray leaves out, and the error that this makes. */
export interface Omission {
  effect: string;
  size: string;
  source: string;
}

export const NOT_MODELLED: readonly Omission[] = [];
