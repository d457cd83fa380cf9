import type { ProceduralKind } from '../procedural/procedural-kind.js';

/** A scene of the benchmark; triangles as counted by `subray scene generate`, with every placement. */
export interface BenchScene {
  name: string;
  generator: ProceduralKind;
  triangles: number;
  /** One mesh of everything, or trees that are stored once and placed often. */
  layout: 'one mesh' | 'instances';
}

/** A survey of the benchmark. */
export type BenchSurvey = 'terrestrial' | 'airborne';

export const BENCH_SURVEYS: readonly BenchSurvey[] = ['terrestrial', 'airborne'];

export const BENCH_SCENES: readonly BenchScene[] = [
  { name: 'forest', generator: 'forest', triangles: 900_000, layout: 'one mesh' },
  { name: 'street', generator: 'street', triangles: 5_000_000, layout: 'one mesh' },
  { name: 'woods', generator: 'forest', triangles: 500_000_000, layout: 'instances' },
];
