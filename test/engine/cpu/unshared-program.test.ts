import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unsharedProgram } from '../../../src/engine/cpu/unshared-program.js';

const KERNEL = Uint8Array.from(readFileSync(new URL('../../../dist/wasm/subray.wasm', import.meta.url)));
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const instantiate = (binary: Uint8Array<ArrayBuffer>, shared: boolean) =>
  new WebAssembly.Instance(new WebAssembly.Module(binary), {
    env: { memory: new WebAssembly.Memory({ initial: 2, maximum: 65_536, shared }) },
  });

describe('the kernel where no memory may be shared', () => {
  it('imports a memory of one thread, and differs in one byte', () => {
    const alone = unsharedProgram(KERNEL);
    expect(alone).toHaveLength(KERNEL.length);
    expect(alone.filter((byte, k) => byte !== KERNEL[k])).toHaveLength(1);
    expect(() => instantiate(KERNEL, false)).toThrow(WebAssembly.LinkError);
    expect(() => instantiate(alone, true)).toThrow(WebAssembly.LinkError);
    expect(instantiate(alone, false).exports.traverse).toBeTypeOf('function');
  });

  it.each([
    ['imports no memory', [], 'the kernel imports no memory'],
    ['imports a function', [2, 7, 1, 1, 97, 1, 98, 0, 0], 'the kernel imports something besides its memory'],
    ['does not share it', [2, 8, 1, 1, 97, 1, 98, 2, 0, 1], 'the memory that the kernel imports has the flags 0'],
  ])('refuses a program that %s', (_, sections, message) => {
    expect(() => unsharedProgram(Uint8Array.from([...HEAD, ...sections]))).toThrow(message);
  });
});
