/** Formats of tiles; apart from the code that writes them, which a command line loads only then. */
export const TILE_FORMATS = ['las', 'laz', 'copc'] as const;
export type TileFormat = (typeof TILE_FORMATS)[number];
