import { type SourcePlace, UserError } from '../../base/errors.js';
import { SILENT_LOG } from '../../base/log.js';
import { fromAttitude } from '../../base/quaternion.js';
import type { Trajectory } from '../leg.js';
import { demandAngle } from './demand-angle.js';
import { GeographicBuilder } from './geographic-builder.js';
import { TrajectoryBuilder } from './trajectory-builder.js';
import type { TrajectoryOptions, TrajectoryParser } from './trajectory-parser.js';

/** Bytes of a record, and the offsets in it of the doubles that are read (Applanix POSPac, "SBET format"). */
const RECORD = Object.freeze({
  SIZE: 17 * 8,
  time: 0,
  latitude: 8,
  longitude: 16,
  altitude: 24,
  roll: 56,
  pitch: 64,
  heading: 72,
  wander: 80,
});

const ANGLES = ['heading', 'pitch', 'roll', 'wander'] as const;

/** Wander angles below this (radians) hardly change a heading: 0.001°. */
const WANDER_SLACK = 1.75e-5;

/**
 * Reads a smoothed best estimate of trajectory (SBET, also .out): records of 17 little-endian doubles, times in seconds
 * of the GPS week, angles in radians, attitudes relative to north and the plumb line.
 */
export class SbetParser implements TrajectoryParser {
  private readonly file: string;
  private readonly options: TrajectoryOptions;
  private readonly builder: TrajectoryBuilder;
  private readonly geographic: GeographicBuilder;
  private readonly rest = new Uint8Array(RECORD.SIZE);
  private restLength = 0;
  private records = 0;
  private largestWander = 0;

  constructor(file: string, options: TrajectoryOptions) {
    this.file = file;
    this.options = options;
    this.builder = new TrajectoryBuilder(file, options);
    this.geographic = new GeographicBuilder(this.builder, options);
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const taken = Math.min(RECORD.SIZE - this.restLength, bytes.length - at);
      this.rest.set(bytes.subarray(at, at + taken), this.restLength);
      this.restLength += taken;
      at += taken;
      if (this.restLength === RECORD.SIZE) this.readRecord();
    }
  }

  finish(): Trajectory {
    if (this.restLength > 0) {
      const size = this.records * RECORD.SIZE + this.restLength;
      throw new UserError(`found ${size} bytes, expected records of ${RECORD.SIZE} bytes (SBET)`, {
        place: { file: this.file },
        hint: 'the file is cut short, or of another format',
      });
    }
    if (this.options.wander === undefined && this.largestWander > WANDER_SLACK) this.warnOfWander();
    return this.builder.finish();
  }

  private readRecord(): void {
    const view = new DataView(this.rest.buffer);
    const value = (offset: number) => view.getFloat64(offset, true);
    const wander = value(RECORD.wander);
    const orientation = fromAttitude(
      this.trueHeading(value(RECORD.heading), wander),
      value(RECORD.pitch),
      value(RECORD.roll),
    );
    const [latitude, longitude, height] = [RECORD.latitude, RECORD.longitude, RECORD.altitude].map(value);
    this.largestWander = Math.max(this.largestWander, Math.abs(wander));
    this.restLength = 0;
    this.records++;
    this.inRecord((place) => {
      for (const name of ANGLES) demandAngle(name, value(RECORD[name]), place);
      this.geographic.add(value(RECORD.time), { latitude, longitude, height }, orientation, place);
    });
  }

  private trueHeading(heading: number, wander: number): number {
    if (this.options.wander === 'add') return heading + wander;
    return this.options.wander === 'subtract' ? heading - wander : heading;
  }

  /** Adds the number of the record to errors, since a binary file has no lines. */
  private inRecord(action: (place: SourcePlace) => void): void {
    try {
      action({ file: this.file });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`record ${this.records}: ${error.message}`, { place: error.place, hint: error.hint });
    }
  }

  private warnOfWander(): void {
    const degrees = ((this.largestWander * 180) / Math.PI).toFixed(3);
    const advice = 'wander: subtract (or add) applies it if the platform heading is not the true one';
    (this.options.log ?? SILENT_LOG).warn(`${this.file}: wander angles up to ${degrees}° are ignored; ${advice}`);
  }
}
