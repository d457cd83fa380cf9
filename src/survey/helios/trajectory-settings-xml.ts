import type { Attributes } from './attributes.js';

/** A leg's settings of its recorded trajectory. */
export interface TrajectorySettings {
  /** Path as written. */
  path: string;
  /** The XML file that names it, absolute. */
  from: string;
  separator?: string;
  /** Columns from 0: t, roll, pitch, yaw, x, y, z. Absent: as the file's head says. */
  columns?: readonly number[];
  domain: (typeof DOMAINS)[number];
  /** Seconds of the file. */
  start?: number;
  end?: number;
  teleports: boolean;
  slopeThreshold: number;
  /** Whether the angles of the file are degrees. */
  inDegrees: boolean;
  syncsTime: boolean;
}

const INDICES = ['tIndex', 'rollIndex', 'pitchIndex', 'yawIndex', 'xIndex', 'yIndex', 'zIndex'] as const;

const DOMAINS = ['position_and_attitude', 'position'] as const;

/** The trajectory of a leg, or undefined if it names none. */
export function readTrajectoryAttributes(attributes: Attributes, file: string): TrajectorySettings | undefined {
  const path = attributes.text('trajectory');
  const indices = INDICES.map((name) => attributes.whole(name, { min: 0, max: 1000 }));
  const settings = {
    from: file,
    separator: attributes.text('trajectory_seperator') ?? attributes.text('trajectory_separator'),
    columns: indices.some((index) => index !== undefined) ? indices.map((index, k) => index ?? k) : undefined,
    domain: attributes.choice('interpolationDomain', DOMAINS) ?? 'position_and_attitude',
    start: attributes.number('tStart', { unit: 's' }),
    end: attributes.number('tEnd', { unit: 's' }),
    teleports: attributes.flag('teleportToStart') ?? false,
    slopeThreshold: attributes.number('slopeFilterThreshold', { min: 0 }) ?? 0,
    inDegrees: attributes.flag('toRadians') ?? true,
    syncsTime: attributes.flag('syncGPSTime') ?? false,
  } as const;
  return path === undefined ? undefined : { path, ...settings };
}
