// backscatter: the light that a material returns the way it came, four hits at a time. The host tabulates every
// material as piecewise cubics, at the laser's wavelength (src/material/backscatter-cubics.ts): here they are looked up
// and evaluated.
//
// The angle of incidence comes from the chord between the unit vectors to the sensor and along the normal, which keeps
// its digits near the normal where the cosine loses them. The azimuth is counted from the tangent (tangent.ts).

import { cubics, materials, surfaces } from './addresses.generated';
import { angleOfChord, azimuth } from './angles';
import { Cubic, Hit, Material, NONE, PER_RIGHT_ANGLE, PER_TURN, Surface } from './records.generated';
import { across, along, setComponents } from './tangent';
import { hitField, rayBytes, scratch, stride } from './work';

/**
 * π f_r cos θ of the hits in `mask` (other lanes are undefined), with the cosine of their angle to the normal; `rays`
 * are the directions to them. They lie at byte `k` of the arrays of the pulse of the last beginPulse.
 */
export function backscatter(hits: usize, rays: usize, k: usize, mask: i32, cosine: v128): v128 {
  const four = v128.load(hitField(hits, Hit.surface));
  // Neighbouring subrays mostly meet the same surface.
  if ((mask & ~i32x4.bitmask(i32x4.eq(four, i32x4.splat(known)))) == 0)
    return ofMaterial(knownMaterial, hits, rays, k, cosine);
  let out = f32x4.splat(0);
  while (mask != 0) {
    const surface = v128.load32_splat(hitField(hits, Hit.surface) + (<usize>ctz(mask) << 2));
    const same = i32x4.eq(four, surface);
    out = v128.bitselect(ofMaterial(materialOf(i32x4.extract_lane(surface, 0)), hits, rays, k, cosine), out, same);
    mask &= ~i32x4.bitmask(same);
  }
  return out;
}

/** The surface of the last lookup, and its material's record. */
let known: u32 = NONE;
let knownMaterial: usize = 0;

/** Forgets the material: another run may have other ones. */
export function forgetMaterial(): void { known = NONE; }

export function materialOf(surface: u32): usize {
  if (surface == known) return knownMaterial;
  const material = load<u32>(surfaces + <usize>surface * Surface.SIZE, Surface.material);
  known = surface;
  knownMaterial = materials + <usize>material * Material.SIZE;
  return knownMaterial;
}

/**
 * The material's record if all hits of a pulse lie on one surface whose cubics are the same at every azimuth; else 0.
 */
export function onlyMaterial(pulseHits: usize): usize {
  const distances = hitField(pulseHits, Hit.distance), onSurfaces = hitField(pulseHits, Hit.surface);
  if (load<f32>(distances) < 0) return 0;
  const surface = v128.load32_splat(onSurfaces), zero = f32x4.splat(0);
  let others = i32x4.splat(0);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const hit = f32x4.ge(v128.load(distances + k), zero);
    others = v128.or(others, v128.and(v128.xor(v128.load(onSurfaces + k), surface), hit));
  }
  if (v128.any_true(others)) return 0;
  const material = materialOf(load<u32>(onSurfaces));
  return load<u32>(material, Material.phiCells) == 0 ? material : 0;
}

function ofMaterial(material: usize, hits: usize, rays: usize, k: usize, cosine: v128): v128 {
  const first = firstCubicOf(material), cells = load<u32>(material, Material.thetaCells);
  if (cells == 0) return f32x4.mul(v128.load32_splat(first, Cubic.d), cosine);
  if (!hasAngles) fillAngles(hits - k, rays - k);
  const angle = v128.load(angles() + k), perRadian = cellsPerRadian(cells), last = lastCell(cells);
  const phiCells = load<u32>(material, Material.phiCells), weighted = load<u32>(material, Material.weighted) != 0;
  if (phiCells == 0) return ofCubics(first, perRadian, last, weighted, angle, cosine);
  const place = f32x4.mul(angle, perRadian), whole = f32x4.pmin(f32x4.floor(place), last);
  return bounded(
    alongBoth(first, toWhole(whole), f32x4.sub(place, whole), cells, phiCells, hits, rays), weighted, cosine,
  );
}

