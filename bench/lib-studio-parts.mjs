// What the studio's files are made of: a build beside dist/studio, whose parts are told by package and folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { studioConfig } from '../scripts/build-studio.mjs';

/** Package, or folder of the project, of a module. */
function partOf(id) {
  const path = id.replace(/^\0?/, '').replace(/\?.*$/, '');
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  if (inPackage) return inPackage[1];
  const own = /\/(dist|studio)\/(.*)$/.exec(path);
  if (!own) return 'bundler';
  const folders = own[2].split('/');
  return [own[1], ...folders.slice(0, own[1] === 'studio' ? 1 : Math.min(2, folders.length - 1))].join('/');
}

/** Each file of JavaScript with its bytes (gzip -9) and those of its parts, which share them as they share the text before. */
export async function studioParts(root) {
  const outDir = mkdtempSync(join(tmpdir(), 'subray-studio-parts-'));
  const files = [];
  const tell = {
    name: 'tell-parts',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength]);
        files.push({ name: chunk.fileName, code: chunk.code, imports: chunk.imports, modules });
      }
    },
  };
  const config = studioConfig(root);
  try {
    await build({
      ...config,
      plugins: [tell],
      worker: { ...config.worker, plugins: () => [tell] },
      build: { ...config.build, outDir },
    });
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  return files.map(({ name, code, imports, modules }) => {
    const bytes = gzipSync(code, { level: 9 }).length;
    const total = modules.reduce((sum, [, length]) => sum + length, 0) || 1;
    const parts = {};
    for (const [id, length] of modules) parts[partOf(id)] = (parts[partOf(id)] ?? 0) + (length * bytes) / total;
    return { name, bytes, imports, parts, modules };
  });
}
