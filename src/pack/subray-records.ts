import { invariant } from '../base/errors.js';
import { Subray } from '../device/records.generated.js';
import { type Footprint, ringRayCount, ringsOf } from '../scanner/footprint.js';

/** Subray records of a beam of `divergence` (1/e² half angle, radians). The footprint's number of subrays must fit its pattern. */
export function subrayRecords({ pattern, subrays, weights }: Footprint, divergence: number): ArrayBuffer {
  if (pattern === 'disc') return drawnSubrays(subrays);
  const rings = ringsOf(subrays);
  invariant(rings !== undefined, `no rings have ${subrays} subrays`);
  return layOutRings(rings, divergence, weights);
}

/**
 * Subray records of a ring layout: ring k at k/rings of `divergence` (1/e² half angle, radians) off the axis, its first
 * ray above the axis. A ring stands for the annulus half-way to its neighbours; its share of the energy is that of the
 * Gaussian beam exp(−2 (θ/divergence)²) in the annulus, or of the annulus' area; the shares sum to 1.
 */
function layOutRings(rings: number, divergence: number, weights: 'gaussian' | 'uniform'): ArrayBuffer {
  const records = new DataView(new ArrayBuffer(ringRayCount(rings) * Subray.SIZE));
  const within = (edge: number) =>
    weights === 'gaussian' ? 1 - Math.exp(-2 * (edge / rings) ** 2) : (edge / rings) ** 2;
  const whole = within(rings - 0.5);
  let at = 0;
  for (let ring = 0; ring < rings; ring++) {
    const rays = ring === 0 ? 1 : Math.floor(2 * Math.PI * ring);
    const share = (within(ring + 0.5) - (ring === 0 ? 0 : within(ring - 0.5))) / whole / rays;
    const angle = (ring / rings) * divergence;
    for (let ray = 0; ray < rays; ray++, at += Subray.SIZE) {
      const turn = (2 * Math.PI * ray) / rays;
      records.setFloat32(at + Subray.right, Math.sin(angle) * Math.sin(turn), true);
      records.setFloat32(at + Subray.up, Math.sin(angle) * Math.cos(turn), true);
      records.setFloat32(at + Subray.forward, Math.cos(angle), true);
      records.setFloat32(at + Subray.weight, share, true);
    }
  }
  return records.buffer;
}

/** Subray records of a footprint drawn for each pulse: equal shares, offsets made by the device. */
function drawnSubrays(count: number): ArrayBuffer {
  const records = new DataView(new ArrayBuffer(count * Subray.SIZE));
  for (let at = 0; at < count * Subray.SIZE; at += Subray.SIZE) records.setFloat32(at + Subray.weight, 1 / count, true);
  return records.buffer;
}
