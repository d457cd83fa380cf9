import type { z } from 'zod';
import type { Vec3 } from '../../base/vec3.js';
import type { Optics } from './optics.js';
import type { ReadPattern } from './pattern-table.js';

/** All facts about one kind of deflector. The rest of the program asks this object, never the name of the kind. */
export type DeflectorKind<Schema extends z.ZodType, Si> = DeflectorDescription<Schema, Si> & DeflectorModel<Si>;

/** The YAML form of a kind (degrees, microseconds), and its conversion. */
export interface DeflectorDescription<Schema extends z.ZodType, Si> {
  /** Name of the kind in files and messages. */
  name: string;
  schema: Schema;
  /**
   * Deflectors as written in YAML, from plain to unusual, with every option and all optics of the kind. Tests turn each
   * of them into pulses and compare these on both devices. Some 10 000 pulses a second, and patterns that show their
   * whole extent within half a second.
   */
  examples: readonly [z.input<Schema>, ...z.input<Schema>[]];
  /** Keys that a survey may replace. */
  overrides: readonly KeyOf<Schema>[];
  /** Alternative keys for one value: if a survey replaces one, the keys of the file that it stands for are dropped. */
  alternatives: Readonly<Partial<Record<KeyOf<Schema>, readonly KeyOf<Schema>[]>>>;
  /** The deflector in SI units. Calls `note` for numbers that contradict each other. */
  resolve(definition: z.output<Schema>, note: NoteKey, readPattern?: ReadPattern): Si;
  /** The key by which a definition turns its own head; undefined if the scanner's `head` does. */
  turnedBy(definition: z.output<Schema>): string | undefined;
  /** Time from one shot to the next, microseconds, and its name in the definition. */
  shotPeriod(definition: z.output<Schema>): { name: string; micros: number };
  /** Whether a laser may set the direction in which its light enters. */
  incident: boolean;
}

type KeyOf<Schema extends z.ZodType> = keyof z.output<Schema> & string;

/** Reports a fault at a key of the deflector's definition. */
export type NoteKey = (key: string, found: unknown, expected: string) => void;

/** Behaviour of a deflector in SI units. */
export interface DeflectorModel<Si> {
  name: string;
  /**
   * Shape that the pulses of one laser draw while the head stands still: just its beam, a line in a plane, a closed
   * curve, or an area.
   */
  shape: 'beam' | 'line' | 'loop' | 'area';
  /** Numbers that must be > 0: divisors, loop bounds and list sizes. */
  positive: readonly (keyof Si & string)[];
  /** Any other requirement that the deflector fails, as `key must …`, or undefined. */
  fault(deflector: Si): string | undefined;
  /** Shots a second while it fires. */
  pulseRate(deflector: Si): number;
  /** Motion of the head by the deflector: from shot to shot, from line to line, or none (undefined). */
  turn(deflector: Si): 'shots' | 'lines' | undefined;
  /**
   * Shots per turn of a head that turns from shot to shot, which need not be a whole number; undefined if turns have no
   * such number.
   */
  shotsPerTurn(deflector: Si): number | undefined;
  timing(deflector: Si, leg: LegGiven): ShotTiming;
  optics(deflector: Si, start: LegStart): Optics;
  /** The lines of a leg with this timing; undefined for patterns without lines. */
  strokes(deflector: Si, timing: ShotTiming, warmup: number): Strokes | undefined;
  reach(deflector: Si): Reach<Si>;
  /** Rates of one laser. `sector` is the angle, in radians, in which a head that turns from shot to shot may fire. */
  rates(deflector: Si, sector: number): ScanRates;
  /** Current field of view across, radians; undefined for patterns without lines. */
  field(deflector: Si): number | undefined;
  /** Settings that narrow the field of view to `field` radians across; undefined if the field is fixed. */
  narrow(deflector: Si, field: number): FieldSetting | undefined;
  axes(deflector: Si): PatternAxes;
  /** Seconds that show the pattern: a turn, a frame, some lines or cycles. `turned`: a head turns the deflector. */
  representativeDuration(deflector: Si, turned: boolean): number;
  /** Description in words: rows of a name and a text. `lasers` is the number of lasers. */
  describe(deflector: Si, lasers: number): string[][];
  /** The deflector for programs; a list of millions of shots is replaced by their number. */
  json(deflector: Si): object;
}

