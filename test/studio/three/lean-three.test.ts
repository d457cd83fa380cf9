import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { LEFT_OUT, leanThree } from '../../../scripts/lean-three.mjs';

const ROOT = `${resolve(import.meta.dirname, '../../..')}/`;
const STUDIO = join(ROOT, 'studio');

/** The build's final message about files of three that it has not met. */
function sayEnd(leftOut: Record<string, string>): void {
  const report = (message: string) => {
    throw new Error(message);
  };
  leanThree(ROOT, leftOut).buildEnd.call({ error: report });
}

describe('three without what the studio does not draw with', () => {
  it('has a file in place of each that is left out, with the names that three has there', () => {
    for (const [file, own] of Object.entries<string>(LEFT_OUT)) {
      const [theirs, ours] = [join(ROOT, 'node_modules/three/src', file), join(STUDIO, 'three', own)].map(exportsOf);
      expect(ours, own).toEqual(theirs);
    }
  });

  it('is not built where a new version of three has moved such a file', () => {
    expect(existsSync(join(ROOT, 'node_modules/three/src/renderers/webgl/WebGLShadowMap.js'))).toBe(true);
    expect(() => sayEnd({ 'renderers/webgl/WebGLShadowMap.js': 'a.ts', 'renderers/Gone.js': 'b.ts' })).toThrow(
      /^three [\d.]+ has changed: renderers\/webgl\/WebGLShadowMap.js is not imported, renderers\/Gone.js does not exist\. .*lean-three\.mjs/,
    );
    expect(() => sayEnd({})).not.toThrow();
  });

  it('is not asked for materials and lights whose shaders are left out', () => {
    const files = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const names = files.flatMap((file) =>
      [...readFileSync(join(STUDIO, file), 'utf8').matchAll(/import\s*\{([^}]*)\}\s*from 'three'/g)].flatMap(
        ([, list]) => list.split(',').map((name) => name.trim()),
      ),
    );
    expect(names).toContain('WebGLRenderer');
    const needing = names.filter((name) => /Light$|Environment|PMREM|[a-z]Material$/.test(name));
    expect([...new Set(needing)].sort()).toEqual(['RawShaderMaterial', 'ShaderMaterial', 'type ShaderMaterial']);
  });
});

/** The names that a module exports. */
function exportsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','));
  return [...declared, ...listed.map((name) => name.trim())].filter((name) => name !== '').sort();
}
