import type { SourceDocument } from '../base/yaml/source-document.js';
import type { GivenRows } from './read/given-rows.js';
import type { VariableKind } from './variables/variable-kind.js';

/** A campaign: a survey, and the variations by which others are made from it. */
export interface Campaign {
  name: string;
  /** Path of its file. */
  file: string;
  document: SourceDocument;
  seed: number;
  /** Number of draws. */
  count: number;
  grid: readonly GridAxis[];
  variables: readonly Variable[];
  assignments: readonly Assignment[];
  split?: Split;
  /** Values that a program made, one of its rows a draw; absent: all are drawn. */
  given?: GivenRows;
  base: BaseSurvey;
  about: About;
}

/** The maker's description of a data set; absent parts are unstated. */
export interface About {
  description?: string;
  /** An identifier of SPDX, or an address. */
  license?: string;
  /** Names. */
  creator?: readonly string[];
  /** Of publication: `2026-03-31`. */
  date?: string;
  url?: string;
  version?: string;
}

/** The survey that all others are made from. */
export interface BaseSurvey {
  /** Absolute path of its file, to whose folder paths in it are relative. */
  file: string;
  document: SourceDocument;
}

/** Values that every draw is crossed with. */
export interface GridAxis {
  name: string;
  values: readonly unknown[];
}

export interface Variable {
  name: string;
  kind: VariableKind;
  parameters: unknown;
  clip?: readonly [number, number];
  /** Whether the cells of the grid have a draw each. */
  perCell: boolean;
  /** Name of its random numbers. */
  stream: string;
  /** Parameters of the split `test`, and of all others: choices with values that are held out. */
  heldOut?: { test: unknown; others: unknown };
  /** Values of a choice by weight that are no texts, by the text of their key. */
  typedKeys?: ReadonlyMap<string, unknown>;
}

/** A value at a place of the survey. */
export interface Assignment {
  pointer: string;
  steps: readonly string[];
  /** With `$NAME` in place of drawn values. */
  template: unknown;
}

/** The division of surveys into sets. */
export interface Split {
  /** Variables whose equal values stay together; absent: each draw by itself. */
  by?: readonly string[];
  shares: readonly { name: string; share: number }[];
}

/** One survey of a campaign. */
export interface Row {
  index: number;
  /** Attempts before it that were of no use; absent: none. */
  attempt?: number;
  /** Drawn values and those of the grid, by name. */
  variables: Readonly<Record<string, unknown>>;
  split?: string;
  /** The survey as written. */
  survey: Readonly<Record<string, unknown>>;
}
