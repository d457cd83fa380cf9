import { expect, it, vi } from 'vitest';
import type { Image } from '../../../../src/scene/read/image/image.js';
import { oncePerImage } from '../../../../src/scene/read/image/once-per-image.js';

const image = (): Image => ({ width: 1, height: 1, texels: new Uint8Array(4) });

it('works once for each image and cutoff, on results that are undefined, too', () => {
  const work = vi.fn((_image: Image, cutoff: number) => (cutoff > 0.5 ? undefined : cutoff));
  const once = oncePerImage(work);
  const [one, other] = [image(), image()];
  expect([once(one), once(one, 0.25), once(one, 0.25), once(one, 1), once(one, 1)]).toEqual([
    0,
    0.25,
    0.25,
    undefined,
    undefined,
  ]);
  expect(work).toHaveBeenCalledTimes(3);
  once(other, 0.25);
  expect(work).toHaveBeenCalledTimes(4);
});
