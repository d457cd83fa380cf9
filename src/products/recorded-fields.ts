import type { SourcePlace } from '../base/errors.js';
import type { Fault } from '../base/yaml/faults.js';
import { OPTIONAL_KEYS, type OptionalKey, type PointKey } from '../cloud/point-batch.js';
import { type ChosenFields, namedFields } from '../cloud/point-fields.js';
import { isGround } from '../scene/is-ground.js';
import type { Scene } from '../scene/scene.js';
import { type BareSurvey, hasAmplitudes, scansLines } from '../survey/bare-survey.js';
import type { Need } from './product.js';

/** The parts of a survey that decide on the recorded attributes of a point. */
export interface RecordingSections extends Pick<BareSurvey, 'instruments' | 'physics' | 'colors' | 'poseError'> {
  waveforms?: object;
}

/** The parts of an output that decide on them. */
export interface RecordingChoice extends ChosenFields {
  /** Pulses without returns are points, too. */
  misses?: boolean;
}

/** Conditions under which a survey records an attribute that not all clouds have. */
interface RecordedField {
  /** Whether the points of its clouds, or of an output, have it. */
  inClouds(survey: RecordingSections, choice: RecordingChoice): boolean;
  /** Whether those of its frames have it; absent: as those of clouds. */
  inFrames?(survey: RecordingSections, choice: RecordingChoice): boolean;
  /** The setting to turn on for it. */
  needs: string;
}

const always = () => true;
const never = () => false;

const OF_LINES: RecordedField = {
  inClouds: scansLines,
  inFrames: never,
  needs: 'a scanner that scans lines, and an entry of output with it',
};

const OF_OTHERS: RecordedField = {
  inClouds: never,
  needs: 'a LAS file of another program with it, to be converted; a survey records none',
};

const OF_SECTIONS: RecordedField = {
  inClouds: never,
  needs: 'subray convert --section, which writes the points of a section with it; a survey records none',
};

const OF_CORES: RecordedField = {
  inClouds: never,
  needs: 'subray compare A B --m3c2 FILE, which writes core points of A with it; a survey records none',
};

const RECORDED: Readonly<Record<OptionalKey, RecordedField>> = Object.freeze({
  scanDirection: OF_LINES,
  edgeOfFlightLine: OF_LINES,
  synthetic: OF_OTHERS,
  keyPoint: OF_OTHERS,
  withheld: {
    inClouds: (_, { misses }) => misses === true,
    inFrames: never,
    needs: 'misses: true in an entry of output with it',
  },
  overlap: OF_OTHERS,
  userData: OF_OTHERS,
  distance: {
    inClouds: never,
    needs: 'subray compare A B -o FILE, which writes the points of B with it; a survey records none',
  },
  along: OF_SECTIONS,
  across: OF_SECTIONS,
  m3c2Distance: OF_CORES,
  m3c2Uncertainty: OF_CORES,
  m3c2Significant: OF_CORES,
  m3c2Count1: OF_CORES,
  m3c2Count2: OF_CORES,
  m3c2StdDev1: OF_CORES,
  m3c2StdDev2: OF_CORES,
  rgb: { inClouds: ({ colors }) => colors !== undefined, needs: 'colors in the survey with it' },
  scanner: { inClouds: ({ instruments }) => instruments.length > 1, needs: 'several scanners in the survey with it' },
  pulse: { inClouds: always, inFrames: never, needs: 'an entry of output with it; points of frames have none' },
  truePosition: { inClouds: always, needs: 'an entry of output with it' },
  heightAboveGround: { inClouds: always, needs: 'an entry of output with it' },
  radialVelocity: { inClouds: always, needs: 'an entry of output with it' },
  velocity: { inClouds: always, needs: 'an entry of output with it' },
  moving: { inClouds: always, needs: 'an entry of output with it' },
  ring: { inClouds: never, inFrames: always, needs: 'frames with it; points of other clouds have none' },
  azimuth: { inClouds: never, inFrames: always, needs: 'frames with it; points of other clouds have none' },
  frameTime: { inClouds: never, inFrames: always, needs: 'frames with it; points of other clouds have none' },
  amplitude: {
    inClouds: hasAmplitudes,
    needs: 'a detector with sampling, or physics: { echoes: bins }, in the survey with it',
  },
  amplitudeDb: { inClouds: always, needs: 'an entry of output with it' },
  reflectanceDb: { inClouds: always, needs: 'an entry of output with it' },
  deviation: { inClouds: always, needs: 'an entry of output with it' },
  waveform: {
    inClouds: ({ waveforms }) => waveforms !== undefined,
    inFrames: never,
    needs: 'waveforms in the survey, and an entry of output with it',
  },
  returnTime: {
    inClouds: ({ waveforms }) => waveforms !== undefined,
    inFrames: never,
    needs: 'waveforms in the survey, and an entry of output with it',
  },
});

