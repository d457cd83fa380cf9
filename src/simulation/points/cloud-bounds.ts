import { type Box3, emptyBox, growBox, length, subtract } from '../../base/vec3.js';
import type { Leg } from '../../platform/leg.js';
import { farthestPlace } from '../../scanner/footprint-layout.js';
import { firingScanners, scannerIn } from '../../scanner/leg-scanner.js';
import { legTiming } from '../../scanner/leg-timing.js';
import { movesReturns } from '../../scanner/moves-returns.js';
import { PHYSICS } from '../../scanner/physics.js';
import { recordedRanges } from '../../scanner/recorded-ranges.js';
import type { Detection, Scanner } from '../../scanner/scanner.js';
import { largestErrors } from '../../scanner/systematic-errors.js';
import type { Coordinates } from '../../survey/bare-survey.js';
import { NO_POSE_ERROR, type NoiseModel, type PoseError } from '../../survey/pose-error.js';
import type { InstrumentScan } from '../instrument-scan.js';

/** Largest error of a point in standard deviations; one in 10⁹ is larger. */
const NOISE_REACH = 6;

/**
 * A box that contains all points: that of the scene, or of a sensor's range, widened by everything that shifts points.
 */
export function cloudBounds(scans: readonly InstrumentScan[], scene: Box3, coordinates: Coordinates): Box3 {
  const reach = Math.max(...scans.map((scan) => shiftOf(scan, scene)));
  if (coordinates === 'world') return widened(scene, reach);
  const seen = Math.max(...scans.map((scan) => sightOf(scan, scene)));
  return widened({ min: [0, 0, 0], max: [0, 0, 0] }, seen + reach);
}

/** A box that contains all points, and the misses: the ends of all beams. */
export function missBounds(scans: readonly InstrumentScan[], scene: Box3, coordinates: Coordinates): Box3 {
  const seen = emptyBox();
  growByBox(seen, scene);
  for (const scan of scans) {
    const range = Math.max(...firingScanners(scan).map(longestRange));
    for (const { path, mount } of scan.legs)
      growByBox(seen, widened(pathBox(path), range + length((mount ?? scan.mount).position) + beamOffset(scan)));
  }
  return cloudBounds(scans, seen, coordinates);
}

const longestRange = (scanner: Scanner): number =>
  Math.max(...scanner.channels.map((channel) => recordedRanges(scanner, channel).rangeMax));

function growByBox(box: Box3, { min, max }: Box3): void {
  growBox(box, ...min);
  growBox(box, ...max);
}

function widened({ min, max }: Box3, by: number): Box3 {
  return { min: [min[0] - by, min[1] - by, min[2] - by], max: [max[0] + by, max[1] + by, max[2] + by] };
}

/** Largest distance of a point from the place that the beam hit. */
function shiftOf(scan: InstrumentScan, scene: Box3): number {
  const { poseError = NO_POSE_ERROR, legs } = scan;
  const noise = Math.max(
    ...firingScanners(scan).map(
      (scanner) =>
        axisReach(scanner, scan, scene) +
        measuringReach(scanner.detection, scan, scene) +
        systematicReach(scanner.detection, scan, scene) +
        artefactReach(scanner, scan, scene),
    ),
  );
  const duration = Math.max(...legs.map((leg, k) => legTiming(scannerIn(scan, k), leg).duration));
  const { horizontal, vertical, leverArm } = poseError;
  const position = 2 * noiseReach(horizontal, duration) + noiseReach(vertical, duration) + length(leverArm);
  const clock = Math.max(...legs.map((leg) => clockShift(leg, poseError)));
  const registration = Math.max(...legs.map(({ registrationError: error }) => (error ? length(error.position) : 0)));
  const angles = angleReach(poseError, duration) + Math.max(...legs.map(registrationAngle));
  return noise + position + clock + registration + Math.min(Math.PI, angles) * sightOf(scan, scene);
}

/** Largest distance of a hit from the axis of its beam, on which its point lies. */
function axisReach({ divergence, exitRadius }: Scanner, scan: InstrumentScan, scene: Box3): number {
  if ((scan.physics ?? PHYSICS.si).points !== 'axis') return 0;
  const half = Math.max(divergence.horizontal, divergence.vertical) * sightOf(scan, scene);
  return farthestPlace(scan.footprint) * Math.hypot(half, exitRadius);
}

