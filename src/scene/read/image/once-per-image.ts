import type { Image } from './image.js';

/**
 * `work`, done once for each image and cutoff and cached as long as the image lives: hundreds of materials may share an
 * atlas of millions of texels.
 */
export function oncePerImage<Result>(
  work: (image: Image, cutoff: number) => Result,
): (image: Image, cutoff?: number) => Result {
  const known = new WeakMap<Image, Map<number, { result: Result }>>();
  return (image, cutoff = 0) => {
    const ofImage = known.get(image) ?? new Map<number, { result: Result }>();
    known.set(image, ofImage);
    const done = ofImage.get(cutoff) ?? { result: work(image, cutoff) };
    ofImage.set(cutoff, done);
    return done.result;
  };
}
