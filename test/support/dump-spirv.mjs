// Prints the SPIR-V that Tint makes of every pass, with the names of its variables, and of one loop that nobody can
// prove finite; run by a test as a program of its own, since Dawn prints to the process's output. Entry points return
// at once, so that SwiftShader, whose compiler leaves out what cannot be reached, takes a second and not a minute.
import { create, globals } from 'webgpu';
import { DEVICE_DEFLECTORS } from '../../dist/device/deflectors.generated.js';
import { FEATURES } from '../../dist/device/features.js';
import { createPipeline } from '../../dist/engine/gpu/compute-pipeline.js';
import { passesFor, WALKS } from '../../dist/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../../dist/engine/gpu/shader-texts.generated.js';

const ENDLESS = `
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(1) fn endless() { for (var k = 0u; k < counts[0]; k++) { counts[k] = k; } }`;

const segments = { nodes: { count: 1, recordsEach: 1024 }, triangles: { count: 1, recordsEach: 1024 } };

Object.assign(globalThis, globals);
for (const name of Object.keys(SHADER_TEXTS))
  SHADER_TEXTS[name] = SHADER_TEXTS[name].replace(/@compute[^{]*\{/, '$& if (true) { return; }');

const dawn = create(['enable-dawn-features=dump_shaders,disable_symbol_renaming']);
const adapter = await dawn.requestAdapter({ forceFallbackAdapter: true });
// The limit of Metal, and the need of shade.
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 10 } });

const module = device.createShaderModule({ code: ENDLESS });
await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
for (const pass of everyPass()) await createPipeline(device, pass, { segments, stackEntries: 2 });
process.exit(0);

/** All passes with each set of modules that they can have. */
function everyPass() {
  const kinds = Object.keys(DEVICE_DEFLECTORS).flatMap((deflector) =>
    [false, true].flatMap((masks) =>
      // None, all, and those of recorded bins, which a sampling receiver takes the place of.
      [[], Object.keys(FEATURES), ['waveforms']].flatMap((features) =>
        WALKS.map((walk) => ({ deflector, masks, features, walk })),
      ),
    ),
  );
  const passes = kinds.flatMap(passesFor);
  return new Map(passes.map((pass) => [[pass.name, ...pass.modules].join(), pass])).values();
}
