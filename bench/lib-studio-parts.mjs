// Composition of the studio's files: a build beside dist/studio, whose parts are listed by package and folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';
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

/** Bytes (gzip -9) of a module by itself, made small. */
const weigh = ({ code }) =>
  code ? gzipped(minifySync('module.mjs', code, { compress: false, mangle: false }).code) : 0;

const gzipped = (text) => gzipSync(text, { level: 9 }).length;

/**
 * Each file of JavaScript with its bytes (gzip -9), and those of its modules and parts, divided by their own weights:
 * estimates, since common parts of modules are small together.
 */
export async function studioParts(root) {
  const outDir = mkdtempSync(join(tmpdir(), 'subray-studio-parts-'));
  const files = [];
  const tell = {
    name: 'tell-parts',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const weights = Object.entries(chunk.modules).map(([id, module]) => [id, weigh(module)]);
        files.push({ name: chunk.fileName, bytes: gzipped(chunk.code), weights });
      }
    },
  };
  const config = studioConfig(root);
  try {
    await build({
      ...config,
      plugins: [...config.plugins, tell],
      worker: { ...config.worker, plugins: () => [tell] },
      build: { ...config.build, outDir },
    });
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  return files.map(({ name, bytes, weights }) => {
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    const modules = {};
    const parts = {};
    for (const [id, weight] of weights) {
      const share = (weight * bytes) / total;
      modules[id.replace(root, '')] = share;
      parts[partOf(id)] = (parts[partOf(id)] ?? 0) + share;
    }
    return { name, bytes, parts, modules };
  });
}
