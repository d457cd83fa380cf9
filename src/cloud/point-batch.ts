/**
 * Some points of a cloud, in the order of (pulse, return): one typed array an attribute, `count` entries each
 * (normals: 3 × count). World coordinates in f64 metres, angles in radians, energies in joules.
 */
export interface PointBatch {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** Adjusted standard GPS time, seconds. */
  gpsTime: Float64Array;
  /** As written to LAS: see the survey's `intensity`. */
  intensity: Uint16Array;
  /** From 1. */
  returnNumber: Uint8Array;
  returnCount: Uint8Array;
  /** Classification, ASPRS. */
  classification: Uint8Array;
  /** Laser of a multi-channel instrument, from 0. */
  channel: Uint8Array;
  /** Angle of the beam from the platform's nadir–zenith plane, radians, −π…π, positive to the right. */
  scanAngle: Float32Array;
  pointSourceId: Uint16Array;
  /** Unit vectors of the surface, turned to the sensor. */
  normal: Float32Array;
  instance: Uint32Array;
  material: Uint16Array;
  semantic: Uint16Array;
  /** Slant range from the beam's origin, metres. */
  range: Float64Array;
  /** Between beam and surface normal, radians, 0…π/2. */
  incidenceAngle: Float32Array;
  /** Received energy of the echo, joules. */
  energy: Float32Array;
  /** Full width at half maximum of the echo, seconds. */
  echoWidth: Float32Array;
  /** Subrays of the pulse that made this return. */
  hitSubrays: Uint16Array;
  /** 16 bits a channel, 3 × count, where the output has colour. */
  rgb?: Uint16Array;
}

/** A batch of `count` points, all zero. */
export function createPointBatch(count: number): PointBatch {
  return {
    count,
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    gpsTime: new Float64Array(count),
    intensity: new Uint16Array(count),
    returnNumber: new Uint8Array(count),
    returnCount: new Uint8Array(count),
    classification: new Uint8Array(count),
    channel: new Uint8Array(count),
    scanAngle: new Float32Array(count),
    pointSourceId: new Uint16Array(count),
    normal: new Float32Array(3 * count),
    instance: new Uint32Array(count),
    material: new Uint16Array(count),
    semantic: new Uint16Array(count),
    range: new Float64Array(count),
    incidenceAngle: new Float32Array(count),
    energy: new Float32Array(count),
    echoWidth: new Float32Array(count),
    hitSubrays: new Uint16Array(count),
  };
}
