// three as the studio's page bundles it: from its sources, without the parts that the page never uses. WebGLRenderer
// imports the shaders of all of three's materials, shadows, mirrored surroundings and headsets, whether they are used
// or not: a third of its bytes.
import { existsSync, readFileSync, realpathSync } from 'node:fs';

/** Files of three/src, and the files of studio/three that stand in their place. */
export const LEFT_OUT = Object.freeze({
  'renderers/shaders/ShaderLib.js': 'shader-lib.ts',
  'renderers/shaders/ShaderChunk.js': 'shader-chunk.ts',
  'renderers/shaders/DFGLUTData.js': 'dfg-lut.ts',
  'renderers/webgl/WebGLEnvironments.js': 'web-gl-environments.ts',
  'renderers/webgl/WebGLShadowMap.js': 'web-gl-shadow-map.ts',
  'renderers/webxr/WebXRManager.js': 'web-xr-manager.ts',
});

/**
 * A plugin of vite for that. The build fails if a file of three is not at its expected place, as may happen after an
 * update of three: then the list above needs a review.
 */
export function leanThree(root, leftOut = LEFT_OUT) {
  const three = `${realpathSync(`${root}node_modules/three/src`)}/`;
  const unmet = new Set(Object.keys(leftOut));
  return {
    name: 'lean-three',
    enforce: 'pre',
    resolveId: { filter: { id: /^three$/ }, handler: () => `${three}Three.js` },
    load: {
      filter: { id: /\/src\/renderers\// },
      handler(id) {
        const file = id.slice(three.length);
        if (!id.startsWith(three) || !(file in leftOut)) return undefined;
        unmet.delete(file);
        return `export * from ${JSON.stringify(`${root}studio/three/${leftOut[file]}`)};`;
      },
    },
    buildEnd(error) {
      if (error || unmet.size === 0) return;
      const { version } = JSON.parse(readFileSync(`${three}../package.json`, 'utf8'));
      const files = [...unmet].map(
        (file) => `${file} ${existsSync(three + file) ? 'is not imported' : 'does not exist'}`,
      );
      this.error(
        `three ${version} has changed: ${files.join(', ')}. The studio replaces these files of three/src; bring the list in scripts/lean-three.mjs up to date.`,
      );
    },
  };
}
