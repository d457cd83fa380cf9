import { expect, it } from 'vitest';
import { findPlatform, platformIds } from '../../../../src/platform/platform-catalogue.js';
import { shortPlatformName } from '../../../../studio/state/legs/platform-kind.js';

it('names of platforms have room in a row of the page, and are apart', () => {
  const names = platformIds().map((id) => shortPlatformName(findPlatform(id)?.name ?? ''));
  expect(names).toContain('Aircraft, looking down');
  expect(names).toContain('RIEGL VMX-450, right');
  expect(new Set(names).size).toBe(names.length);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(30);
});
