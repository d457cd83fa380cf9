import type { Leg, Mount } from '../../platform/leg.js';

/** A scanner neither turned nor shifted against its platform. */
export const LEVEL: Mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 };

/** A leg at the origin, of `duration` seconds or else of a whole turn. */
export const levelStation = (duration: number | undefined): Leg => ({
  name: 'pattern',
  pointSourceId: 1,
  path: { kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration },
  azimuthStart: 0,
  azimuthEnd: 2 * Math.PI,
  startTime: 0,
});
