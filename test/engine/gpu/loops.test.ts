import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALL_PASSES } from '../../../src/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../../../src/engine/gpu/shader-texts.generated.js';

// Tint puts a counter of 64 bits into every loop that it cannot prove finite (PreventInfiniteLoops): some seven
// instructions a round. It believes loops whose variable is counted up or down by one to a constant.

const script = fileURLToPath(new URL('../../support/dump-spirv.mjs', import.meta.url));
/** Without SwiftShader there is no driver that takes SPIR-V on every machine. */
const hasSoftwareGpu = process.env.VK_ICD_FILENAMES !== undefined;

interface CountedLoop {
  pass: string;
  function: string;
  /** Its first variable. */
  over: string;
}

/** A shader of a dump of SPIR-V: its entry point, and its loops that have a counter. */
function readShader(spirv: string): { pass: string; counted: CountedLoop[] } {
  // Identifiers are numbered where one name stands for several things.
  const names = new Map([...spirv.matchAll(/OpName %(\w+) "(\w+)"/g)].map(([, id, name]) => [id, name]));
  const nameIn = (pattern: RegExp, line = '') => names.get(pattern.exec(line)?.[1] ?? '');
  const pass = nameIn(/OpEntryPoint GLCompute %(\w+)/, spirv) ?? 'unknown';
  const counted: CountedLoop[] = [];
  let inFunction = '';
  const lines = spirv.split('\n');
  for (const [k, line] of lines.entries()) {
    inFunction = nameIn(/%(\w+) = OpFunction /, line) ?? inFunction;
    if (nameIn(/%(\w+) = OpVariable/, line) !== 'tint_loop_idx') continue;
    counted.push({ pass, function: inFunction, over: nameIn(/%(\w+) = OpVariable/, lines[k + 1]) ?? 'nothing' });
  }
  return { pass, counted };
}

/** The files that have a function of this name. */
const filesOf = (name: string) =>
  Object.keys(SHADER_TEXTS)
    .filter((file) => SHADER_TEXTS[file].includes(`fn ${name}(`))
    .map((file) => `wgsl/${file}`);

describe.skipIf(!hasSoftwareGpu)('the loops of the shaders', () => {
  it('are all proven finite by Tint', () => {
    const dump = execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const shaders = dump.split('Dumped SPIRV disassembly').slice(1).map(readShader);
    const passes = new Set(shaders.map(({ pass }) => pass));
    expect([...passes].sort()).toEqual([...new Set(['endless', ...ALL_PASSES.map(({ name }) => name)])].sort());
    const counted = shaders.flatMap((shader) => shader.counted);
    // A loop that is not bounded, to see that counters are found.
    expect(counted.filter(({ pass }) => pass === 'endless')).toHaveLength(1);
    const found = counted
      .filter((loop) => loop.pass !== 'endless')
      .map((loop) => `${loop.pass}: ${loop.function} (${filesOf(loop.function)}), the loop over ${loop.over}`);
    expect([...new Set(found)]).toEqual([]);
  });
});
