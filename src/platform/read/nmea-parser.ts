import { DEGREE } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { SILENT_LOG } from '../../base/log.js';
import { fromAttitude, IDENTITY_ROTATION } from '../../base/quaternion.js';
import type { Trajectory } from '../leg.js';
import type { GeographicPoint } from '../map-projection.js';
import { courseAttitude } from '../path/course-attitude.js';
import { mergeAttitudes } from '../path/merge-attitudes.js';
import { demandAngle } from './demand-angle.js';
import { GeographicBuilder } from './geographic-builder.js';
import { LineSplitter } from './line-splitter.js';
import { angleOf, fieldNumber, type NmeaSentence, parseSentence, sentencesIn, timeOfDay } from './nmea-sentence.js';
import { TrajectoryBuilder } from './trajectory-builder.js';
import type { TrajectoryOptions, TrajectoryParser } from './trajectory-parser.js';

const DAY = 86_400;
const TYPES: ReadonlySet<string> = new Set(['GGA', 'RMC', 'HDT', 'PASHR']);

interface Fix {
  time: number;
  point: GeographicPoint;
  place: SourcePlace;
}

/**
 * Reads a log of NMEA 0183. Positions come from GGA (height above mean sea level) or, without GGA, from RMC at height
 * 0. Headings come from HDT, which has no time and takes that of the previous sentence. Roll, pitch and heading come
 * from PASHR, which overrides HDT. Without any of these, the attitude follows the course. Times are seconds since
 * midnight (UTC) of the day on which the log begins. Other sentences and lines are ignored, and so are fixes marked as
 * invalid. Damaged sentences are left out, with a warning of their count; receivers write bytes of other protocols
 * between them.
 */
export class NmeaParser implements TrajectoryParser {
  private readonly file: string;
  private readonly options: TrajectoryOptions;
  private readonly lines: LineSplitter;
  private readonly positions: TrajectoryBuilder;
  private readonly geographic: GeographicBuilder;
  private readonly headings: TrajectoryBuilder;
  private readonly attitudes: TrajectoryBuilder;
  /** Positions from RMC, as long as no GGA has been seen. */
  private withoutHeight: Fix[] | undefined = [];
  private clock: number | undefined;
  private damaged = 0;
  private firstDamage: UserError | undefined;

  constructor(file: string, options: TrajectoryOptions) {
    this.file = file;
    this.options = options;
    this.lines = new LineSplitter(file, (text, line) => this.readLine(text, { file, line }), 'latin1');
    this.positions = new TrajectoryBuilder(file, options);
    this.geographic = new GeographicBuilder(this.positions, options);
    // Several headings may apply to one time; the last one counts.
    this.headings = new TrajectoryBuilder(file, { repeats: 'last' });
    this.attitudes = new TrajectoryBuilder(file, { repeats: options.repeats });
  }

  push(bytes: Uint8Array): void {
    this.lines.push(bytes);
  }

  finish(): Trajectory {
    this.lines.finish();
    if (this.withoutHeight !== undefined && this.withoutHeight.length > 0) this.takeWithoutHeight(this.withoutHeight);
    if (this.positions.count === 0)
      throw (
        this.firstDamage ??
        new UserError('found no valid position, expected sentences GGA or RMC', { place: { file: this.file } })
      );
    this.warnOfDamage();
    const trajectory = this.positions.finish();
    const attitudes = this.attitudes.count > 0 ? this.attitudes : this.headings;
    return attitudes.count < 2 ? courseAttitude(trajectory) : mergeAttitudes(trajectory, attitudes.finish());
  }

  private readLine(line: string, place: SourcePlace): void {
    for (const text of sentencesIn(line)) {
      const sentence = this.whole(() => parseSentence(text, TYPES, place));
      if (sentence?.type === 'GGA') this.readGga(sentence);
      else if (sentence?.type === 'RMC') this.readRmc(sentence);
      else if (sentence?.type === 'HDT') this.readHdt(sentence);
      else if (sentence?.type === 'PASHR') this.readPashr(sentence);
    }
  }

