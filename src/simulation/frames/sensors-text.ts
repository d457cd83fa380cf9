import type { Rigid } from '../../base/rigid.js';
import type { BodyAxes } from '../../platform/body-axes.js';

/** A pose of a sensor on the platform, from a frame on. */
export interface SensorMount {
  /** The first frame with it. */
  frame: number;
  mount: Rigid;
}

/** A sensor of frames, and its places on the platform. */
export interface FrameSensor {
  /** The scanner's name. */
  name: string;
  /** Its name in a data set whose folder scanners share; absent: it has none. */
  channel?: string;
  mounts: readonly SensorMount[];
}

const AXES: Readonly<Record<BodyAxes, string>> = {
  rfu: 'x right, y forward, z up',
  flu: 'x forward, y left, z up',
};

/** The text of a file with the sensors of frames: their poses on the platform, and what these and other poses mean. */
export function sensorsText(sensors: readonly FrameSensor[], axes: BodyAxes): string {
  const content = {
    conventions: {
      axes: `${axes}: ${AXES[axes]}, of sensors and of the body`,
      mount: 'sensor to body: p_body = R(orientation) p_sensor + position',
      pose: 'of a frame, sensor to map: p_map = R(orientation) p_sensor + position; body to map is pose mount^-1',
      orientation: 'quaternion x, y, z, w',
      position: 'm',
    },
    sensors: sensors.map(({ name, channel, mounts }) => ({
      ...{ name, channel },
      mounts: mounts.map(({ frame, mount: { position, orientation } }) => ({ frame, position, orientation })),
    })),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}
