import type { RateLimits } from './limits-schema.js';
import { type Program, programsIn } from './program.js';
import type { ReturnMode } from './return-mode.js';
import type { Scanner } from './scanner.js';
import type { ScannerDefinition } from './scanner-schema.js';
import type { UnknownFact } from './unknown-facts.js';

/** A scanner of the catalogue, or of a file as in it, with what its file tells besides. */
export interface CataloguedScanner extends Scanner {
  /** Names the numbers that were not compared with a document of its maker. */
  unchecked?: string;
  /** Return modes that it can be set to. */
  returnModes?: readonly ReturnMode[];
  /** Pulse rates that it offers, and what it records at each; empty: any rate is possible. */
  programs?: readonly Program[];
  /** Rates that it can be set to, as far as its file tells. */
  limits?: RateLimits;
  /** What its sources do not tell. */
  unknown?: readonly UnknownFact[];
}

/** The scanner of a file, with what the file tells besides. */
export const cataloguedScanner = (definition: ScannerDefinition, scanner: Scanner): CataloguedScanner => ({
  ...scanner,
  unchecked: definition.unchecked?.trim(),
  returnModes: definition.detection.returnModes,
  programs: programsIn(definition),
  limits: definition.limits,
  unknown: definition.unknown,
});
