import { draw, type StreamKey, uniform } from '../../base/random.js';
import type { LinkBudget } from '../../cloud/tone-mapping/intensity-scale.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Stretch } from './echo.js';

/** The facts of a leg that artefacts may use. */
export interface ArtefactLeg {
  scanner: Scanner;
  /** Key of the leg's random numbers. */
  key: StreamKey;
  /** Names of the scene's materials, by number. */
  materials: readonly string[];
  budget: LinkBudget;
}

/** Changes the echoes of a stretch. */
export type Alter = (stretch: Stretch) => void;

/** A kind of artefact; `Settings` are in SI units. */
export interface ArtefactKind<Settings> {
  /**
   * Shots before and after a shot whose echoes it depends on; 0 if it needs the whole shot alone. Absent: each pulse is
   * on its own.
   */
  shots?(settings: Settings): number;
  /** Begins its effect in a leg. Throws UserError for settings that do not fit the leg. */
  begin(settings: Settings, leg: ArtefactLeg): Alter;
}

/** A uniform number in (0, 1) that depends on pulse and index only. */
export type UniformDraws = (pulse: number, index: number) => number;

/** The uniform numbers of a stream of random numbers. */
export function uniformDraws(key: StreamKey, stream: number): UniformDraws {
  const words = new Uint32Array(4);
  return (pulse, index) => {
    draw(key, pulse, index, stream, words);
    return uniform(words[0]);
  };
}
