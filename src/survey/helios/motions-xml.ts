import type { SourcePlace } from '../../base/errors.js';
import { childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { Attributes, VECTOR_EXPECTED, warnOfUnknown } from './attributes.js';
import { type HeliosReading, noteAt } from './helios-reading.js';

/** Attributes required by each type of motion: vectors, and numbers. */
const MOTIONS: ReadonlyMap<string, { vectors: readonly string[]; numbers: readonly string[]; hasCenter?: true }> =
  new Map([
    ['identity', { vectors: [], numbers: [] }],
    ['translation', { vectors: ['vec'], numbers: [] }],
    ['rotation', { vectors: ['axis'], numbers: ['angle'], hasCenter: true as const }],
    ['reflection', { vectors: ['ortho'], numbers: [] }],
    ['glideplane', { vectors: ['ortho', 'shift'], numbers: [] }],
    ['helical', { vectors: ['axis'], numbers: ['angle', 'glide'] }],
    ['rotsym', { vectors: ['axis'], numbers: ['angle'], hasCenter: true as const }],
  ]);

/**
 * Checks the sequences of motions of a part, and returns the place of the first one; undefined if it has none. Notes
 * faults: attributes that are missing or faulty, ids that are there twice, sequences that follow but are not there.
 */
export function readMotions(reading: HeliosReading, part: XmlElement): SourcePlace | undefined {
  const sequences = childrenOf(part, 'dmotion').map((element) => readSequence(reading, element));
  const ids = new Set<string>();
  for (const { id, place } of sequences) {
    if (ids.has(id))
      noteAt(reading, place, `id of <dmotion>: found ${quoteText(id)}, which another one of the part has`);
    ids.add(id);
  }
  for (const { next, place } of sequences)
    if (next !== undefined && !ids.has(next))
      noteAt(reading, place, `next of <dmotion>: found ${quoteText(next)}, expected the id of a <dmotion> of the part`);
  return sequences[0]?.place;
}

interface Sequence {
  place: SourcePlace;
  id: string;
  next?: string;
}

function readSequence(reading: HeliosReading, element: XmlElement): Sequence {
  const attributes = new Attributes(reading, element);
  const id = attributes.required('id', 'a name that no other <dmotion> of the part has');
  const next = attributes.text('next');
  if (attributes.required('loop', 'a number of repetitions; 0: without end') !== '')
    attributes.whole('loop', { min: 0 });
  attributes.finish();
  warnOfUnknown(reading, element, ['motion']);
  for (const motion of childrenOf(element, 'motion')) readMotion(reading, motion);
  return { place: element.place, id, next };
}

function readMotion(reading: HeliosReading, element: XmlElement): void {
  const attributes = new Attributes(reading, element);
  const type = attributes.required('type', [...MOTIONS.keys()].join(', ')).toLowerCase();
  const needs = MOTIONS.get(type);
  if (needs === undefined) {
    if (type === '') return;
    const expected = `one of: ${[...MOTIONS.keys()].join(', ')}`;
    noteAt(reading, element.place, `type of <motion>: found ${quoteText(type)}, expected ${expected}`);
    return;
  }
  for (const name of needs.vectors) if (attributes.required(name, VECTOR_EXPECTED) !== '') attributes.vector(name);
  for (const name of needs.numbers) if (attributes.required(name, 'a number') !== '') attributes.number(name);
  if (needs.hasCenter) attributes.vector('center');
  attributes.flag('selfMode');
  attributes.number('autoCRS');
  attributes.finish();
}
