import { build } from 'vite';
import { leanThree } from './lean-three.mjs';

/**
 * Configuration of the bundles of the studio's page and its workers in dist/studio; its addresses are relative, so that
 * it works from any folder.
 */
export const studioConfig = (root) => ({
  root: `${root}studio`,
  base: './',
  configFile: false,
  logLevel: 'warn',
  plugins: [leanThree(root)],
  worker: { format: 'es' },
  build: {
    outDir: `${root}dist/studio`,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
});

/** Bundles the studio to dist/studio. */
export const buildStudio = async (root) => void (await build(studioConfig(root)));
