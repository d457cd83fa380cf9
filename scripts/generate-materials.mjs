// The materials of brdf-db/, checked, as one TypeScript module, so that Node and browsers load them alike without
// reading files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checked, jsonLiteral } from './bake.mjs';
import { loadSource } from './load-source.mjs';

/**
 * Writes src/material/catalogue/catalogue.generated.ts; returns the modules that checked it. Throws if a file of
 * brdf-db/ is invalid.
 */
export async function generateMaterials(root) {
  const { exports, modules } = await loadSource(root, 'material/file/material-schema.ts');
  const names = readdirSync(`${root}brdf-db`).filter((name) => name.endsWith('.yaml'));
  const lines = names.sort().map((name) => {
    const file = `brdf-db/${name}`;
    return `  ${jsonLiteral(checked(exports.materialSchema, parse(readFileSync(root + file, 'utf8')), file), file)},\n`;
  });
  const head = '// Generated from brdf-db/ by scripts/generate-materials.mjs.\n\n';
  const doc = '/** JSON of a MaterialDefinition each, by id. */\n';
  const text = `${head}${doc}export const MATERIAL_DEFINITIONS: readonly string[] = [\n${lines.join('')}];\n`;
  writeFileSync(`${root}src/material/catalogue/catalogue.generated.ts`, text);
  return modules;
}
