import { GLSL3, type IUniform, RawShaderMaterial, Vector3 } from 'three';

/** Material of a mark. */
interface MarkShaders {
  vertexShader: string;
  fragmentShader: string;
  uniforms: Record<string, IUniform>;
}

/** The material of a mark on the screen: opaque in part, and seen through everything. */
export const markMaterial = (shaders: MarkShaders): RawShaderMaterial =>
  new RawShaderMaterial({ glslVersion: GLSL3, transparent: true, depthTest: false, depthWrite: false, ...shaders });

/** 0xRRGGBB as it goes to the screen. */
export const rgb = (color: number): Vector3 =>
  new Vector3((color >> 16) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255);
