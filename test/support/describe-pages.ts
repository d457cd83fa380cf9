import { describe } from 'vitest';
import { findChromium } from './chromium.js';

const chromium = await findChromium();

/** Tests of pages in a browser (`studio-page.ts`); skipped without Chromium. */
export function describePages(title: string, tests: () => void): void {
  describe.skipIf(!chromium)(`${title} (skipped where there is no Chromium)`, tests);
}
