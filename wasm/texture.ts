// texture: information of pictures about a hit, besides its existence: its surface among several, and a factor of its
// material's reflectance there.

import { instances, surfaces } from './addresses.generated';
import { setStart, startX, startY, startZ } from './exits';
import { alongRowF32, isInPlace } from './frames';
import { placeOnTexture, texel, textureAt } from './images';
import { mapAt } from './moving';
import { CHANNEL_FULL, Hit, Instance, Surface, Texture, WHITE } from './records.generated';
import { seeShape } from './shapeMaps';
import { hitField, stride } from './work';

/** Puts the surfaces that pictures choose into the hits of `mask`; returns the factors of their reflectances. */
export function textured(pulse: usize, rays: usize, hits: usize, mask: i32): v128 {
  let factors = f32x4.splat(1);
  if (mask & 1) factors = f32x4.replace_lane(factors, 0, texturedHit(pulse, rays, hits));
  if (mask & 2) factors = f32x4.replace_lane(factors, 1, texturedHit(pulse, rays + 4, hits + 4));
  if (mask & 4) factors = f32x4.replace_lane(factors, 2, texturedHit(pulse, rays + 8, hits + 8));
  if (mask & 8) factors = f32x4.replace_lane(factors, 3, texturedHit(pulse, rays + 12, hits + 12));
  return factors;
}

function texturedHit(pulse: usize, ray: usize, hit: usize): f32 {
  const surfaceAt = hitField(hit, Hit.surface);
  const surface = surfaces + <usize>load<u32>(surfaceAt) * Surface.SIZE;
  const choice = load<u32>(surface, Surface.choice);
  let found = surface;
  if (choice == 0 && load<u32>(surface, Surface.reflectance) == 0) return 1;
  placeHit(pulse, ray, hit);
  if (choice != 0) {
    const number = texel(textureAt(choice));
    if (number < load<u32>(textureAt(choice), Texture.choices)) {
      const chosen = load<u32>(surface, Surface.choices) + number;
      store<u32>(surfaceAt, chosen);
      found = surfaces + <usize>chosen * Surface.SIZE;
    }
  }
  const reflectance = load<u32>(found, Surface.reflectance);
  return reflectance == 0 ? 1 : <f32>texel(textureAt(reflectance)) / CHANNEL_FULL;
}

/** The texel of the colours at a hit on `surface`, opaque; white where it has no such texture. */
export function colorAt(pulse: usize, ray: usize, hit: usize, surface: u32): u32 {
  const color = load<u32>(surfaces + <usize>surface * Surface.SIZE, Surface.color);
  if (color == 0) return WHITE;
  placeHit(pulse, ray, hit);
  return texel(textureAt(color)) & WHITE;
}

/** Sets `u` and `v` of images.ts to the texture coordinates of a hit. */
export function placeHit(pulse: usize, ray: usize, hit: usize): void {
  const distance = load<f32>(hitField(hit, Hit.distance));
  setStart(pulse, ray);
  const x = startX + distance * load<f32>(ray);
  const y = startY + distance * load<f32>(ray + stride);
  const z = startZ + distance * load<f32>(ray + 2 * stride);
  const instance = instances + <usize>load<u32>(hitField(hit, Hit.instance)) * Instance.SIZE;
  const triangle = load<u32>(hitField(hit, Hit.triangle));
  if (isInPlace(instance)) placeOnTexture(instance, triangle, x, y, z);
  else {
    const map = mapAt(instance, pulse);
    seeShape(map);
    placeOnTexture(
      instance, triangle, alongRowF32(map, x, y, z), alongRowF32(map + 16, x, y, z), alongRowF32(map + 32, x, y, z),
    );
  }
}
