import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { latin1 } from '../../src/base/latin1.js';

const SRC = new URL('../../src/', import.meta.url);

it('gives each byte the character of its number', () => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i);
  expect([...latin1(bytes)].map((character) => character.charCodeAt(0))).toEqual([...bytes]);
  expect(latin1(Uint8Array.of(0x93, 0x4e))).toBe('\x93N');
  expect(latin1(new Uint8Array())).toBe('');
});

it('code that knows no platform decodes Latin-1 here, since decoders of that name differ', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.filter((file) => /TextDecoder\('latin1'/.test(readFileSync(new URL(file, SRC), 'utf8')))).toEqual([]);
});