type Place = 'clouds' | 'frames';

function isRecorded(survey: RecordingSections, key: OptionalKey, place: Place, choice: RecordingChoice): boolean {
  const { inClouds, inFrames = inClouds } = RECORDED[key];
  return (place === 'frames' ? inFrames : inClouds)(survey, choice);
}

/** The optional attributes of the points of a survey's clouds, or of its frames, for a file with these fields. */
export const recordedKeys = (survey: RecordingSections, place: Place, choice: RecordingChoice = {}): OptionalKey[] =>
  OPTIONAL_KEYS.filter((key) => isRecorded(survey, key, place, choice)).filter(
    (key) => isAlwaysAsked(survey, key) || namedFields(choice).some((field) => field.key === key),
  );

/**
 * Most programs have no use for the number of a pulse, for what no instrument knows, or for decibels beside energies:
 * outputs name these.
 */
const NAMED_ALONE: ReadonlySet<OptionalKey> = new Set([
  ...(['pulse', 'heightAboveGround', 'radialVelocity', 'velocity', 'moving'] as const),
  ...(['amplitudeDb', 'reflectanceDb', 'deviation'] as const),
]);

const isAlwaysAsked = ({ poseError }: RecordingSections, key: OptionalKey): boolean =>
  key === 'truePosition' ? poseError?.keepTruePosition === true : !NAMED_ALONE.has(key);

/** What a run makes of points for the fields that a file names. */
export const needsOfFields = (choice: ChosenFields): Need[] => {
  const keys = namedFields(choice).map(({ key }) => key);
  return keys.flatMap((key) => NEEDS_OF_KEYS[key] ?? []);
};

/** The same of all clouds of a survey. */
export const needsOfClouds = ({ outputs }: { outputs: readonly ChosenFields[] }): Need[] =>
  outputs.flatMap(needsOfFields);

const NEEDS_OF_KEYS: Readonly<Partial<Record<PointKey, readonly Need[]>>> = Object.freeze({
  truePosition: ['true positions'],
  heightAboveGround: ['ground'],
  radialVelocity: ['bodies', 'radial velocities', 'pulse list'],
  velocity: ['bodies', 'velocities'],
  moving: ['bodies', 'velocities'],
  amplitudeDb: ['decibels'],
  reflectanceDb: ['decibels'],
  deviation: ['decibels'],
});

/** The fault of a file with heights above ground in a scene that has no ground; none otherwise. */
export function groundFaults(choice: ChosenFields & { place: SourcePlace }, { surfaces }: Scene): Fault[] {
  if (!needsOfFields(choice).includes('ground') || surfaces.some(isGround)) return [];
  const message =
    'fields: found height_above_ground, and the scene has no ground; expected a label with class: ground for it';
  return [{ place: choice.place, message }];
}

/** The fields that a choice names although the survey does not record them, and the needs of each. */
export const unrecordedFields = (
  survey: RecordingSections,
  place: Place,
  choice: RecordingChoice,
): { name: string; needs: string }[] =>
  namedFields(choice).flatMap(({ name, key }) => {
    const recorded = RECORDED[key as OptionalKey];
    return recorded && !isRecorded(survey, key as OptionalKey, place, choice) ? [{ name, needs: recorded.needs }] : [];
  });
