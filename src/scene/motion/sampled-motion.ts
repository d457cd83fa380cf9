/**
 * The motion of a body in the world, sampled: between two knots its position and its quaternion are linear in time (the
 * quaternion is normalised). Before the first knot and after the last one it stands, unless it repeats.
 */
export interface SampledMotion {
  /** Seconds of the scene's clock, rising; two knots at least. */
  times: Float64Array;
  /** Position of the body's origin in the world at each knot: x, y, z; metres. */
  positions: Float64Array;
  /** Body to world at each knot: unit quaternion x, y, z, w, on the side of the one before (their product is ≥ 0). */
  orientations: Float64Array;
  /** 1 where the body keeps the pose of a knot until the next one, then jumps; absent: nowhere. */
  holds?: Uint8Array;
  /** 0 where the body is not there from a knot to the next one, before the first or after the last; absent: never. */
  visible?: Uint8Array;
  /** Seconds after which it repeats itself from its first knot on: that between first and last; absent: never. */
  period?: number;
  /** Whether it is that of the platform which carries the scanners; absent: it is not. */
  isPlatform?: true;
  /** The moments of the clip whose shapes its meshes take, of those that have some; absent: they keep their shapes. */
  phases?: ClipPhases;
}

/** The moments of a clip that shapes follow, over the scene's clock. */
export interface ClipPhases {
  /** Seconds of the scene's clock, rising; two at least. */
  times: Float64Array;
  /** Moments of the clip then, seconds, which count on from round to round; linear between two times. */
  moments: Float64Array;
  /** Whether the clip begins anew at its end; otherwise it stays as it ends. */
  loop: boolean;
}
