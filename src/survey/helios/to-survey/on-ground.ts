import type { HeliosReading } from '../helios-reading.js';
import type { HeliosLeg } from '../survey-xml.js';

/**
 * The key that counts heights of a leg from the ground: from the lowest one, as HELIOS++ has it, or the highest one.
 */
export function onGround({ physics, quirks }: HeliosReading, { platform, place }: HeliosLeg): { on?: string } {
  if (!platform.onGround) return {};
  quirks.note(16, place, 'onGround: the leg stands on the lowest ground of its place');
  return { on: physics === 'si' ? 'ground' : 'lowest-ground' };
}
