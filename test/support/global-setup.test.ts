import { tmpdir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultOfBuild } from './global-setup.js';
import { softwareVulkan } from './software-vulkan.js';

const ROOT = `${resolve(import.meta.dirname, '../..')}/`;

describe('before the tests', () => {
  it('finds no fault in the parts that a test needs, which were made for this very run', async () => {
    expect(await faultOfBuild(ROOT, ['test/base/quaternion.test.ts'])).toBeUndefined();
  });

  it('provides tests with a cache of trees and a temporary folder of their own', () => {
    expect(process.env.SUBRAY_CACHE).toMatch(/subray-tests-/);
    expect(basename(tmpdir())).toMatch(/^subray-tests-/);
  });

  it('leaves what is unpacked for all tests in the folder of the system', async () => {
    const folder = (await softwareVulkan({})).LD_LIBRARY_PATH;
    expect(folder ?? '').not.toContain('subray-tests-');
    expect(process.env.SUBRAY_SYSTEM_TMPDIR).toBe(dirname(tmpdir()));
  });
});
