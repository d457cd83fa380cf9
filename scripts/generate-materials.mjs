// The materials of brdf-db/ as one TypeScript module, so that Node and browsers have them alike, without reading files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Writes src/material/catalogue/catalogue.generated.ts. */
export function generateMaterials(root) {
  const files = readdirSync(`${root}brdf-db`).filter((name) => name.endsWith('.yaml'));
  const lines = files
    .sort()
    .map((name) => `  ${JSON.stringify(parse(readFileSync(`${root}brdf-db/${name}`, 'utf8')))},`);
  const head = '// Generated from brdf-db/ by scripts/generate-materials.mjs.\n\n';
  const text = `/** As their files have them, by id; see materialSchema. */\nexport const MATERIAL_DEFINITIONS: readonly unknown[] = [\n${lines.join('\n')}\n];\n`;
  writeFileSync(`${root}src/material/catalogue/catalogue.generated.ts`, head + text);
}
