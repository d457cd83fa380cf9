import type { z } from 'zod';
import type { Vec3 } from '../../base/vec3.js';
import type { Optics } from './optics.js';
import type { ReadPattern } from './pattern-table.js';

/** Everything that is a fact of one kind of deflector. The rest of the program asks a kind, never which kind it is. */
export type DeflectorKind<Schema extends z.ZodType, Si> = DeflectorDescription<Schema, Si> & DeflectorModel<Si>;

/** How a kind is written down in YAML (degrees, microseconds), and what it becomes. */
export interface DeflectorDescription<Schema extends z.ZodType, Si> {
  /** The word for the kind in files and messages. */
  name: string;
  schema: Schema;
  /**
   * Deflectors as YAML has them, from plain to the unusual: every option, and every optics that the kind has. Tests take each of
   * them from here to pulses, and compare these on both devices. Some 10 000 pulses a second, and patterns of which half a second
   * shows the whole extent.
   */
  examples: readonly [z.input<Schema>, ...z.input<Schema>[]];
  /** Keys that a survey may replace. */
  overrides: readonly KeyOf<Schema>[];
  /** Of keys that say one thing in two ways: where a survey replaces the one, those of the file that it stands for go. */
  alternatives: Readonly<Partial<Record<KeyOf<Schema>, readonly KeyOf<Schema>[]>>>;
  /** The deflector in SI units. Calls `note` for numbers that contradict each other. */
  resolve(definition: z.output<Schema>, note: NoteKey, readPattern?: ReadPattern): Si;
  /** The key by which a definition says how its own head turns; undefined where that is the scanner's `head`. */
  turnedBy(definition: z.output<Schema>): string | undefined;
  /** From one shot to the next, microseconds, and what the definition calls that. */
  shotPeriod(definition: z.output<Schema>): { name: string; micros: number };
  /** Whether a laser may say in which direction its light enters. */
  incident: boolean;
}

type KeyOf<Schema extends z.ZodType> = keyof z.output<Schema> & string;

/** Tells of a key of the deflector's definition. */
export type NoteKey = (key: string, found: unknown, expected: string) => void;

/** What a deflector in SI units does. */
export interface DeflectorModel<Si> {
  name: string;
  /**
   * What pulses of one laser draw while the head stands still: nothing but its beam, a line in a plane, a closed curve, or an
   * area.
   */
  shape: 'beam' | 'line' | 'loop' | 'area';
  /** What a division, a loop or the size of a list goes by: numbers > 0. */
  positive: readonly (keyof Si & string)[];
  /** What else the program cannot do without and the deflector lacks, as `key must …`; undefined: nothing. */
  fault(deflector: Si): string | undefined;
  /** Shots a second while it fires. */
  pulseRate(deflector: Si): number;
  /** How the deflector turns its own head: from shot to shot, or from line to line; undefined: it does not. */
  turn(deflector: Si): 'shots' | 'lines' | undefined;
  /** Shots of a turn of a head that turns from shot to shot, not always a whole number; undefined: turns hold no such number. */
  shotsPerTurn(deflector: Si): number | undefined;
  timing(deflector: Si, leg: LegGiven): ShotTiming;
  optics(deflector: Si, start: LegStart): Optics;
  reach(deflector: Si): Reach<Si>;
  /** Rates of one laser. `sector`: the angle that a head which turns from shot to shot may fire in, radians. */
  rates(deflector: Si, sector: number): ScanRates;
  /** The angle across that it sees as it is set, radians; undefined for patterns that have no lines. */
  field(deflector: Si): number | undefined;
  /** How it is set so that it sees `field` radians across, less than it does; undefined: its field is fixed. */
  narrow(deflector: Si, field: number): FieldSetting | undefined;
  axes(deflector: Si): PatternAxes;
  /** Seconds that show the pattern: a turn, a frame, some lines or cycles. `turned`: a head carries the deflector round. */
  representativeDuration(deflector: Si, turned: boolean): number;
  /** What it does, in words: rows of a name and a text. `lasers`: how many there are. */
  describe(deflector: Si, lasers: number): string[][];
  /** The deflector for programs; a list of millions of shots as their number. */
  json(deflector: Si): object;
}

/** What a leg says of its times; seconds and radians. */
export interface LegGiven {
  /** Undefined where the scanner's own turn decides. */
  duration: number | undefined;
  /** Size of the sector that the head turns through. */
  sector: number;
  /** How long deflector and head have been running when the leg begins. */
  warmup: number;
  /** Of the head that carries the deflector, radians a second; 0: there is none. */
  headRate: number;
}

/** How the shots of a leg follow in time; see PulseProgram in wgsl/records.wgsl. */
export interface ShotTiming {
  /** Shots of the leg: not a number where nothing says how long it lasts. */
  shots: number;
  /** From the start of the leg to its end, seconds. */
  duration: number;
  /** Shots of a cycle, its length, and the time between two of its shots. */
  cycle: number;
  cyclePeriod: number;
  pulsePeriod: number;
  /** When the first whole cycle begins. */
  cycleTime: number;
  /** Shots of the cycle under way at the start, and where that one stands: in shots after its beginning. */
  lead: number;
  leadStep: number;
  /** Shots that the deflector made before the first, of those that count from 0. */
  phase: number;
  /** Of whatever turns the head, radians a second. */
  headRate: number;
}

/** Where a deflector stands when a leg begins: where the cycle under way does, and how long it has been running. */
export type LegStart = Pick<ShotTiming, 'leadStep'> & Pick<LegGiven, 'warmup'>;

/**
 * The edge of all directions that a deflector reaches, in its frame (undeflected beam +y): unit vectors where they are stated or
 * have no optics between them and the numbers, else sweeps through them.
 */
export type Reach<Si> = readonly Vec3[] | readonly ReachSweep<Si>[];

/** A deflector of the same kind, set so that a few of its shots pass through the edge. */
export interface ReachSweep<Si> {
  deflector: Si;
  /** Shots a second, and the first shot of each stretch, all of so many shots. */
  pulseRateHz: number;
  firsts: readonly number[];
  count: number;
  /** Undefined: each shot is on the edge. Else the farthest from +y is, repeated evenly this many times about it. */
  round?: number;
}

/** How many pulses leave a scanner, and how they lie in lines. */
export interface ScanRates {
  /** Pulses that leave, a second: pauses between the facets of a polygon and outside of a sector taken off. */
  pulseRateHz: number;
  /** Lines (or loops of a closed pattern), a second; undefined where a pattern has none that follow one another. */
  lineRateHz?: number;
  /** Angle between two pulses of one laser in the middle of a line, radians; there is one where there are lines. */
  stepAngle?: number;
}

/** Numbers of a deflector as YAML says them, by key. */
export type DeflectorChanges = Readonly<Record<string, number>>;

/** How a scanner is set so that it sees a wished angle and no more. */
export interface FieldSetting {
  /** Numbers of the deflector to replace. */
  changes: DeflectorChanges;
  /** Sector [from, to] of a head that turns from shot to shot, radians; undefined for other kinds. */
  sector?: readonly [number, number];
}

/** The middle of a pattern and the direction in which its lines run there: unit vectors in the deflector's frame. */
export interface PatternAxes {
  middle: Vec3;
  across: Vec3;
}
