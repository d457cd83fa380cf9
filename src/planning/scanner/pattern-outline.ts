import { normalize, type Vec3 } from '../../base/vec3.js';
import type { Deflector, MemsMirror, PalmerMirror, RisleyPrism, RisleyPrisms } from '../../scanner/scanner.js';

/** Points of a line, and of a closed curve, that stand for it. */
const LINE_POINTS = 33;
const LOOP_POINTS = 360;
/** Phases of each prism that are tried: with three prisms 46,656 directions. */
const PRISM_PHASES = 36;
const TURN = 2 * Math.PI;

/**
 * Directions (unit vectors in the deflector's frame, undeflected beam +y) on the edge of all that a deflector reaches: the ends
 * of lines included, of a closed pattern the farthest direction on each side. Nothing deflects the lasers of a spinning array.
 */
export function patternOutline(deflector: Deflector): Vec3[] {
  switch (deflector.kind) {
    case 'spinning':
      return [[0, 1, 0]];
    case 'polygon':
      return line(deflector.elevationMin, deflector.elevationMax);
    case 'line':
      return line(-deflector.halfAngle, deflector.halfAngle - (2 * deflector.halfAngle) / deflector.fibres);
    case 'parallel':
    case 'zigzag':
      return line(-deflector.fieldOfView / 2, deflector.fieldOfView / 2);
    case 'oscillating':
      return line(-deflector.halfAngle, deflector.halfAngle);
    case 'conic':
      return loop((phase) => [
        Math.tan(deflector.halfAngleAcross) * Math.sin(phase),
        1,
        Math.tan(deflector.halfAngleAlong) * Math.cos(phase),
      ]);
    case 'palmer':
      return loop((phase) => nutated(deflector, phase));
    case 'risley':
      return farthest(prismDirections(deflector));
    case 'mems':
      return swingEdge(deflector);
    case 'pattern':
      return farthest(triples(deflector.directions));
  }
}

const aim = (azimuth: number, elevation: number): Vec3 => [
  Math.sin(azimuth) * Math.cos(elevation),
  Math.cos(azimuth) * Math.cos(elevation),
  Math.sin(elevation),
];

/** `count` numbers evenly from `from` to `to`, both included. */
function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => from + ((to - from) * k) / (count - 1));
}

const line = (from: number, to: number): Vec3[] => steps(from, to, LINE_POINTS).map((elevation) => aim(0, elevation));
const loop = (direction: (phase: number) => Vec3): Vec3[] =>
  steps(0, TURN, LOOP_POINTS + 1).map((phase) => normalize(direction(phase)));

/** Law of reflection at a mirror whose normal nutates about a shaft; the shaft lies in the plane of y and z. */
function nutated({ mirrorTilt, incidence }: PalmerMirror, phase: number): Vec3 {
  const [cosShaft, sinShaft] = [Math.cos(incidence), Math.sin(incidence)];
  const light: Vec3 = [0, 1 - 2 * cosShaft * cosShaft, -2 * cosShaft * sinShaft];
  const along = Math.sin(mirrorTilt) * Math.cos(phase);
  const normal: Vec3 = [
    Math.sin(mirrorTilt) * Math.sin(phase),
    Math.cos(mirrorTilt) * cosShaft - along * sinShaft,
    Math.cos(mirrorTilt) * sinShaft + along * cosShaft,
  ];
  const twice = 2 * (light[1] * normal[1] + light[2] * normal[2]);
  return [-twice * normal[0], light[1] - twice * normal[1], light[2] - twice * normal[2]];
}

/** The edge of the rectangle of azimuths and elevations. */
function swingEdge({ horizontal, vertical }: MemsMirror): Vec3[] {
  const [a, e] = [horizontal.amplitude, vertical.amplitude];
  return [
    ...steps(-a, a, LINE_POINTS).flatMap((azimuth) => [aim(azimuth, -e), aim(azimuth, e)]),
    ...steps(-e, e, LINE_POINTS).flatMap((elevation) => [aim(-a, elevation), aim(a, elevation)]),
  ];
}

/** Where the prisms send the beam, over all phases of each: rates that have no common measure reach every combination. */
function* prismDirections({ prisms, airIndex }: RisleyPrisms): Generator<Vec3> {
  const combinations = PRISM_PHASES ** prisms.length;
  for (let combination = 0; combination < combinations; combination++) {
    let beam: Vec3 = [0, 1, 0];
    let rest = combination;
    for (const prism of prisms) {
      beam = throughPrism(beam, prism, airIndex, (TURN * (rest % PRISM_PHASES)) / PRISM_PHASES);
      rest = Math.floor(rest / PRISM_PHASES);
    }
    yield beam;
  }
}

/** Both faces of a wedge (Li et al. 2017, Opt. Express 25, 7677). */
function throughPrism(beam: Vec3, { angle, refractiveIndex }: RisleyPrism, airIndex: number, phase: number): Vec3 {
  const wedge = Math.abs(angle);
  const tilt: Vec3 = [Math.sin(phase) * Math.sin(wedge), -Math.cos(wedge), Math.cos(phase) * Math.sin(wedge)];
  const flat: Vec3 = [0, -1, 0];
  const ratio = airIndex / refractiveIndex;
  return angle > 0
    ? refracted(refracted(beam, ratio, tilt), 1 / ratio, flat)
    : refracted(refracted(beam, ratio, flat), 1 / ratio, [-tilt[0], tilt[1], -tilt[2]]);
}

/** Snell's law in vector form; beyond total reflection the beam goes on as it came. */
function refracted(beam: Vec3, ratio: number, normal: Vec3): Vec3 {
  const c = -(beam[0] * normal[0] + beam[1] * normal[1] + beam[2] * normal[2]);
  const inside = 1 - ratio * ratio * (1 - c * c);
  if (inside < 0) return beam;
  const along = ratio * c - Math.sqrt(inside);
  return [
    ratio * beam[0] + along * normal[0],
    ratio * beam[1] + along * normal[1],
    ratio * beam[2] + along * normal[2],
  ];
}

function* triples(values: Float64Array): Generator<Vec3> {
  for (let k = 0; k + 2 < values.length; k += 3) yield [values[k], values[k + 1], values[k + 2]];
}

/** Of all directions the farthest from +y in each of LOOP_POINTS sides of it. */
function farthest(directions: Iterable<Vec3>): Vec3[] {
  const edge = new Map<number, Vec3>();
  for (const direction of directions) {
    const side = Math.floor(((Math.atan2(direction[2], direction[0]) + Math.PI) / TURN) * LOOP_POINTS);
    const known = edge.get(side);
    if (known === undefined || direction[1] < known[1]) edge.set(side, direction);
  }
  return [...edge.values()];
}
