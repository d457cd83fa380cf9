/** Continuation of a texture outside of 0…1. */
export type TextureWrap = 'repeat' | 'mirror' | 'clamp';

/** The channels of an image that are kept for a scan. */
export type TextureChannels = 'rgba' | 'alpha' | 'red' | 'none';

/**
 * A picture on surfaces. Texture coordinates are those of glTF: u to the right and v down, each 0…1 from edge to edge,
 * so that texel (column, row) covers u = column/width … (column + 1)/width and v = row/height … (row + 1)/height.
 */
export interface Texture {
  /** Name of its image, for messages. */
  name: string;
  width: number;
  height: number;
  /** The channels of `texels`, 8 bits each; absent: `rgba`. */
  channels?: TextureChannels;
  /** Rows from the top; empty without channels. Textures of one image share the array. */
  texels: Uint8Array;
  wrapU: TextureWrap;
  wrapV: TextureWrap;
  /** Encoding of red, green and blue; alpha is always linear. */
  colorSpace: 'srgb' | 'linear';
}

/** The textures of a material by role; indices into a list of textures. */
export interface TextureRoles {
  /** Colour at the hit, after multiplication by `tint`. */
  baseColor?: number;
  /** Linear factors of the colours of `baseColor`; absent: 1. */
  tint?: readonly [number, number, number];
  /** A hit does not count if this alpha, 0…1, is below the material's `alphaCutoff`. */
  alpha?: number;
  /** Its red, 0…1, is multiplied by the material's reflectance. */
  reflectance?: number;
  /** Further factor where `reflectance` is white; absent: 1. */
  reflectanceGain?: number;
  /** Its red, 0…255, is the index in `materials` of the hit's material; beyond its end, this material applies. */
  material?: number;
}

/** The textures of a material of a model, indices into the model's. */
export interface MaterialTextures extends TextureRoles {
  /** Names of the materials that `material` distinguishes. */
  materials?: readonly string[];
}

/** The textures of a material of a scene, indices into the scene's. */
export interface SceneMaterialTextures extends TextureRoles {
  /** The materials that `material` distinguishes, indices into the scene's. */
  materials?: readonly number[];
}

const ROLES = ['baseColor', 'alpha', 'reflectance', 'material'] as const;

/** Whether a hit on the material needs texture coordinates. */
export function isTextured({ textures }: { textures?: TextureRoles }): boolean {
  if (textures === undefined) return false;
  return ROLES.some((role) => textures[role] !== undefined);
}

/** The material on surfaces without texture coordinates: whole, and of one colour. */
export function withoutTextures<M extends { textures?: TextureRoles; alphaCutoff?: number }>(material: M): M {
  const plain = { ...material };
  delete plain.textures;
  delete plain.alphaCutoff;
  return plain;
}
