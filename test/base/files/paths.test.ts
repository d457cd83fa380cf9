import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  basename,
  dirname,
  extname,
  isInside,
  joinPath,
  normalizePath,
  relativePath,
} from '../../../src/base/files/paths.js';

const PATHS = [
  '',
  '/',
  'a',
  'a/',
  '/a',
  '/a/b.obj',
  'a/b.tar.gz',
  '.hidden',
  'a/.hidden',
  'a.',
  './a',
  '../a',
  'a//b',
  'a.b/c',
];

describe('paths', () => {
  it.each(PATHS)('have the parts that Node finds: %j', (path) => {
    expect([basename(path), extname(path), dirname(path)]).toEqual([
      posix.basename(path),
      posix.extname(path),
      posix.dirname(path),
    ]);
    expect(basename(path, '.obj')).toBe(posix.basename(path, '.obj'));
    expect(joinPath(path, 'x.yaml')).toBe(posix.join(path, 'x.yaml'));
  });

  it.each(['a/../b', 'a/./b', '../a', 'a/../../b', '/../a', '/a/../..', './', ''])(
    '%j is made plain as Node does',
    (path) => {
      expect(normalizePath(path)).toBe(posix.normalize(path).replace(/(?<=.)\/$/, ''));
    },
  );

  it.each([
    ['/a/b', '/a/b/c'],
    ['/a/b', '/a/c'],
    ['/a/b', '/'],
    ['/', '/a'],
    ['/a', '/a'],
    ['/a/b', '/ab'],
  ])('lead from %s to %s as in Node', (from, to) => {
    expect(relativePath(from, to)).toBe(posix.relative(from, to));
  });

  it('have no way between roots', () => {
    expect(relativePath('https://a.example/x', '/y')).toBe('/y');
    expect(relativePath('https://a.example/x', 'https://b.example/x')).toBe('https://b.example/x');
    expect(relativePath('C:/a', 'D:/a')).toBe('D:/a');
  });

  it('lead from each to each, for those of a page and of a server', () => {
    expect(relativePath('plans', 'surveys/a.obj')).toBe('../surveys/a.obj');
    expect(relativePath('.', 'surveys/a.obj')).toBe('surveys/a.obj');
    expect(relativePath('https://a.example/x', 'https://a.example/y/z')).toBe('../y/z');
  });

  it('lie inside a folder by whole names', () => {
    expect(isInside('/a', '/a/b')).toBe(true);
    expect(isInside('/', '/a')).toBe(true);
    expect(isInside('/a', '/ab')).toBe(false);
    expect(isInside('/a', '/a')).toBe(false);
    expect(isInside('.', 'a')).toBe(true);
    expect(isInside('.', '../a')).toBe(false);
    expect(isInside('.', '..')).toBe(false);
  });

  it('keep the scheme of URLs', () => {
    expect(joinPath('https://a.example', 'b')).toBe('https://a.example/b');
    expect(dirname('https://a.example/b/c.glb')).toBe('https://a.example/b');
  });
});
