import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DecodedPng, decode } from 'fast-png';
import { expect } from 'vitest';
import { SYSTEM_FOLDER } from './unpack-chromium.js';

/** Difference of two pictures of one size. */
export interface PictureDifference {
  /** Mean difference of a channel, 0…255. */
  mean: number;
  /** Share of the pixels in which a channel differs by more than `VISIBLE`, 0…1. */
  share: number;
}

/** Of 255. */
const VISIBLE = 24;

/** Compares the red, green and blue of two pictures. Throws Error if they differ in size. */
export function pictureDifference(a: DecodedPng, b: DecodedPng): PictureDifference {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`found ${a.width}×${a.height} pixels, expected ${b.width}×${b.height}`);
  const pixels = a.width * a.height;
  let [sum, visible] = [0, 0];
  for (let pixel = 0; pixel < pixels; pixel++) {
    let most = 0;
    for (let channel = 0; channel < 3; channel++) {
      const difference = Math.abs(a.data[a.channels * pixel + channel] - b.data[b.channels * pixel + channel]);
      sum += difference;
      most = Math.max(most, difference);
    }
    if (most > VISIBLE) visible++;
  }
  return { mean: sum / (3 * pixels), share: visible / pixels };
}

/**
 * Most that a picture may differ from the one that is kept: points of one depth may hide each other in another order.
 */
const MEAN_MAX = 0.5;
const SHARE_MAX = 0.005;

/**
 * Expects a PNG to look like the one kept at `path`. With SUBRAY_WRITE_PICTURES=1 it is kept instead; look at it then.
 */
export function expectPicture(png: Uint8Array, path: string): void {
  if (process.env.SUBRAY_WRITE_PICTURES === '1') writeFileSync(path, png);
  if (!existsSync(path)) throw new Error(`${path} does not exist: SUBRAY_WRITE_PICTURES=1 writes it`);
  const { mean, share } = pictureDifference(decode(png), decode(readFileSync(path)));
  if (mean <= MEAN_MAX && share <= SHARE_MAX) return;
  // The tests' own folder goes with them.
  const found = join(mkdtempSync(join(process.env[SYSTEM_FOLDER] ?? tmpdir(), 'subray-picture-')), 'found.png');
  writeFileSync(found, png);
  expect.fail(
    `${path} differs by ${mean.toFixed(2)} of 255, and visibly in ${(100 * share).toFixed(2)} % of its pixels: see ${found}`,
  );
}
