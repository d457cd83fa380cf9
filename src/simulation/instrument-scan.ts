import { type StreamKey, streamKey } from '../base/random.js';
import { type ProgramRoom, type PulseProgram, programRoomOf } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import { RADIOMETRY_DEFAULTS, type Radiometry } from '../material/radiometry.js';
import { binsRecorded } from '../pack/bin-records.js';
import { mediaKinds } from '../pack/pack-media.js';
import { hasNormals, materialsAt, type PreparedScene } from '../pack/prepared-scene.js';
import { createPulseProgram } from '../pack/pulse-program.js';
import { samplesMaxOf } from '../pack/receiver-records.js';
import { createRunSettings } from '../pack/run-settings.js';
import { withConstants } from '../platform/jitter.js';
import type { Mount } from '../platform/leg.js';
import { firingLegs, firingScanners, pulsesIn, type SettableScanner, scannerIn } from '../scanner/leg-scanner.js';
import { tracedScanner } from '../scanner/recorded-returns.js';
import type { Scene } from '../scene/scene.js';
import type { Coordinates } from '../survey/bare-survey.js';
import type { PoseError } from '../survey/pose-error.js';
import type { Restriction } from '../survey/restriction.js';
import type { Survey } from '../survey/survey.js';

/** All inputs of a scan by one instrument besides its scene. */
export interface InstrumentScan
  extends Pick<Survey, 'seed' | 'legs' | 'footprint' | 'intensity' | 'physics' | 'colors' | 'jitter' | 'formulaPlaces'>,
    SettableScanner {
  mount: Mount;
  /** Absent: the survey's defaults. */
  radiometry?: Radiometry;
  atmosphere: { /** Extinction coefficient, 1/m, one way. */ extinction: number };
  /** Index of the instrument in a survey with several. */
  instrument?: number;
  /** Absent: the platform reports its true pose. */
  poseError?: PoseError;
  /** Absent: none. */
  restrictions?: readonly Restriction[];
  /** Whether points have the amplitudes of their echoes; absent: no. */
  amplitudes?: boolean;
  /** Whether points tell the direction and the edges of scan lines; absent: no. */
  lines?: boolean;
  /** Whether waveforms are handed to the host; absent: no. */
  waveforms?: boolean;
  /** Whether points carry the places of their hits; absent: only if their poses have errors, and it asks for them. */
  truePlaces?: boolean;
  /** Coordinates of the points; absent: world. */
  coordinates?: Coordinates;
}

/** Whether points carry the places of their hits. */
export const hasTruePlaces = ({ truePlaces, poseError }: InstrumentScan): boolean =>
  truePlaces === true || poseError?.keepTruePosition === true;

/** Key of the random numbers of a leg of this instrument. */
export const keyOf = ({ seed, instrument = 0 }: InstrumentScan, leg: number): StreamKey =>
  streamKey(seed, leg, instrument);

/** The scene's clock when the first pulse of a leg leaves, seconds: 0 in the first leg. */
export const sceneTimeOf = ({ legs }: Pick<InstrumentScan, 'legs'>, leg: number): number =>
  legs[leg].startTime - legs[0].startTime;

/** The pulse program of a scan's leg. */
export const programOf = (
  scan: InstrumentScan,
  leg: number,
  { frameOrigin }: Pick<Scene, 'frameOrigin'>,
): PulseProgram =>
  createPulseProgram({
    scanner: tracedScanner(scannerIn(scan, leg), scan.physics),
    mount: scan.mount,
    leg: scan.legs[leg],
    randomKey: keyOf(scan, leg),
    frameOrigin,
    footprint: scan.footprint,
    extinction: scan.atmosphere.extinction,
    physics: scan.physics,
    jitter: scan.jitter && withConstants(scan.jitter, scan.seed),
    truePlaces: hasTruePlaces(scan),
    sceneTime: sceneTimeOf(scan, leg),
  });

/**
 * Room for the program of any leg in which the scanner fires; one program at a time, since those of long paths or
 * patterns are large.
 */
function roomOf(scan: InstrumentScan): ProgramRoom {
  const programs = function* () {
    for (const leg of firingLegs(scan, scan.legs)) yield programOf(scan, leg, { frameOrigin: [0, 0, 0] });
  };
  return programRoomOf(programs());
}

/** Settings that hold for all legs of a scan. */
export const settingsOf = (scan: InstrumentScan, scene: PreparedScene): RunSettings =>
  createRunSettings({
    footprint: scan.footprint,
    maxReturns: Math.max(
      ...firingScanners(scan).map((scanner) => tracedScanner(scanner, scan.physics).detection.maxReturns),
    ),
    wideExit: firingScanners(scan).some(({ exitRadius }) => exitRadius > 0),
    materials: materialsAt(
      scene,
      scan.scanner.wavelengthNm,
      scan.radiometry ?? RADIOMETRY_DEFAULTS,
      scan.physics?.incidence,
    ),
    samplesMax: samplesMaxIn(scan),
    bins: isInBins(scan),
    waveforms: scan.waveforms,
    colors: scan.colors,
    normals: hasNormals(scene),
    media: mediaKinds(scene.device.buffers.media),
    jitter: scan.jitter !== undefined,
    systematicErrors: firingScanners(scan).some(({ detection }) => detection.systematicErrors !== undefined),
    truePlaces: hasTruePlaces(scan),
    energy: scan.physics?.energy,
  });

/**
 * Samples of a pulse for which any of its scanners needs room; 0: none are recorded. Bins are recorded where waveforms
 * are asked for.
 */
function samplesMaxIn(scan: InstrumentScan): number {
  const scanners = firingScanners(scan);
  if (!isInBins(scan)) return Math.max(...scanners.map(({ sampling }) => (sampling ? samplesMaxOf(sampling) : 0)));
  return scan.waveforms ? Math.max(...scanners.map((scanner) => binsRecorded(scanner, scan.footprint))) : 0;
}

const isInBins = ({ physics }: InstrumentScan): boolean => physics?.echoes === 'bins';

/** Pulses of all legs. */
export const pulsesOf = (scan: InstrumentScan): number =>
  scan.legs.reduce((sum, _, leg) => sum + pulsesIn(scan, scan.legs, leg), 0);

/** A scan, and its data for the device. */
export interface ScanRun {
  scan: InstrumentScan;
  settings: RunSettings;
  room: ProgramRoom;
}

/** A scan made ready for the device of `scene`. */
export const runOf = (scan: InstrumentScan, scene: PreparedScene): ScanRun => ({
  scan,
  settings: settingsOf(scan, scene),
  room: roomOf(scan),
});
