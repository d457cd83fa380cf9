// Shader texts: the WGSL of wgsl/ as one TypeScript module, so that Node and browsers load it alike without reading
// files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes src/engine/gpu/shader-texts.generated.ts. */
export function generateShaders(root) {
  const files = readdirSync(`${root}wgsl`, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.wgsl'));
  const lines = files
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(readFileSync(`${root}wgsl/${name}`, 'utf8'))},`);
  const head = '// Generated from wgsl/ by scripts/generate-shaders.mjs.\n\n/** Texts by path within wgsl/. */\n';
  const text = `${head}export const SHADER_TEXTS: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
  writeFileSync(`${root}src/engine/gpu/shader-texts.generated.ts`, text);
}