/** Largest shift of a point by the instrument's own noise. */
function measuringReach(detection: Detection, scan: InstrumentScan, scene: Box3): number {
  const { rangeNoise, rangeNoisePerMetre, axisAngleNoise, rayAngleNoise } = detection;
  // Both ways across the ray at once, and more.
  const perMetre = rangeNoisePerMetre + axisAngleNoise + 2 * rayAngleNoise;
  return NOISE_REACH * (perMetre === 0 ? rangeNoise : rangeNoise + perMetre * sightOf(scan, scene));
}

/**
 * Largest shift of a point by systematic errors; with these, jitter of the attitude is one, too, which may turn a point
 * round.
 */
function systematicReach({ systematicErrors }: Detection, scan: InstrumentScan, scene: Box3): number {
  if (systematicErrors === undefined) return 0;
  const { range, deflection, head } = largestErrors(systematicErrors);
  return range + (deflection + head + (scan.jitter ? 2 : 0)) * sightOf(scan, scene);
}

/**
 * Largest shift of a point by artefacts, which may put it anywhere along its beam, also where the beam meets nothing.
 */
const artefactReach = (scanner: Scanner, scan: InstrumentScan, scene: Box3): number =>
  movesReturns(scanner) ? scanner.detection.rangeMax + sightOf(scan, scene) : 0;

/** Largest angle that the stated registration of a leg turns points by, radians. */
const registrationAngle = ({ registrationError: error }: Leg): number =>
  error ? Math.abs(error.heading) + Math.abs(error.pitch) + Math.abs(error.roll) : 0;

function noiseReach({ white, randomWalk, perLeg, gaussMarkov }: NoiseModel, duration: number): number {
  return NOISE_REACH * (white + randomWalk * Math.sqrt(duration) + perLeg + (gaussMarkov?.sigma ?? 0));
}

/** Largest angle, in radians; times its distance it bounds the shift of a point. */
function angleReach({ attitude, boresight, clockOffset }: PoseError, duration: number): number {
  const noise = [attitude.heading, attitude.pitch, attitude.roll].map((model) => noiseReach(model, duration));
  const fixed = [boresight.heading, boresight.pitch, boresight.roll].map(Math.abs);
  // The attitude at another moment may be any.
  const turned = clockOffset === 0 ? 0 : Math.PI;
  return [...noise, ...fixed].reduce((sum, angle) => sum + angle, turned);
}

/** Largest distance that the platform travels in the time by which its clock is off. */
function clockShift({ path }: Leg, { clockOffset }: PoseError): number {
  if (clockOffset === 0 || path.kind === 'station') return 0;
  return path.kind === 'straight' ? path.speed * Math.abs(clockOffset) : diagonalOf(pathBox(path));
}

/** Largest distance of a point from the sensor. */
function sightOf(scan: InstrumentScan, scene: Box3): number {
  const { legs, mount } = scan;
  const box = emptyBox();
  growByBox(box, scene);
  for (const { path } of legs) growByBox(box, pathBox(path));
  const lever = Math.max(...legs.map((leg) => length((leg.mount ?? mount).position)));
  return diagonalOf(box) + lever + beamOffset(scan);
}

/** Largest distance of the place where a beam leaves from its scanner. */
const beamOffset = (scan: InstrumentScan): number =>
  Math.max(
    ...firingScanners(scan)
      .flatMap(({ channels }) => channels)
      .map(({ origin }) => length(origin)),
  );

const diagonalOf = ({ min, max }: Box3): number => length(subtract(max, min));

function pathBox(path: Leg['path']): Box3 {
  const box = emptyBox();
  if (path.kind === 'station') growBox(box, ...path.position);
  else if (path.kind === 'straight') {
    growBox(box, ...path.from);
    growBox(box, ...path.to);
  } else {
    const { positions } = path.trajectory;
    for (let k = 0; k < positions.length; k += 3) growBox(box, positions[k], positions[k + 1], positions[k + 2]);
  }
  return box;
}
