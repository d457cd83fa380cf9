/** The chosen thing, which the inspector shows; undefined: nothing is chosen. */
export type Selection =
  | { kind: 'leg'; leg: number }
  | { kind: 'part'; part: number }
  | { kind: 'plan' }
  | { kind: 'scanner' }
  | { kind: 'labels' }
  | { kind: 'output'; output: number }
  | { kind: 'point'; cloud: string; point: number }
  | undefined;