  /** What `parse` takes from a sentence; undefined, and counted, if that is damaged. */
  private whole<T>(parse: () => T): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.damaged++;
      this.firstDamage ??= error;
      return undefined;
    }
  }

  private warnOfDamage(): void {
    if (this.firstDamage === undefined) return;
    const { message, place } = this.firstDamage;
    const those = this.damaged === 1 ? 'a damaged sentence is' : `${this.damaged} damaged sentences are`;
    const first = `${this.damaged === 1 ? '' : 'the first, '}line ${place?.line}: ${message}`;
    (this.options.log ?? SILENT_LOG).warn(`${this.file}: ${those} left out; ${first}`);
  }

  private readGga(sentence: NmeaSentence): void {
    const [time, , , , , quality] = sentence.fields;
    if (time === '' || quality === '' || quality === '0') return;
    const found = this.whole(() => ({
      ofDay: timeOfDay(sentence, 0),
      point: this.pointOf(sentence, 1, this.heightOf(sentence)),
    }));
    if (found === undefined) return;
    this.withoutHeight = undefined;
    this.addFix(this.timeAt(found.ofDay), found.point, sentence.place);
  }

  private readRmc(sentence: NmeaSentence): void {
    const [time, status] = sentence.fields;
    if (time === '' || status !== 'A') return;
    const found = this.whole(() => ({ ofDay: timeOfDay(sentence, 0), point: this.pointOf(sentence, 2, 0) }));
    if (found === undefined) return;
    const fix = { time: this.timeAt(found.ofDay), point: found.point, place: sentence.place };
    this.withoutHeight?.push(fix);
  }

  private readHdt(sentence: NmeaSentence): void {
    if (this.clock === undefined || sentence.fields[0] === '') return;
    const heading = this.whole(() => angleField(sentence, 0, 'heading'));
    if (heading === undefined) return;
    this.headings.add(this.clock, [0, 0, 0], fromAttitude(heading, 0, 0), sentence.place);
  }

  private readPashr(sentence: NmeaSentence): void {
    if (!/^\d{6}/.test(sentence.fields[0] ?? '') || sentence.fields[1] === '') return;
    const angle = (index: number, what: string) => angleField(sentence, index, what);
    const found = this.whole(() => ({
      ofDay: timeOfDay(sentence, 0),
      orientation: fromAttitude(angle(1, 'heading'), angle(4, 'pitch'), angle(3, 'roll')),
    }));
    if (found === undefined) return;
    this.attitudes.add(this.timeAt(found.ofDay), [0, 0, 0], found.orientation, sentence.place);
  }

  /** Adds a position; its attitude is the frame to which attitudes refer. */
  private addFix(time: number, point: GeographicPoint, place: SourcePlace): void {
    this.geographic.add(time, point, IDENTITY_ROTATION, place);
  }

  private takeWithoutHeight(fixes: readonly Fix[]): void {
    (this.options.log ?? SILENT_LOG).warn(`${this.file}: found no GGA: positions are those of RMC, at height 0`);
    for (const { time, point, place } of fixes) this.addFix(time, point, place);
  }

  /** The height above mean sea level; above the ellipsoid if the user's geoid takes the place of the receiver's. */
  private heightOf(sentence: NmeaSentence): number {
    const height = fieldNumber(sentence, 8, 'height');
    return this.options.geoid ? height + fieldNumber(sentence, 10, 'geoid separation') : height;
  }

  private pointOf(sentence: NmeaSentence, index: number, height: number): GeographicPoint {
    return { latitude: angleOf(sentence, index), longitude: angleOf(sentence, index + 2), height };
  }

  /** Seconds since midnight of the first day. A clock that goes back by more than half a day has passed midnight. */
  private timeAt(ofDay: number): number {
    if (this.clock === undefined) this.clock = ofDay;
    const day = Math.round((this.clock - ofDay) / DAY);
    this.clock = ofDay + day * DAY;
    return this.clock;
  }
}

/** An angle of an attitude, in radians. */
function angleField(sentence: NmeaSentence, index: number, what: string): number {
  const degrees = fieldNumber(sentence, index, what);
  demandAngle(what, degrees, sentence.place);
  return degrees * DEGREE;
}
