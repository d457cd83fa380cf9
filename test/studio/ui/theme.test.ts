import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SHEET = readFileSync(resolve(import.meta.dirname, '../../../studio/ui/theme.css'), 'utf8');

/** The colours of a theme, by their names; the light one has those of the dark one that it does not change. */
function colorsOf(theme: 'dark' | 'light'): Record<string, string> {
  const [dark, light] = SHEET.split('[data-theme="light"] {');
  const colors = (text: string) =>
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]);
  return Object.fromEntries([...colors(dark), ...(theme === 'light' ? colors(light.split('}')[0]) : [])]);
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(['dark', 'light'] as const)('the %s page', (theme) => {
  it.each([
    ['text', 'page'],
    ['quiet', 'panel'],
    ['accent-text', 'accent'],
    // Stop, which is there while a scan goes on.
    ['bad-text', 'bad'],
  ])('has a contrast of 4.5 between %s and %s', (text, below) => {
    const colors = colorsOf(theme);
    const [a, b] = [luminanceOf(colors[text]), luminanceOf(colors[below])].sort((x, y) => x - y);
    expect((b + 0.05) / (a + 0.05)).toBeGreaterThanOrEqual(4.5);
  });
});
