import { DEGREE } from '../../base/angle.js';
import { formatPlace, type SourcePlace, UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';
import { PLATFORM_COORDINATE_MAX } from '../../platform/coordinate-max.js';
import type { TrafficTrack } from '../motion/traffic-track.js';

/** Most objects of a recording, and most places of all of them. */
export const TRACKS_MAX = 100_000;
export const TRACK_PLACES_MAX = 2 ** 22;

/** What a recording says of an object at a moment, as written; absent: nothing. */
export interface TrafficRow {
  kind: 'vehicle' | 'person' | 'container';
  id?: string;
  type?: string;
  x?: string;
  y?: string;
  z?: string;
  angle?: string;
  slope?: string;
  speed?: string;
}

/** A place of a recording in the world, metres, and how much the north of its headings is turned there, radians. */
interface WorldPlace {
  position: readonly [x: number, y: number, z: number];
  turn: number;
}

export interface TrackOptions {
  /** Seconds of the recording that are read; absent: all, from its first moment on. */
  time?: readonly [from: number, to: number];
  /** From places of the recording to those of the world; throws UserError at `place`. */
  placeOf(x: number, y: number, z: number, place: SourcePlace): WorldPlace;
}

/** Types of objects without one, as in SUMO. */
const DEFAULT_TYPES: Readonly<Record<TrafficRow['kind'], string>> = {
  vehicle: 'DEFAULT_VEHTYPE',
  person: 'DEFAULT_PEDTYPE',
  container: 'DEFAULT_CONTAINERTYPE',
};

type Columns = {
  -readonly [K in keyof TrafficTrack]: TrafficTrack[K] extends readonly number[] ? number[] : TrafficTrack[K];
};

/** Collects what a recording of traffic says, moment by moment. Methods throw UserError for what is no such thing. */
export class TrackList {
  private readonly file: string;
  private readonly options: TrackOptions;
  private readonly tracks = new Map<string, Columns>();
  private count = 0;
  private step = -1;
  private time: number | undefined;
  /** The recording's time at which the scene's clock is 0. */
  private zero: number | undefined;
  private latest: [from: number, to: number] | undefined;

  constructor(file: string, options: TrackOptions) {
    this.file = file;
    this.options = options;
    this.zero = options.time?.[0];
  }

  /** Whether all of the wanted time has been read. */
  get isOver(): boolean {
    const { time } = this.options;
    return time !== undefined && this.time !== undefined && this.time > time[1];
  }

  /** Begins the next moment. */
  moment(text: string | undefined, place: SourcePlace): void {
    const time = trackNumber(text, 'time', place);
    if (this.time !== undefined && !(time > this.time))
      throw new UserError(`time: found ${time} after ${this.time}, expected moments in order`, { place });
    for (const track of this.current.splice(0)) track.end = this.clockOf(time);
    this.zero ??= time;
    this.latest = [this.latest?.[0] ?? time, time];
    this.time = time;
    this.step++;
  }

  /** Objects of the current moment. */
  private readonly current: Columns[] = [];

  /** Adds an object at the current moment. */
  add(row: TrafficRow, place: SourcePlace): void {
    const { kind, id } = row;
    if (this.time === undefined)
      throw new UserError(`found a ${kind} outside of a timestep, expected it in one`, { place });
    if (id === undefined) throw new UserError(`found a ${kind} without id, expected one`, { place });
    const { time } = this.options;
    if (time !== undefined && (this.time < time[0] || this.time > time[1])) return;
    const read = (key: 'x' | 'y' | 'z' | 'angle' | 'slope' | 'speed') => trackNumber(row[key], key, place);
    const { position, turn } = this.options.placeOf(read('x'), read('y'), row.z === undefined ? 0 : read('z'), place);
    const far = position.findIndex((value) => !(Math.abs(value) <= PLATFORM_COORDINATE_MAX));
    if (far >= 0)
      throw new UserError(
        `found ${'xyz'[far]} = ${position[far].toPrecision(3)} m, expected at most ${PLATFORM_COORDINATE_MAX} m`,
        { place, hint: 'offset brings the places of the recording to those of the scene' },
      );
    if (++this.count > TRACK_PLACES_MAX)
      throw new UserError(
        `found more than ${TRACK_PLACES_MAX} places of objects, the most that are read`,
        TOO_MUCH(place),
      );
    const track = this.trackOf(id, row.type ?? DEFAULT_TYPES[kind], place);
    if (track.steps[track.steps.length - 1] === this.step)
      throw new UserError(`found ${quoteText(id)} twice at ${this.time} s, expected each object once`, { place });
    track.times.push(this.clockOf(this.time));
    track.positions.push(...position);
    track.headings.push(row.angle === undefined ? Number.NaN : read('angle') * DEGREE + turn);
    track.pitches.push(row.slope === undefined ? 0 : read('slope') * DEGREE);
    track.speeds.push(row.speed === undefined ? Number.NaN : read('speed'));
    track.steps.push(this.step);
    track.end = this.clockOf(this.time) + 1;
    this.current.push(track);
  }

  /** The tracks, in the order in which objects come. Throws UserError if there are none. */
  finish(): TrafficTrack[] {
    const { file, latest } = this;
    if (latest === undefined)
      throw new UserError('found no moment (timestep), expected floating car data of SUMO', { place: { file } });
    if (this.tracks.size === 0) {
      const { time } = this.options;
      const within = time ? ` from ${time[0]} to ${time[1]} s; the file has ${latest[0]} to ${latest[1]} s` : '';
      throw new UserError(`found no vehicle or person${within}`, { place: { file } });
    }
    for (const track of this.tracks.values()) fillHeadings(track);
    return [...this.tracks.values()];
  }

  private clockOf(time: number): number {
    return time - (this.zero ?? time);
  }

  private trackOf(id: string, type: string, place: SourcePlace): Columns {
    const known = this.tracks.get(id);
    if (known !== undefined && known.type !== type)
      throw new UserError(
        `found ${quoteText(id)} of type ${quoteText(type)}, but of ${quoteText(known.type)} at ${formatPlace(known.place)}`,
        { place },
      );
    if (known !== undefined) return known;
    if (this.tracks.size === TRACKS_MAX)
      throw new UserError(`found more than ${TRACKS_MAX} objects, the most that may move`, TOO_MUCH(place));
    const columns = { times: [], positions: [], headings: [], pitches: [], speeds: [], steps: [] };
    const made: Columns = { id, type, place, ...columns, end: 0 };
    this.tracks.set(id, made);
    return made;
  }
}

const TOO_MUCH = (place: SourcePlace) => ({ place, hint: 'time: [FROM, TO] reads a part of the file' });

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** The number that is written; throws UserError for what is none. */
export function trackNumber(text: string | undefined, key: string, place: SourcePlace): number {
  const value = text !== undefined && NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new UserError(`${key}: ${text === undefined ? 'missing' : `found ${quoteText(text)}`}, expected a number`, {
    place,
  });
}

/** Shorter ways between two moments tell no heading, metres. */
const STANDING_MAX = 0.01;

/** Gives objects without an angle the direction of their way; one that stands keeps its last one, or has its first. */
export function fillHeadings({ headings, positions }: Pick<Columns, 'headings' | 'positions'>): void {
  if (!headings.some(Number.isNaN)) return;
  const directionFrom = (k: number): number => {
    const [dx, dy] = [positions[3 * k + 3] - positions[3 * k], positions[3 * k + 4] - positions[3 * k + 1]];
    return Math.hypot(dx, dy) > STANDING_MAX ? Math.atan2(dx, dy) : Number.NaN;
  };
  let latest = Number.NaN;
  const found = headings.map((own, k) => {
    const ahead = k + 1 < headings.length ? directionFrom(k) : Number.NaN;
    if (!Number.isNaN(own)) latest = own;
    else if (!Number.isNaN(ahead)) latest = ahead;
    return latest;
  });
  const first = found.find((heading) => !Number.isNaN(heading)) ?? 0;
  for (const [k, heading] of found.entries()) headings[k] = Number.isNaN(heading) ? first : heading;
}
