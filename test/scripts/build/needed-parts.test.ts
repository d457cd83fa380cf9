import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { partsNeededBy } from '../../../scripts/build/needed-parts.mjs';

const ROOT = `${resolve(import.meta.dirname, '../../..')}/`;
const neededBy = (...tests: string[]): string[] => partsNeededBy(ROOT, tests).sort();

describe('the parts of dist/ that a test needs', () => {
  it('are the modules alone where it only computes', () => {
    expect(neededBy('test/base/quaternion.test.ts')).toEqual(['modules']);
  });

  it('follow from what it imports: tables, binaries, threads', () => {
    expect(neededBy('test/engine/gpu/compile.test.ts')).toEqual(['deflectors', 'modules', 'records', 'shaders']);
    expect(neededBy('test/simulation/run-survey.test.ts')).toEqual(
      expect.arrayContaining(['catalogues', 'columns', 'kernel', 'laz', 'modules', 'threads']),
    );
  });

  it('hold programs, pages and declarations where it names them', () => {
    const ofCommands = neededBy('test/e2e/resume.test.ts');
    expect(ofCommands).toEqual(expect.arrayContaining(['cli', 'kernel']));
    expect(ofCommands).not.toContain('studio');
    expect(neededBy('test/studio/page/section.test.ts')).toContain('studio');
    expect(neededBy('test/package.test.ts')).toContain('declarations');
    expect(neededBy('test/fuzz/fuzz.test.ts')).toContain('schema');
  });
});
