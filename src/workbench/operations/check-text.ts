import { UserError } from '../../base/errors.js';
import { isInside, relativePath } from '../../base/files/paths.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Leg } from '../../platform/leg.js';
import { standLegs } from '../../simulation/stand-legs.js';
import { estimateSurvey, type SurveyEstimate } from '../../survey/estimate/estimate-survey.js';
import type { Survey } from '../../survey/survey.js';
import { type CheckedFault, faultsInSurvey } from '../faults-in-survey.js';
import type { Operation } from '../operation.js';

export interface Checked {
  /** Faults of the text; none: it can be run. */
  faults: CheckedFault[];
  /** Absent: there are faults. */
  survey?: CheckedSurvey;
  /** Two texts with the same key have the same scene; absent: the text describes none. */
  sceneKey?: string;
  /** True if that scene lacks parts that are at fault; absent: no. */
  lacksParts?: true;
}

export interface CheckedSurvey {
  name: string;
  /** `up`: metres above the platform, in its frame. */
  scanners: { name: string; id?: string; up: number }[];
  legs: CheckedLeg[];
  /** Files that it writes, as it names them. */
  outputs: string[];
  estimate: SurveyEstimate;
}

export interface CheckedLeg {
  name: string;
  kind: Leg['path']['kind'];
  /** The way of the platform in the world, metres: x y z of a station, of a line's ends, or of each recorded pose. */
  way: Float64Array;
  /** Seconds of each recorded pose from the leg's beginning; absent: none is recorded. */
  times?: Float64Array;
  /** True if its heights are those of the world; false until the scene is there on whose ground it stands. */
  stands: boolean;
  /** Adjusted standard GPS time of the first pulse, and duration of the leg, seconds. */
  startTime: number;
  duration: number;
  pulses: number;
}

/**
 * Checks the text of a survey like a run, without reading its scene. Returns all faults with their places, or a
 * description and its cost. Legs stand on the ground if the scene is there by now.
 */
export const checkText: Operation<{ text: string }, Checked> = async (bench, { text }) => {
  try {
    const survey = await bench.survey(text);
    return {
      faults: leadingOut(survey, bench.place.folder),
      survey: await describe(survey, bench.place.machine.files, bench),
      sceneKey: bench.scenes.keyOf(survey),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const faults = faultsInSurvey(error, bench.place.folder);
    const scene = await bench.soundSceneInFaulty(text).catch(() => undefined);
    if (!scene) return { faults };
    return { faults, sceneKey: bench.scenes.keyOf(scene), ...(scene.lacks.length > 0 && { lacksParts: true }) };
  }
};

/** Outputs beside or above the survey, which a run of the workbench would not write. */
const leadingOut = ({ outputs }: Survey, folder: string): CheckedFault[] =>
  outputs
    .filter(({ path }) => !isInside(folder, path))
    .map(({ path }) => ({
      message:
        `output: ${relativePath(folder, path)} is outside of the survey's folder, ` +
        'below which the studio writes alone',
      hint: 'name a file below it, or use subray run',
    }));

async function describe(
  survey: Survey,
  files: Parameters<typeof estimateSurvey>[1]['files'],
  { scenes }: Parameters<typeof checkText>[0],
): Promise<CheckedSurvey> {
  // Faults of models are reported when they are read, of all of them.
  const [estimate, scene] = await Promise.all([
    estimateSurvey(survey, { files, anyModels: true }),
    scenes.known(survey),
  ]);
  const standing = scene ? await standLegs(survey, scene) : survey;
  const legs = survey.legs.map(({ name, path, startTime }, k) => ({
    name,
    kind: path.kind,
    way: wayOf(standing.legs[k]),
    ...(path.kind === 'recorded' && { times: path.trajectory.times.slice() }),
    stands: path.ground === undefined || scene !== undefined,
    startTime,
    duration: estimate.legs[k].duration,
    pulses: estimate.legs[k].pulses,
  }));
  return {
    name: survey.name,
    scanners: survey.instruments.map(({ name, mount }) => ({ name, up: mount.position[2] })),
    legs,
    outputs: survey.outputs.map(({ path }) => path),
    estimate,
  };
}

function wayOf({ path }: Leg): Float64Array {
  switch (path.kind) {
    case 'station':
      return Float64Array.from(path.position as Vec3);
    case 'straight':
      return Float64Array.of(...path.from, ...path.to);
    case 'recorded':
      return path.trajectory.positions.slice();
  }
}