/** Address of a material's cubics. */
@inline
export function firstCubicOf(material: usize): usize {
  return cubics + <usize>load<u32>(material, Material.firstCubic) * Cubic.SIZE;
}

/** Cells a radian, and the number of the last cell, of a table with so many up to grazing incidence. */
@inline
export function cellsPerRadian(cells: u32): v128 { return f32x4.splat(PER_RIGHT_ANGLE * <f32>cells); }
@inline
export function lastCell(cells: u32): v128 { return f32x4.splat(<f32>(cells - 1)); }

/** π f_r cos θ of a material whose cubics are the same at every azimuth, at four angles of incidence. */
@inline
export function ofCubics(first: usize, perRadian: v128, last: v128, weighted: bool, angle: v128, cosine: v128): v128 {
  const place = f32x4.mul(angle, perRadian), whole = f32x4.pmin(f32x4.floor(place), last);
  return bounded(alongAngle(first, toWhole(whole), f32x4.sub(place, whole)), weighted, cosine);
}

/** Negative values of cubics count as 0; tables that are not weighted do not hold the cosine. */
@inline
function bounded(value: v128, weighted: bool, cosine: v128): v128 {
  const positive = f32x4.pmax(value, f32x4.splat(0));
  return weighted ? positive : f32x4.mul(positive, cosine);
}

/** 2²³: adding it to a whole number leaves that number in the low bits. */
const WHOLE: f32 = 8388608;
const WHOLE_BITS: i32 = 0x4b000000;

/**
 * Whole numbers below 2²³ as integers; a lane without a hit, which may hold anything, also yields a number within these
 * bounds.
 */
@inline
function toWhole(x: v128): v128 {
  const shifted = f32x4.add(f32x4.pmax(f32x4.splat(0), x), f32x4.splat(WHOLE));
  return i32x4.sub(shifted, i32x4.splat(WHOLE_BITS));
}

/** Angles of incidence of the hits of the pulse, and whether they are known. */
@inline
function angles(): usize { return scratch; }
let hasAngles: bool = false;

/** Begins with the hits of another pulse. */
@inline
export function beginPulse(): void { hasAngles = false; }

/** Fills all angles at once: each takes many dependent steps, and the processor then works on several. */
function fillAngles(hits: usize, rays: usize): void {
  const normals = hitField(hits, Hit.normalX);
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const ray = rays + k, normal = normals + k;
    v128.store(angles() + k, incidence(
      v128.load(ray), v128.load(ray + stride), v128.load(ray + 2 * stride),
      v128.load(normal), v128.load(normal + stride), v128.load(normal + 2 * stride),
    ));
  }
  hasAngles = true;
}

/** Angles between the directions −d to the sensor and the normals n, 0 … π/2. */
@inline
export function incidence(dx: v128, dy: v128, dz: v128, nx: v128, ny: v128, nz: v128): v128 {
  const x = f32x4.add(dx, nx), y = f32x4.add(dy, ny), z = f32x4.add(dz, nz);
  return angleOfChord(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
}

/**
 * Cubics of cells that are the same at every azimuth. Whether all lanes lie in one cell is not asked: processors guess
 * the answer wrong too often.
 */
@inline
function alongAngle(first: usize, cell: v128, t: v128): v128 {
  return evaluate(
    v128.load(first + <usize>i32x4.extract_lane(cell, 0) * Cubic.SIZE),
    v128.load(first + <usize>i32x4.extract_lane(cell, 1) * Cubic.SIZE),
    v128.load(first + <usize>i32x4.extract_lane(cell, 2) * Cubic.SIZE),
    v128.load(first + <usize>i32x4.extract_lane(cell, 3) * Cubic.SIZE),
    t,
  );
}

/** Four cubics, one a lane, each at its own t. */
@inline
function evaluate(p: v128, q: v128, r: v128, s: v128, t: v128): v128 {
  const pq = v128.shuffle<f32>(p, q, 0, 4, 1, 5), rs = v128.shuffle<f32>(r, s, 0, 4, 1, 5);
  const pqEnd = v128.shuffle<f32>(p, q, 2, 6, 3, 7), rsEnd = v128.shuffle<f32>(r, s, 2, 6, 3, 7);
  const a = v128.shuffle<f32>(pq, rs, 0, 1, 4, 5), b = v128.shuffle<f32>(pq, rs, 2, 3, 6, 7);
  const c = v128.shuffle<f32>(pqEnd, rsEnd, 0, 1, 4, 5), d = v128.shuffle<f32>(pqEnd, rsEnd, 2, 3, 6, 7);
  return f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(a, t), b), t), c), t), d);
}

