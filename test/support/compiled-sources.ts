import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';

/**
 * A plugin of Vite: a test that imports a module of `src` gets that of `dist/`, which was built from these very sources
 * (`global-setup.ts`). Node loads it as it is, once a process, and runs it as users do; Vitest would translate each
 * source and make every call into another module a look-up. The command line is the exception: it is in `dist/` as a
 * bundle only.
 */
export function compiledSources(root: string): Plugin {
  const [sources, compiled] = [join(root, 'src/'), join(root, 'dist/')];
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    // Vitest leaves these to Node, and does not ask whether a resolved module is `external`.
    config: () => ({ test: { server: { deps: { external: [startingWith(compiled)] } } } }),
    resolveId(name, importer) {
      if (!importer) return undefined;
      const path = resolve(dirname(importer), name);
      const id = path.replace(sources, compiled).replace(/\.ts$/, '.js');
      const isSource = path.startsWith(sources) && !path.startsWith(join(sources, 'cli/'));
      return isSource && existsSync(id) ? id : undefined;
    },
  };
}

/** Paths in a folder; Vite writes `/` between names everywhere. */
function startingWith(folder: string): RegExp {
  return new RegExp(`^${folder.replaceAll('\\', '/').replace(/[$()*+.?[\]^{|}]/g, '\\$&')}`);
}
