import colorspace_pars_fragment from 'three/src/renderers/shaders/ShaderChunk/colorspace_pars_fragment.glsl.js';

/**
 * In place of all pieces that three's own shaders are made of: the one that three puts before each shader.
 * Others are an error of three's.
 */
export const ShaderChunk = { colorspace_pars_fragment };
