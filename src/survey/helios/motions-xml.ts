import type { SourcePlace } from '../../base/errors.js';
import { joinWords } from '../../base/text.js';
import { dot, length, normalize, type Vec3 } from '../../base/vec3.js';
import { childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { Attributes, VECTOR_EXPECTED, warnOfUnknown } from './attributes.js';
import { type HeliosReading, noteAt, showPlace } from './helios-reading.js';

/** A sequence of motions of a part, which are made at once, again and again. */
export interface HeliosSequence {
  place: SourcePlace;
  id: string;
  /** Id of the sequence that follows; absent: the part then stands. */
  next?: string;
  /** 0: for ever. */
  loop: number;
  motions: readonly HeliosMotion[];
}

/** A motion as written; vectors and numbers that its type does not have are 0. */
export interface HeliosMotion {
  place: SourcePlace;
  type: MotionType;
  vec: Vec3;
  axis: Vec3;
  ortho: Vec3;
  shift: Vec3;
  center?: Vec3;
  /** Degrees. */
  angle: number;
  glide: number;
  /** Whether it is about the middle of the part. */
  isOwn: boolean;
  /** So many times the middle of the scene is added to its translation, or to that towards its centre. */
  autoCrs: number;
}

type MotionType = 'identity' | 'translation' | 'rotation' | 'reflection' | 'glideplane' | 'helical' | 'rotsym';

interface MotionNeeds {
  vectors: readonly ('vec' | 'axis' | 'ortho' | 'shift')[];
  numbers: readonly ('angle' | 'glide')[];
  hasCenter?: true;
}

/** Attributes required by each type of motion: vectors, and numbers. */
const MOTIONS: ReadonlyMap<string, MotionNeeds> = new Map<MotionType, MotionNeeds>([
  ['identity', { vectors: [], numbers: [] }],
  ['translation', { vectors: ['vec'], numbers: [] }],
  ['rotation', { vectors: ['axis'], numbers: ['angle'], hasCenter: true as const }],
  ['reflection', { vectors: ['ortho'], numbers: [] }],
  ['glideplane', { vectors: ['ortho', 'shift'], numbers: [] }],
  ['helical', { vectors: ['axis'], numbers: ['angle', 'glide'] }],
  ['rotsym', { vectors: ['axis'], numbers: ['angle'], hasCenter: true as const }],
]);

/** More sequences of a part, and motions of one, than anybody writes. */
const SEQUENCES_MAX = 100_000;
const MOTIONS_MAX = 30;

/**
 * The sequences of motions of a part, the one with which it begins first; none if it stands. Notes faults: attributes
 * that are missing or faulty, ids that are there twice, sequences that follow but are not there.
 */
export function readMotions(reading: HeliosReading, part: XmlElement): HeliosSequence[] {
  const elements = childrenOf(part, 'dmotion', SEQUENCES_MAX);
  const sequences = elements.map((element) => readSequence(reading, element));
  const ids = new Set<string>();
  for (const { id, place } of sequences) {
    if (ids.has(id))
      noteAt(reading, place, `id of <dmotion>: found ${quoteText(id)}, which another one of the part has`);
    ids.add(id);
  }
  for (const { next, place } of sequences)
    if (next !== undefined && !ids.has(next))
      noteAt(reading, place, `next of <dmotion>: found ${quoteText(next)}, expected the id of a <dmotion> of the part`);
  return sequences;
}

function readSequence(reading: HeliosReading, element: XmlElement): HeliosSequence {
  const attributes = new Attributes(reading, element);
  const id = attributes.required('id', 'a name that no other <dmotion> of the part has');
  const next = attributes.text('next');
  const hasLoop = attributes.required('loop', 'a number of repetitions; 0: without end') !== '';
  const loop = (hasLoop && attributes.whole('loop', { min: 0, max: 1e12 })) || 0;
  attributes.finish();
  warnOfUnknown(reading, element, ['motion']);
  const motions = childrenOf(element, 'motion', MOTIONS_MAX);
  if (motions.length === 0) noteAt(reading, element.place, '<dmotion> has no <motion>, expected at least one');
  return {
    place: element.place,
    id,
    // HELIOS++ takes a blank name for none.
    ...(next && { next }),
    loop,
    motions: motions.flatMap((motion) => readMotion(reading, motion) ?? []),
  };
}

/** A motion; undefined, and a fault noted, for one of no type. */
function readMotion(reading: HeliosReading, element: XmlElement): HeliosMotion | undefined {
  const attributes = new Attributes(reading, element);
  const names = [...MOTIONS.keys()];
  const type = attributes.required('type', names.join(', ')).toLowerCase();
  const needs = MOTIONS.get(type);
  if (needs === undefined) {
    if (type !== '')
      noteAt(
        reading,
        element.place,
        `type of <motion>: found ${quoteText(type)}, expected one of: ${names.join(', ')}`,
      );
    return undefined;
  }
  const found: HeliosMotion = {
    place: element.place,
    type: type as MotionType,
    vec: [0, 0, 0],
    axis: [0, 0, 0],
    ortho: [0, 0, 0],
    shift: [0, 0, 0],
    angle: 0,
    glide: 0,
    isOwn: attributes.flag('selfMode') ?? false,
    autoCrs: attributes.number('autoCRS', { min: -1000, max: 1000 }) ?? 0,
  };
  const before = reading.faults.length;
  for (const name of needs.vectors)
    if (attributes.required(name, VECTOR_EXPECTED) !== '') found[name] = attributes.vector(name) ?? found[name];
  for (const name of needs.numbers)
    if (attributes.required(name, 'a number') !== '') found[name] = attributes.number(name) ?? found[name];
  const center = needs.hasCenter && attributes.vector('center');
  attributes.finish();
  if (reading.faults.length === before) checkDirections(reading, found);
  warnOfAutoCrs(reading, found, center !== undefined);
  return { ...found, ...(center && { center }) };
}

/** A shift farther out of its plane than this is refused by HELIOS++. */
const PLANE_MAX = 1e-9;

/** Largest angle about no axis that may be meant: short axes are written with few decimals; degrees. */
const NO_ANGLE_MAX = 0.1;

/**
 * Notes directions without a length, and shifts out of a glide plane. About an axis 0;0;0 HELIOS++ does not turn a
 * part, but shrinks it by the cosine of the angle.
 */
function checkDirections(reading: HeliosReading, { place, type, axis, ortho, shift, angle }: HeliosMotion): void {
  const isTurn = type === 'rotation' || type === 'helical';
  const hasNoAxis = !(length(axis) > 0);
  if (hasNoAxis && ((isTurn && Math.abs(angle) > NO_ANGLE_MAX) || type === 'rotsym'))
    noteAt(reading, place, 'axis of <motion>: found 0;0;0, expected a direction');
  else if (hasNoAxis && isTurn && angle !== 0)
    reading.log.warn(
      `${showPlace(place)}: axis of <motion>: found 0;0;0 with an angle of ${angle}°: the part is not turned`,
    );
  if (type !== 'reflection' && type !== 'glideplane') return;
  if (!(length(ortho) > 0)) noteAt(reading, place, 'ortho of <motion>: found 0;0;0, expected a direction');
  else if (Math.abs(dot(normalize(ortho), shift)) > PLANE_MAX)
    noteAt(reading, place, 'shift of <motion>: expected one within the plane, at right angles to ortho');
}

/** Types whose autoCRS counts. */
const SHIFTED = ['translation', 'rotation with a center'];

function warnOfAutoCrs(reading: HeliosReading, { type, autoCrs, place }: HeliosMotion, hasCenter: boolean): void {
  const counts = type === 'translation' || (type === 'rotation' && hasCenter);
  const key = `<motion> autoCRS ${type}`;
  if (autoCrs === 0 || counts || reading.unknown.has(key)) return;
  reading.unknown.add(key);
  reading.log.warn(
    `${showPlace(place)}: autoCRS of <motion type="${type}"> is ignored, as in HELIOS++; only ${joinWords(SHIFTED, 'and')} take it`,
  );
}
