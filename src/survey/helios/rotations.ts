import { childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { Attributes } from './attributes.js';
import { type HeliosReading, noteAt } from './helios-reading.js';

/** A turn about an axis of the parent frame, counterclockwise as seen from its tip. */
export interface AxisTurn {
  axis: 'x' | 'y' | 'z';
  /** Degrees. */
  angle: number;
}

/**
 * The turns of an element's `<rot>` children about the fixed axes of the parent frame, one after the other. With
 * `rotations="local"` each turns about the axes as those before have turned them, which is the same in reverse order.
 */
export function readTurns(reading: HeliosReading, element: XmlElement, mode: string | undefined): AxisTurn[] {
  if (mode !== undefined && mode !== 'global' && mode !== 'local')
    noteAt(
      reading,
      element.place,
      `rotations of <${element.name}>: found ${quoteText(mode)}, expected global or local`,
    );
  const turns = childrenOf(element, 'rot').flatMap((rot) => readTurn(reading, rot));
  return mode === 'local' ? turns.reverse() : turns;
}

function readTurn(reading: HeliosReading, rot: XmlElement): AxisTurn[] {
  const attributes = new Attributes(reading, rot);
  const axis = attributes.required('axis', 'x, y or z').toLowerCase();
  const angle = attributes.number('angle_deg', { unit: 'deg' }) ?? 0;
  attributes.finish();
  if (axis === 'x' || axis === 'y' || axis === 'z') return angle === 0 ? [] : [{ axis, angle }];
  if (axis !== '') noteAt(reading, rot.place, `axis of <rot>: found ${quoteText(axis)}, expected x, y or z`);
  return [];
}
