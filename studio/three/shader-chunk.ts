import colorspace_pars_fragment from 'three/src/renderers/shaders/ShaderChunk/colorspace_pars_fragment.glsl.js';

/** Replaces the pieces of three's shaders by the one that three puts before each. Others raise an error of three's. */
export const ShaderChunk = { colorspace_pars_fragment };