/** A leg's times; seconds and radians. */
export interface LegGiven {
  /** Undefined if the scanner's own turn decides. */
  duration: number | undefined;
  /** Size of the sector that the head turns through. */
  sector: number;
  /** Running time of deflector and head before the leg begins. */
  warmup: number;
  /** Rate of the head that carries the deflector, radians a second; 0 without a head. */
  headRate: number;
  /** Whether every line begins with a shot, as if the mirror waited; absent: the laser's clock runs on. */
  restarts?: boolean;
}

/** Timing of the shots of a leg; see PulseProgram in wgsl/records.wgsl. */
export interface ShotTiming {
  /** Shots of the leg; NaN if nothing limits its length. */
  shots: number;
  /** From the start of the leg to its end, seconds. */
  duration: number;
  /** Shots of a cycle, its length, and the time between two of its shots. */
  cycle: number;
  cyclePeriod: number;
  pulsePeriod: number;
  /** Start of the first whole cycle. */
  cycleTime: number;
  /** Shots left of the cycle under way at the start, and the position of that cycle, in shots after its beginning. */
  lead: number;
  leadStep: number;
  /** Shots made before the first one, for deflectors that count from 0. */
  phase: number;
  /** Rate of whatever turns the head, radians a second. */
  headRate: number;
  /** Lines among whose steps the shots fall as time has it; absent: every line begins with a shot. */
  running?: RunningLines;
  /** Whether nothing moves between two shots; absent: the deflector goes on until a channel fires. */
  jumps?: true;
}

/** Lines of a mirror that moves while the laser's clock runs on; in steps, the time between two shots. */
export interface RunningLines {
  /** Steps of a line, or of a cycle of a mirror; no whole number. */
  steps: number;
  /** Steps from the start of the leg to that of its first whole line; of lines without a gap: done before the leg. */
  entry: number;
  /** Steps of the window outside of which shots do not leave; absent: all of them leave. */
  window?: number;
}

/** The lines of a deflector, in order: a stroke is the way of the beam from one end to the other. */
export interface Strokes {
  /** Number of the stroke of a shot of the leg; it does not fall from shot to shot. */
  of(shot: number): number;
  /** The angle that changes along a stroke in the deflector's frame, as it grows in even strokes. */
  along: 'elevation' | 'azimuth';
  /** Whether odd strokes go back. */
  alternate: boolean;
}

/** State of a deflector at the start of a leg: its position in the cycle under way, its running time, its clock. */
export type LegStart = Pick<ShotTiming, 'leadStep'> & Pick<LegGiven, 'warmup' | 'restarts'>;

/**
 * The edge of all directions that a deflector reaches, in its frame (undeflected beam +y): unit vectors, if they are
 * stated or no optics lie between them and the numbers; otherwise sweeps through them.
 */
export type Reach<Si> = readonly Vec3[] | readonly ReachSweep<Si>[];

/** A deflector of the same kind, with settings that make a few of its shots pass through the edge. */
export interface ReachSweep<Si> {
  deflector: Si;
  /** Shots a second, the first shot of each stretch, and the number of shots in each. */
  pulseRateHz: number;
  firsts: readonly number[];
  count: number;
  /**
   * Undefined: each shot is on the edge. Otherwise only the one farthest from +y is, and is repeated evenly this many
   * times about +y.
   */
  round?: number;
}

/** Pulse rate of a scanner, and the rate and spacing of its lines. */
export interface ScanRates {
  /** Pulses a second, without the pauses between the facets of a polygon and outside of a sector. */
  pulseRateHz: number;
  /** Lines (or loops of a closed pattern) a second; undefined for a pattern without consecutive lines. */
  lineRateHz?: number;
  /** Angle between two pulses of one laser in the middle of a line, radians; defined for patterns with lines. */
  stepAngle?: number;
}

/** Numbers of a deflector by key, in the units of YAML. */
export type DeflectorChanges = Readonly<Record<string, number>>;

/** Settings that limit a scanner's field of view to a given angle. */
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
