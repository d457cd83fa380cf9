import { availableParallelism } from 'node:os';
import { nodeCoders } from './blocks/node-coders.js';
import { type CompareCloudsOptions, type ComparedClouds, compareClouds as compare } from './compare-clouds.js';
import type { ReadableCloud } from './readable-cloud.js';

/** Compares two open clouds, whose chunks threads of this machine unpack; otherwise like the function that it calls. */
export async function compareClouds(
  a: ReadableCloud,
  b: ReadableCloud,
  options: CompareCloudsOptions = {},
): Promise<ComparedClouds> {
  const coders = nodeCoders(availableParallelism());
  try {
    return await compare(a, b, { coders, ...options });
  } finally {
    await coders.close();
  }
}
