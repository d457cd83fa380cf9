import { leftOut } from './left-out.js';

/**
 * In place of the shaders of three's own materials: the studio draws with its own,
 * ShaderMaterial and RawShaderMaterial.
 */
export const ShaderLib = new Proxy<Record<string, never>>(
  {},
  {
    get: (_, name) => {
      throw leftOut(`material "${String(name)}"`);
    },
  },
);
