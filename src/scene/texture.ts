/** What a texture shows outside of 0…1. */
export type TextureWrap = 'repeat' | 'mirror' | 'clamp';

/**
 * A picture on surfaces. Texture coordinates as glTF has them: u to the right and v down, each 0…1 from edge to edge, so that
 * texel (column, row) covers u = column/width … (column + 1)/width and v = row/height … (row + 1)/height.
 */
export interface Texture {
  /** Of its image, for messages. */
  name: string;
  width: number;
  height: number;
  /** RGBA, 8 bits each, rows from the top. Textures of one image share the array. */
  texels: Uint8Array;
  wrapU: TextureWrap;
  wrapV: TextureWrap;
  /** How red, green and blue are stored; alpha is linear always. */
  colorSpace: 'srgb' | 'linear';
}

/** What textures do for a material; indices into a list of textures. */
export interface TextureRoles {
  /** Colour at the hit, once multiplied with `tint`. */
  baseColor?: number;
  /** Linear factors of the colours of `baseColor`; absent: 1. */
  tint?: readonly [number, number, number];
  /** A hit where its alpha, 0…1, is below the material's `alphaCutoff` is no hit. */
  alpha?: number;
  /** Its red, 0…1, is multiplied with what the material reflects. */
  reflectance?: number;
  /** Its red, 0…255, is the place in `materials` of the material that a hit is on; behind their end it is this one. */
  material?: number;
}

/** The textures of a material of a model, indices into the model's. */
export interface MaterialTextures extends TextureRoles {
  /** Names of the materials that `material` tells apart. */
  materials?: readonly string[];
}

/** The textures of a material of a scene, indices into the scene's. */
export interface SceneMaterialTextures extends TextureRoles {
  /** The materials that `material` tells apart, indices into the scene's. */
  materials?: readonly number[];
}

const ROLES = ['baseColor', 'alpha', 'reflectance', 'material'] as const;

/** Whether a hit on the material needs texture coordinates. */
export function isTextured({ textures }: { textures?: TextureRoles }): boolean {
  if (textures === undefined) return false;
  return ROLES.some((role) => textures[role] !== undefined);
}

/** The material as it is on surfaces without texture coordinates: whole, and of one colour. */
export function withoutTextures<M extends { textures?: TextureRoles; alphaCutoff?: number }>(material: M): M {
  const plain = { ...material };
  delete plain.textures;
  delete plain.alphaCutoff;
  return plain;
}
