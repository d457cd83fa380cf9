import type { SourcePlace } from '../base/errors.js';
import type { CreatesFiles } from '../base/files/files.js';
import { streamKey } from '../base/random.js';
import { add, type Vec3 } from '../base/vec3.js';
import { ByteSink } from '../io/bytes/byte-sink.js';
import type { ToEarth } from '../io/poses/trajectory-format.js';
import { TRAJECTORY_OUTPUTS, type TrajectoryOutputName } from '../io/poses/trajectory-formats.js';
import { createEarthPoses, type EarthPlace } from '../platform/earth-poses.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { createPlatformPose } from '../survey/leg-poses.js';
import { poseTimes } from '../survey/platform-times.js';
import type { DividedOutput } from './divided-output.js';

/** The file with the poses of the platform in all legs in which some scanner fires, or a file for each of them. */
export interface TrajectoryOutput extends Omit<DividedOutput, 'by'> {
  format: TrajectoryOutputName;
  /** Seconds between two poses. */
  interval: number;
  /** Added to the positions, along the axes of the world, metres; absent: none. */
  offset?: Vec3;
  /** The place of the world on the earth, for geographic formats. */
  earth?: EarthPlace;
}

/** A written file of the platform's poses. */
export interface WrittenTrajectory {
  path: string;
  poses: number;
  bytes: number;
}

/** Writes the platform's poses in the legs in which some scanner fires. Throws UserError for a file it cannot write. */
export async function writeTrajectories(
  survey: BareSurvey,
  output: TrajectoryOutput,
  options: CreatesFiles,
): Promise<WrittenTrajectory[]> {
  const all = { path: output.path, legs: survey.legs.map((_, leg) => leg) };
  const written: WrittenTrajectory[] = [];
  for (const { path, legs } of output.files ?? [all]) {
    const sink = await ByteSink.create(path, options);
    try {
      const poses = await writeLegs(sink, survey, output, legs);
      written.push({ ...(await sink.finish()), poses });
    } catch (error) {
      await sink.abort();
      throw error;
    }
  }
  return written;
}

/** The number of poses written. In a file of several legs, a pose that is no later than the one before is left out. */
async function writeLegs(
  sink: ByteSink,
  survey: BareSurvey,
  { format, interval, offset = [0, 0, 0], earth, place }: TrajectoryOutput,
  legs: readonly number[],
): Promise<number> {
  const encoder = TRAJECTORY_OUTPUTS[format].begin(earth && earthPosesFromFirst(earth, place));
  await sink.append(encoder.head);
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for (const index of legs) {
    const leg = survey.legs[index];
    const pose = createPlatformPose(leg, survey.poseError, streamKey(survey.seed, index));
    const times = poseTimes(survey, index, interval);
    for (let k = 0; k < times.count; k++) {
      const after = times.at(k);
      if (leg.startTime + after <= last) continue;
      last = leg.startTime + after;
      const { position, orientation } = pose(after);
      const placed = { position: add(position, offset), orientation };
      await sink.append(encoder.encode({ start: leg.startTime, after }, placed));
      count++;
    }
  }
  return count;
}

/** Poses on the earth, to whose datum the way is that of the first pose of a file. */
function earthPosesFromFirst(earth: EarthPlace, place: SourcePlace): ToEarth {
  let toEarth: ToEarth | undefined;
  return (pose) => {
    toEarth ??= createEarthPoses(earth, pose.position, place);
    return toEarth(pose);
  };
}
