import type { Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import type { OpenScene } from '../support/scan.js';
import type { Recording, RecordOptions } from '../support/waveforms.js';

/** An engine with the scene of a part. */
export interface Stage extends Pick<OpenScene, 'scan'> {
  engine: EngineName;
  /** Records of the sampling receiver of a scanner for pulses along +y with one subray, which all see the same. */
  record(scanner: Scanner, pulses: number, options?: RecordOptions): Promise<Recording>;
}

export type EngineName = 'CPU' | 'GPU';

/**
 * A quantity that has an expected value, and the way to measure it: a line of docs/validation.md
 * and a test of each engine.
 */
export interface Row<Measured> {
  /** Name of the test; no other row has it. */
  test: string;
  quantity: string;
  /** Absent: a number without a unit. */
  unit?: string;
  /** Formula of the expected value, or the publication that has it. */
  source: string;
  expected: number;
  /** Largest error that passes, in the unit. */
  tolerance: number;
  /** Source of the tolerance, if it is not that of rounding: "4 σ of 3600 pulses". */
  basis?: string;
  /** Printed digits after the point: no more than are the same on every machine. */
  decimals: number;
  /** Engines on which it takes long: measured there by `npm run test:long`, and with SUBRAY_SLOW_ROWS=1. */
  slow?: readonly EngineName[];
  /** The engine that measures it, where a software GPU would take an hour for what both engines share to the bit. */
  only?: EngineName;
  /** What it needs and is not here, so that its test is skipped; the page keeps what was measured. */
  absent?: string | false;
  /** The value, in the unit. */
  measure: Measured;
}

/** Rows that are measured on both engines, in one scene. */
export interface TracedPart {
  scene: () => Scene | Promise<Scene>;
  rows: readonly Row<(stage: Stage) => Promise<number>>[];
}

/** Rows that the host computes, whatever the engine. */
export interface HostPart {
  rows: readonly Row<() => number | Promise<number>>[];
}

/** A section of docs/validation.md. */
export interface Subject {
  title: string;
  /** Common subject of its rows, a sentence or two. */
  about: string;
  traced: readonly TracedPart[];
  host?: HostPart;
}

export type AnyRow = Row<(stage: Stage) => number | Promise<number>>;

/** The rows of a subject, in the order of their lines. */
export const rowsOf = ({ traced, host }: Subject): AnyRow[] => [
  ...traced.flatMap(({ rows }) => rows as readonly AnyRow[]),
  ...((host?.rows ?? []) as readonly AnyRow[]),
];

/** `measure`, done once for a stage: for rows that take their values from the same scan. */
export function once<T>(measure: (stage: Stage) => Promise<T>): (stage: Stage) => Promise<T> {
  const done = new WeakMap<Stage, Promise<T>>();
  return (stage) => {
    const kept = done.get(stage) ?? measure(stage);
    done.set(stage, kept);
    return kept;
  };
}

/** The value that is farthest from `expected`; NaN if there is none. */
export const farthest = (values: readonly number[], expected: number): number =>
  values.reduce(
    (worst, value) => (Math.abs(value - expected) > Math.abs(worst - expected) ? value : worst),
    values[0] ?? NaN,
  );
