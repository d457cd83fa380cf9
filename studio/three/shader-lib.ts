import { leftOut } from './left-out.js';

/** Replaces the shaders of three's own materials: the studio has its own, in ShaderMaterial and RawShaderMaterial. */
export const ShaderLib = new Proxy<Record<string, never>>(
  {},
  {
    get: (_, name) => {
      throw leftOut(`material "${String(name)}"`);
    },
  },
);
