import type { ProceduralKind } from '../procedural/procedural-kind.js';

/** A scene of the benchmark; triangles as counted by `subray scene generate`, with every placement. */
export interface BenchScene {
  name: string;
  generator: ProceduralKind;
  triangles: number;
  /** One mesh of everything, or trees that are stored once and placed often. */
  layout: 'one mesh' | 'instances';
}

/** A survey of the benchmark; `sampled` is the airborne one with a receiver that samples. */
export const BENCH_SURVEYS = ['terrestrial', 'airborne', 'sampled'] as const;

export type BenchSurvey = (typeof BENCH_SURVEYS)[number];

export const BENCH_SCENES: readonly BenchScene[] = [
  { name: 'forest', generator: 'forest', triangles: 900_000, layout: 'one mesh' },
  { name: 'street', generator: 'street', triangles: 5_000_000, layout: 'one mesh' },
  { name: 'woods', generator: 'forest', triangles: 500_000_000, layout: 'instances' },
];
