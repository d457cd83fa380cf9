import type { SourcePlace } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { childOf, type XmlElement } from '../../base/xml/xml-element.js';
import type { Asset } from './asset-library.js';
import { Attributes, warnOfUnknown } from './attributes.js';
import type { HeliosReading } from './helios-reading.js';
import { NOISE_ELEMENTS, type PlatformNoise, readPlatformNoise } from './noise-xml.js';
import type { AxisTurn } from './rotations.js';
import { readPose } from './scanner-xml.js';

/** A platform of HELIOS++, in the units of its file. */
export interface HeliosPlatform {
  id: string;
  place: SourcePlace;
  kind: (typeof KINDS)[number];
  mount: HeliosMount;
  noise: PlatformNoise;
  dynamics: PlatformDynamics;
}

/** Place and attitude of the scanner on the platform. */
export interface HeliosMount {
  origin: Vec3;
  turns: readonly AxisTurn[];
}

/** Numbers of vehicles and multicopters. */
export interface PlatformDynamics {
  drag: number;
  engineMaxForce: number;
  /** 1/s */
  speedup: number;
  slowdown: number;
  /** m */
  slowdownDistance: number;
  /** deg and deg/s */
  basePitch: number;
  pitchSpeed: number;
  rollSpeed: number;
  yawSpeed: number;
  pitchOffset: number;
  rollOffset: number;
}

const KINDS = ['static', 'linearpath', 'groundvehicle', 'multicopter'] as const;

/** No mount. */
export const LEVEL_MOUNT: HeliosMount = Object.freeze({ origin: [0, 0, 0] as Vec3, turns: Object.freeze([]) });

/** The platform of an element. Notes faults. */
export function readPlatformXml(reading: HeliosReading, { element }: Asset): HeliosPlatform {
  const attributes = new Attributes(reading, element);
  const type = attributes.text('type')?.toLowerCase();
  warnOfUnknown(reading, element, ['scannerMount', ...NOISE_ELEMENTS]);
  const platform = {
    id: attributes.text('id') ?? 'platform',
    place: element.place,
    kind: KINDS.find((kind) => kind === type) ?? 'static',
    mount: readMount(reading, element) ?? LEVEL_MOUNT,
    noise: readPlatformNoise(reading, element),
    dynamics: readDynamics(attributes),
  };
  attributes.finish('name');
  return platform;
}

/** The `<scannerMount>` of a platform or survey, or undefined. */
export function readMount(reading: HeliosReading, parent: XmlElement): HeliosMount | undefined {
  const element = childOf(parent, 'scannerMount');
  return element && readPose(reading, element);
}

const readDynamics = (attributes: Attributes): PlatformDynamics => ({
  drag: attributes.number('drag', { min: 0, max: 1 }) ?? 1,
  engineMaxForce: attributes.number('engine_max_force', { above: 0 }) ?? 0.1,
  speedup: attributes.number('speedup_magnitude', { min: 0 }) ?? 2,
  slowdown: attributes.number('slowdown_magnitude', { min: 0 }) ?? 2,
  slowdownDistance: attributes.number('slowdown_distance', { unit: 'm', min: 0 }) ?? 5,
  basePitch: attributes.number('base_pitch_deg') ?? -5,
  pitchSpeed: attributes.number('pitch_speed_deg', { min: 0 }) ?? 85.94,
  rollSpeed: attributes.number('roll_speed_deg', { min: 0 }) ?? 28.65,
  yawSpeed: attributes.number('yaw_speed_deg', { min: 0 }) ?? 85.94,
  pitchOffset: attributes.number('pitch_offset_deg') ?? 35,
  rollOffset: attributes.number('roll_offset_deg') ?? 25,
});
