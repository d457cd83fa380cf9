// Shader texts: the WGSL of wgsl/ as one TypeScript module, so that Node and browsers load it alike without reading
// files, and what each names at its head:
//   // uses: modules whose declarations it names
//   // asks for: names that another module of the pass declares, whichever it is
//   // gives: those that it declares itself for whoever asks; modules that give the same take each other's place
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const KINDS = { uses: 'uses', 'asks for': 'asks', gives: 'gives' };

/**
 * The heads of texts by path within wgsl/: { uses, asks, gives } by module, a path without its ending. Throws with file
 * and line for a missing module, for modules that use each other in a circle, and for a name that no module gives.
 */
export function readHeads(texts) {
  const places = new Map();
  const heads = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [moduleOf(file), readHead(file, text, places)]),
  );
  const given = new Set(Object.values(heads).flatMap(({ gives }) => gives));
  const fail = (module, name, fault) => {
    throw new Error(`wgsl/${module}.wgsl:${places.get(`${module} ${name}`)}: ${fault}`);
  };
  for (const [module, { uses, asks }] of Object.entries(heads)) {
    for (const used of uses) if (!heads[used]) fail(module, used, `there is no wgsl/${used}.wgsl`);
    for (const asked of asks) if (!given.has(asked)) fail(module, asked, `no module gives '${asked}'`);
  }
  const closed = new Set();
  const close = (module, way) => {
    if (closed.has(module)) return;
    for (const used of heads[module].uses) {
      const circle = [...way, module];
      if (circle.includes(used))
        fail(module, used, `uses itself: ${[...circle.slice(circle.indexOf(used)), used].join(' → ')}`);
      close(used, circle);
    }
    closed.add(module);
  };
  for (const module of Object.keys(heads)) close(module, []);
  return heads;
}

const moduleOf = (file) => file.replace(/\.wgsl$/, '');

/** The names in the comment at the head of a text; notes the lines by module and name. */
function readHead(file, text, places) {
  const head = { uses: [], asks: [], gives: [] };
  const lines = text.split('\n');
  for (let k = 0; lines[k]?.startsWith('//'); k++) {
    const [, kind, names] = /^\/\/ (uses|asks for|gives): (.+)$/.exec(lines[k]) ?? [];
    for (const name of names?.split(' ') ?? []) {
      head[KINDS[kind]].push(name);
      places.set(`${moduleOf(file)} ${name}`, k + 1);
    }
  }
  return head;
}

/** Writes src/engine/gpu/shader-texts.generated.ts. */
export function generateShaders(root) {
  const files = readdirSync(`${root}wgsl`, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.wgsl'))
    .sort();
  const texts = Object.fromEntries(files.map((name) => [name, readFileSync(`${root}wgsl/${name}`, 'utf8')]));
  const table = (type, rows) => {
    const lines = Object.entries(rows).map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)},\n`);
    return `: Readonly<Record<string, ${type}>> = {\n${lines.join('')}};\n`;
  };
  const lines = [
    '// Generated from wgsl/ by scripts/generate-shaders.mjs.\n\n',
    `/** Texts by path within wgsl/. */\nexport const SHADER_TEXTS${table('string', texts)}\n`,
    '/** What a module names at its head: modules that it uses, names that it asks for, and those that it gives. */\n',
    "export type ShaderHead = Readonly<Record<'uses' | 'asks' | 'gives', readonly string[]>>;\n\n",
    `/** Heads by path within wgsl/, without its ending. */\nexport const SHADER_HEADS${table('ShaderHead', readHeads(texts))}`,
  ];
  writeFileSync(`${root}src/engine/gpu/shader-texts.generated.ts`, lines.join(''));
}
