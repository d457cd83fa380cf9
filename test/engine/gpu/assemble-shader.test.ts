import { describe, expect, it, vi } from 'vitest';
import { assembleShader, locate } from '../../../src/engine/gpu/assemble-shader.js';

vi.mock('../../../src/engine/gpu/shader-texts.generated.js', () => ({
  SHADER_TEXTS: {
    'records.wgsl': 'struct A {\n  x: f32,\n}\n',
    'tools.wgsl': 'fn tool() {}',
    'empty.wgsl': '',
    'kinds/one.wgsl': 'fn one() {}',
    'scan.entry.wgsl': '// entry\nfn scan() {}\n',
  },
}));

const shader = assembleShader(
  ['records', 'tools', 'empty', 'kinds/one'],
  'const K = 1u;\nvar<private> v: f32;',
  'scan',
);

describe('assembleShader', () => {
  it('puts modules, declarations and entry one after the other', () => {
    const expected = [
      'struct A {',
      '  x: f32,',
      '}',
      '',
      'fn tool() {}',
      '',
      'fn one() {}',
      'const K = 1u;',
      'var<private> v: f32;',
      '// entry',
      'fn scan() {}',
      '',
    ];
    expect(shader.text.split('\n')).toEqual(expected);
  });

  it('knows of every line where it comes from', () => {
    const lines = shader.text.split('\n').map((_, k) => {
      const { file, line } = locate(shader, k + 1);
      return `${file}:${line}`;
    });
    expect(lines).toEqual([
      'wgsl/records.wgsl:1',
      'wgsl/records.wgsl:2',
      'wgsl/records.wgsl:3',
      'wgsl/records.wgsl:4',
      'wgsl/tools.wgsl:1',
      'wgsl/empty.wgsl:1',
      'wgsl/kinds/one.wgsl:1',
      'bindings:1',
      'bindings:2',
      'wgsl/scan.entry.wgsl:1',
      'wgsl/scan.entry.wgsl:2',
      'wgsl/scan.entry.wgsl:3',
    ]);
    expect(locate(shader, 5, 4)).toEqual({ file: 'wgsl/tools.wgsl', line: 1, column: 4 });
    expect(locate(shader, 0).file, 'a compiler that does not know the line').toBe('wgsl/records.wgsl');
  });

  it('says which file there is not', () => {
    expect(() => assembleShader(['tool'], '', 'scan')).toThrow('there is no wgsl/tool.wgsl');
    expect(() => assembleShader([], '', 'scam')).toThrow('there is no wgsl/scam.entry.wgsl');
  });
});
