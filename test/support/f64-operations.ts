import type { PulseProgram } from '../../src/device/pulse-program.js';
import { SHADER_TEXTS } from '../../src/engine/gpu/shader-texts.generated.js';
import { writtenByPulse } from './gpu-pulses.js';

/** Operations on F64 that a pulse takes on the GPU. */
export interface F64Operations {
  additions: number;
  multiplications: number;
  divisions: number;
  roots: number;
}

const COUNTED = ['addF64', 'multiplyF64', 'divideF64', 'sqrtF64'];

/** Pulses to look at: neighbours at the beginning and later on. */
const NUMBERS = [0, 1, 2, 3, 500, 501, 1000];

/** The most operations of each kind that any of some pulses takes, in a build of the pulse pass that counts them. */
export async function countF64(program: PulseProgram): Promise<F64Operations> {
  const texts = SHADER_TEXTS as Record<string, string>;
  const kept = { ...texts };
  try {
    texts['float64.wgsl'] = COUNTED.reduce(
      (text, name, k) => replaced(text, new RegExp(`fn ${name}\\(.*\\{`), `$&\n  operations[${k}] += 1u;`),
      `var<private> operations: vec4<u32>;\n${texts['float64.wgsl']}`,
    );
    texts['pulse.entry.wgsl'] = replaced(texts['pulse.entry.wgsl'], /vec4<u32>\(0u\)/, 'operations');
    const counts = new Uint32Array(await writtenByPulse(program, NUMBERS, 'counts'));
    const [additions, multiplications, divisions, roots] = COUNTED.map((_, kind) =>
      counts.filter((_, k) => k % COUNTED.length === kind).reduce((a, b) => Math.max(a, b)),
    );
    return { additions, multiplications, divisions, roots };
  } finally {
    Object.assign(texts, kept);
  }
}

/** The text with one replacement, which must be possible. */
function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`no ${pattern} in the shader`);
  return text.replace(pattern, by);
}
