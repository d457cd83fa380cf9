import type { Asset } from './asset-library.js';
import { Attributes, warnOfUnknown } from './attributes.js';
import type { HeliosReading } from './helios-reading.js';
import { withTemplates } from './templates.js';
import { readTrajectoryAttributes, type TrajectorySettings } from './trajectory-settings-xml.js';

/** The settings of the platform in a leg, metres and seconds. */
export interface PlatformSettings {
  x: number;
  y: number;
  /** On ground 0: its height is the ground's, whatever is written. */
  z: number;
  onGround: boolean;
  movePerSec: number;
  stopAndTurn: boolean;
  smoothTurn: boolean;
  slowdownEnabled: boolean;
  /** Degrees. */
  yawAtDeparture?: number;
  trajectory?: TrajectorySettings;
}

const DEFAULTS: PlatformSettings = Object.freeze({
  x: 0,
  y: 0,
  z: 0,
  onGround: false,
  movePerSec: 70,
  stopAndTurn: true,
  smoothTurn: false,
  slowdownEnabled: true,
});

/**
 * The settings of a leg, attribute by attribute from it, its templates or the defaults. Throws UserError for templates
 * that are missing or circular.
 */
export async function readPlatformSettings(reading: HeliosReading, own: Asset | undefined): Promise<PlatformSettings> {
  if (own === undefined) return DEFAULTS;
  const chain = await withTemplates(reading, 'platformSettings', own);
  const settings: PlatformSettings = Object.assign({}, DEFAULTS, ...chain.map((asset) => readWritten(reading, asset)));
  const z = settings.onGround ? 0 : settings.z;
  return { ...settings, z, stopAndTurn: settings.stopAndTurn && !settings.smoothTurn };
}

/** The settings written in an element. */
function readWritten(reading: HeliosReading, { element, file }: Asset): Partial<PlatformSettings> {
  const attributes = new Attributes(reading, element);
  const place = { unit: 'm', min: -1e9, max: 1e9 };
  const settings = {
    x: attributes.number('x', place),
    y: attributes.number('y', place),
    z: attributes.number('z', place),
    onGround: attributes.flag('onGround'),
    movePerSec: attributes.number('movePerSec_m', { unit: 'm/s', min: 0, max: 1e5 }),
    stopAndTurn: attributes.flag('stopAndTurn'),
    smoothTurn: attributes.flag('smoothTurn'),
    slowdownEnabled: attributes.flag('slowdownEnabled'),
    yawAtDeparture: attributes.number('yawAtDeparture_deg', { unit: 'deg' }),
    trajectory: readTrajectoryAttributes(attributes, file),
  };
  attributes.finish('template', 'id');
  warnOfUnknown(reading, element, []);
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
