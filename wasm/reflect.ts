// reflect: what of a subray's energy comes back from its hit to the receiver. The LiDAR equation as used by
// Wagner et al. 2006 (ISPRS J. 60(2)), for a Lambertian target larger than the beam, over the subray's share w of it:
//   E = E_pulse · w · D² · η_sys · T² · ρ cos θ / (4 R²),   T = exp(−α R)
// with reflectance ρ; measured BRDFs take the place of ρ. Four subrays a vector.

import { NONE } from './nearest';
import { Hit, Material, Pulse, Run, Surface } from './records.generated';
import { run } from './run';
import { materials, surfaces } from './scene';
import { hitField, hitsOf, offsets, pulses, raysOf, stride } from './work';

/** Energies of the hits of `count` pulses from place 0; 0 where there is no hit. */
export function reflect(count: i32): void {
  known = NONE;
  for (let p = 0; p < count; p++) {
    if (load<u32>(pulses + <usize>p * Pulse.SIZE, Pulse.silent)) continue;
    const rays = raysOf(p);
    const pulseHits = hitsOf(p);
    for (let k: usize = 0; k < stride; k += 16) reflectFour(rays + k, pulseHits + k, offsets + 3 * stride + k);
  }
}

function reflectFour(rays: usize, hits: usize, weights: usize): void {
  const energy = hitField(hits, Hit.energy);
  const hit = i32x4.ne(v128.load(hitField(hits, Hit.triangle)), i32x4.splat(NONE));
  if (!v128.any_true(hit)) {
    v128.store(energy, f32x4.splat(0));
    return;
  }
  const normal = hitField(hits, Hit.normalX);
  const against = f32x4.add(
    f32x4.add(f32x4.mul(v128.load(rays), v128.load(normal)), f32x4.mul(v128.load(rays + stride), v128.load(normal + stride))),
    f32x4.mul(v128.load(rays + 2 * stride), v128.load(normal + 2 * stride)),
  );
  const cosine = f32x4.pmax(f32x4.neg(against), f32x4.splat(0));
  const range = v128.load(hitField(hits, Hit.distance));
  const emitted = f32x4.mul(f32x4.splat(load<f32>(run, Run.energyFactor)), v128.load(weights));
  const reflected = f32x4.mul(reflectances(hitField(hits, Hit.surface), i32x4.bitmask(hit)), cosine);
  const received = f32x4.div(f32x4.mul(f32x4.mul(emitted, transmission(range)), reflected), f32x4.mul(range, range));
  v128.store(energy, v128.and(received, hit));
}

/** The surface that was looked up last, and its reflectance: neighbouring subrays mostly meet the same. */
let known: u32 = NONE;
let knownReflectance: f32 = 0;

/** Reflectances of four surfaces; of those that `mask` leaves out, any. */
@inline
function reflectances(at: usize, mask: i32): v128 {
  const four = v128.load(at);
  if (mask == 15 && i32x4.all_true(i32x4.eq(four, i32x4.splat(known)))) return f32x4.splat(knownReflectance);
  let out = f32x4.splat(0);
  if (mask & 1) out = f32x4.replace_lane(out, 0, reflectanceOf(load<u32>(at)));
  if (mask & 2) out = f32x4.replace_lane(out, 1, reflectanceOf(load<u32>(at, 4)));
  if (mask & 4) out = f32x4.replace_lane(out, 2, reflectanceOf(load<u32>(at, 8)));
  if (mask & 8) out = f32x4.replace_lane(out, 3, reflectanceOf(load<u32>(at, 12)));
  return out;
}

function reflectanceOf(surface: u32): f32 {
  if (surface == known) return knownReflectance;
  const material = load<u32>(surfaces + <usize>surface * Surface.SIZE, Surface.material);
  known = surface;
  knownReflectance = load<f32>(materials + <usize>material * Material.SIZE, Material.reflectance);
  return knownReflectance;
}

/** T²: there and back. */
@inline
function transmission(range: v128): v128 {
  const extinction = load<f32>(run, Run.extinction);
  if (extinction == 0) return f32x4.splat(1);
  return exponential(f32x4.mul(f32x4.splat(-2 * extinction), range));
}

const LOG2E: f32 = 1.4426950408889634;
const LN2: f32 = 0.6931471805599453;

/** exp x for x ≤ 0, relative error below 1e-6: 2ⁿ times the Taylor polynomial of exp f, |f| ≤ ln 2 / 2. */
@inline
function exponential(x: v128): v128 {
  const y = f32x4.pmax(f32x4.mul(x, f32x4.splat(LOG2E)), f32x4.splat(-126));
  const n = f32x4.nearest(y);
  const f = f32x4.mul(f32x4.sub(y, n), f32x4.splat(LN2));
  let p = f32x4.splat(0.0013888889);
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.008333334));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.041666668));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.16666667));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.5));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}
