import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script of the bench without types
import { studioSizes } from '../../bench/lib-studio-sizes.mjs';

interface Size {
  name: string;
  files: number;
  bytes: number;
  most?: number;
}

const sizes: Size[] = studioSizes(`${resolve(import.meta.dirname, '../..')}/`);

/** `npm run bench -- studio --sizes-only --modules` lists the bytes by module. */
describe('the bundle of the studio', () => {
  it.each(sizes)('$name: not more than its budget', ({ files, bytes, most = Number.POSITIVE_INFINITY }) => {
    expect(files).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});