@inline
function alongBoth(first: usize, cell: v128, t: v128, cells: u32, phiCells: u32, hits: usize, rays: usize): v128 {
  const turns = f32x4.mul(azimuthOf(hits, rays), f32x4.splat(PER_TURN * <f32>phiCells));
  const behind = f32x4.lt(turns, f32x4.splat(0));
  const place = f32x4.add(turns, v128.and(f32x4.splat(<f32>phiCells), behind));
  const whole = f32x4.pmin(f32x4.floor(place), f32x4.splat(<f32>(phiCells - 1)));
  const row = toWhole(whole), s = f32x4.sub(place, whole);
  const at = i32x4.shl(i32x4.add(i32x4.mul(row, i32x4.splat(cells)), cell), 2);
  const one = i32x4.extract_lane(at, 0);
  if (i32x4.all_true(i32x4.eq(at, i32x4.splat(one)))) return inCell(first + <usize>one * Cubic.SIZE, s, t);
  return evaluate(
    atAzimuth(first + <usize>one * Cubic.SIZE, f32x4.splat(f32x4.extract_lane(s, 0))),
    atAzimuth(first + <usize>i32x4.extract_lane(at, 1) * Cubic.SIZE, f32x4.splat(f32x4.extract_lane(s, 1))),
    atAzimuth(first + <usize>i32x4.extract_lane(at, 2) * Cubic.SIZE, f32x4.splat(f32x4.extract_lane(s, 2))),
    atAzimuth(first + <usize>i32x4.extract_lane(at, 3) * Cubic.SIZE, f32x4.splat(f32x4.extract_lane(s, 3))),
    t,
  );
}

/**
 * One cell at four places: first along the azimuth, as atAzimuth, so that the last bit does not
 * depend on the neighbours.
 */
@inline
function inCell(cell: usize, s: v128, t: v128): v128 {
  const a = ofAzimuth(cell + Cubic.a, s), b = ofAzimuth(cell + Cubic.b, s);
  const c = ofAzimuth(cell + Cubic.c, s), d = ofAzimuth(cell + Cubic.d, s);
  return f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(a, t), b), t), c), t), d);
}

/** One coefficient of a cell's cubics, at four positions along the azimuth. */
@inline
function ofAzimuth(at: usize, s: v128): v128 {
  const first = f32x4.add(f32x4.mul(v128.load32_splat(at), s), v128.load32_splat(at + Cubic.SIZE));
  const second = f32x4.add(f32x4.mul(first, s), v128.load32_splat(at + 2 * Cubic.SIZE));
  return f32x4.add(f32x4.mul(second, s), v128.load32_splat(at + 3 * Cubic.SIZE));
}

/** The cubic over the angle at the position `s` within a cell's azimuths. */
@inline
function atAzimuth(cell: usize, s: v128): v128 {
  const first = f32x4.add(f32x4.mul(v128.load(cell), s), v128.load(cell + Cubic.SIZE));
  return f32x4.add(
    f32x4.mul(f32x4.add(f32x4.mul(first, s), v128.load(cell + 2 * Cubic.SIZE)), s), v128.load(cell + 3 * Cubic.SIZE),
  );
}

/** Azimuths of the directions to the sensor, from the surfaces' tangents, −π … π. */
@inline
function azimuthOf(hits: usize, rays: usize): v128 {
  setComponents(hits, rays);
  // Rays point away from the sensor.
  return azimuth(f32x4.neg(across), f32x4.neg(along));
}
