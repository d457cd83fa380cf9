import { type SourcePlace, UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Quaternion } from '../../base/quaternion.js';
import { length, subtract, type Vec3 } from '../../base/vec3.js';
import { PLATFORM_COORDINATE_MAX } from '../coordinate-max.js';
import type { Trajectory } from '../leg.js';
import { courseAttitude } from '../path/course-attitude.js';
import { positionOf } from '../pose-at.js';
import { PoseList } from '../pose-list.js';
import { longGap, showTime, stepAfter } from './long-gap.js';

/** Treatment of times that a recording has twice. */
export type Repeats = 'error' | 'first' | 'last';

/** Requirements on a recording. */
export interface RecordingRules {
  /** Poses that share a time: an error (default), or only the first or the last is kept. */
  repeats?: Repeats;
  /** Longest time between two poses, seconds; absent: any, with a warning if one is far longer than the others. */
  maxGap?: number;
  /** Whether only stretches of it are used, which are looked at for such gaps there. */
  inStretches?: boolean;
  log?: Log;
}

const FAR_HINT = 'check the columns of the file and the units of its positions';

/** Faster paths (m/s) cause a warning: satellites fly at 8 km/s. */
const SPEED_USUAL = 10_000;

const WEEK = 7 * 86_400;

/** Collects the poses of a recording one by one, in the order of the file, and checks that they form a trajectory. */
export class TrajectoryBuilder {
  private readonly poses = new PoseList();
  private readonly rules: RecordingRules;
  private readonly file: string;
  private before: { time: number; place: SourcePlace } | undefined;
  private attitudes = 0;
  /** Seconds of the weeks that have passed since the first pose, for times that begin anew with each. */
  private weeks = 0;

  constructor(file: string, rules: RecordingRules) {
    this.file = file;
    this.rules = rules;
  }

  /** Poses so far. */
  get count(): number {
    return this.poses.count;
  }

  /**
   * Adds a pose: seconds, world in metres, body to world. Without attitudes the trajectory follows its course. Throws
   * UserError at `place` for numbers that are not finite, coordinates beyond any platform's, a time that does not rise,
   * and a gap. Seconds of the week that go back by more than half of one have passed its end, and go on behind it.
   */
  add(stated: number, position: Vec3, orientation: Quaternion | undefined, place: SourcePlace): void {
    if (this.passesWeek(stated)) this.weeks += WEEK;
    const time = stated + this.weeks;
    if (![time, ...position, ...(orientation ?? [])].every(Number.isFinite))
      throw new UserError('found a pose with numbers that are not finite', { place });
    const far = position.find((coordinate) => Math.abs(coordinate) > PLATFORM_COORDINATE_MAX);
    if (far !== undefined)
      throw new UserError(`found the coordinate ${far}, expected at most ${PLATFORM_COORDINATE_MAX} either way (m)`, {
        place,
        hint: FAR_HINT,
      });
    const repeated = this.before !== undefined && time === this.before.time;
    if (repeated && this.rules.repeats === 'first') return;
    if (repeated && this.rules.repeats === 'last') this.poses.removeLast();
    else this.checkStep(time, place);
    this.before = { time, place };
    if (orientation !== undefined) this.attitudes++;
    this.poses.push(time, position, orientation ?? [0, 0, 0, 1]);
  }

  /** The trajectory, in the recording's own times. Throws UserError if it has fewer than two poses. */
  finish(): Trajectory {
    const { count } = this.poses;
    if (count < 2)
      throw new UserError(`found ${count === 0 ? 'no pose' : 'one pose'}, expected at least two`, {
        place: { file: this.file },
      });
    const trajectory = this.poses.toTrajectory();
    if (this.rules.maxGap === undefined && !this.rules.inStretches) this.warnOfGap(trajectory.times);
    this.warnOfSpeed(trajectory);
    return this.attitudes === 0 ? courseAttitude(trajectory) : trajectory;
  }

  private passesWeek(stated: number): boolean {
    if (this.before === undefined) return false;
    const last = this.before.time - this.weeks;
    return stated >= 0 && last < WEEK && last - stated > WEEK / 2;
  }

  private checkStep(time: number, place: SourcePlace): void {
    if (this.before === undefined) return;
    const step = time - this.before.time;
    const since = `${showTime(this.before.time)} s${this.before.place.line ? ` (line ${this.before.place.line})` : ''}`;
    if (step === 0)
      throw new UserError(
        `found the time ${showTime(time)} s a second time, expected times that rise; before it: ${since}`,
        {
          place,
          hint: 'repeats: first (or last) keeps one of the poses that share a time',
        },
      );
    if (step < 0) throw new UserError(`found the time ${showTime(time)} s, expected more than ${since}`, { place });
    const { maxGap } = this.rules;
    if (maxGap !== undefined && step > maxGap)
      throw new UserError(`found a gap of ${showTime(step)} s after ${since}, expected at most ${maxGap} s (maxGap)`, {
        place,
      });
  }

  private warnOfSpeed(trajectory: Trajectory): void {
    const { times } = trajectory;
    let [fastest, speed] = [0, 0];
    for (let k = 0; k + 1 < times.length; k++) {
      const way = length(subtract(positionOf(trajectory, k + 1), positionOf(trajectory, k)));
      const here = way / stepAfter(times, k);
      if (here > speed) [fastest, speed] = [k, here];
    }
    if (speed <= SPEED_USUAL) return;
    const { log = SILENT_LOG } = this.rules;
    const what = `a speed of ${Number(speed.toPrecision(3))} m/s after ${showTime(times[fastest])} s`;
    log.warn(`${this.file}: ${what}, faster than any platform; check the times and the units of the positions`);
  }

  private warnOfGap(times: Float64Array): void {
    const gap = longGap(times);
    if (gap !== undefined) (this.rules.log ?? SILENT_LOG).warn(`${this.file}: ${gap}`);
  }
}
