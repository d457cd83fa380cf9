import { type Steps, TEXELS_A_STEP } from '../../base/steps.js';
import type { TextureChannels } from '../texture.js';
import type { Image } from './image.js';

/** The channels of an image, one byte a texel each; all four are the image's own array. */
export function* channelOf({ texels }: Image, channels: TextureChannels): Steps<Uint8Array> {
  if (channels === 'rgba') return texels;
  if (channels === 'none') return new Uint8Array();
  const from = channels === 'red' ? 0 : 3;
  const out = new Uint8Array(texels.length / 4);
  for (let k = 0; k < out.length; ) {
    const end = Math.min(out.length, k + TEXELS_A_STEP);
    for (; k < end; k++) out[k] = texels[4 * k + from];
    yield;
  }
  return out;
}
