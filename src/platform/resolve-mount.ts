import type { Mount } from './leg.js';
import { resolveOrientation } from './orientation-schema.js';
import type { MountDefinition } from './platform-schema.js';

/**
 * The mount of the scanner in SI units. Each key comes from `own` or else from `platform`; by default it is level in
 * the platform's origin. An own `rotate` replaces all angles of the platform.
 */
export function resolveMount(platform: MountDefinition = {}, own: MountDefinition = {}): Mount {
  const stated = resolveOrientation(platform);
  const angles = resolveOrientation(own);
  const chosen = (key: 'heading' | 'pitch' | 'roll') =>
    own.rotate === undefined && own[key] === undefined ? stated[key] : angles[key];
  return {
    position: own.position ?? platform.position ?? [0, 0, 0],
    heading: chosen('heading'),
    pitch: chosen('pitch'),
    roll: chosen('roll'),
  };
}
