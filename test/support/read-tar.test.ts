import { describe, expect, it } from 'vitest';
import { readTar, TAR_BLOCK, TAR_FIELD } from './read-tar.js';

function entry(name: string, content: string, { type = '0', size = content.length } = {}): Buffer {
  const bytes = Buffer.alloc(TAR_BLOCK + Math.ceil(content.length / TAR_BLOCK) * TAR_BLOCK);
  bytes.write(name, TAR_FIELD.name[0]);
  bytes.write(size.toString(8).padStart(11, '0'), TAR_FIELD.size[0]);
  bytes.write(type, TAR_FIELD.type[0]);
  bytes.write(content, TAR_BLOCK);
  return bytes;
}

const END = Buffer.alloc(2 * TAR_BLOCK);

describe('readTar', () => {
  it('gives files by name', () => {
    const tar = Buffer.concat([entry('a.txt', 'one'), entry('lib/b.so.1', 'x'.repeat(600)), entry('empty', ''), END]);
    const files = [...readTar(tar)].map(([name, content]) => [name, content.toString()]);
    expect(files).toEqual([
      ['a.txt', 'one'],
      ['lib/b.so.1', 'x'.repeat(600)],
      ['empty', ''],
    ]);
  });

  it.each(['../a', '/a', 'a/../b', 'a//b', './a'])('refuses the name %s', (name) => {
    expect(() => readTar(Buffer.concat([entry(name, 'x'), END]))).toThrow('no plain relative path');
  });

  it('refuses links and archives cut short', () => {
    expect(() => readTar(Buffer.concat([entry('a', '', { type: '2' }), END]))).toThrow('no plain file');
    expect(() => readTar(entry('a', 'x', { size: 5000 }))).toThrow('beyond the end');
    expect(() => readTar(entry('a', 'x', { size: Number.NaN }))).toThrow('beyond the end');
  });
});
