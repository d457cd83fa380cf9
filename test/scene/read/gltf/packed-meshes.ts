import { fromBase64 } from './gltf-files.js';

/** The unit cube with texture coordinates (x, y), packed by draco3d 1.5.9. */
export const DRACO_CUBE = fromBase64(
  'RFJBQ08CAgEBAAAACAwBCwEAA68+CgEBEP8CNUEC/wAAAAAAAQAJAwAAAgEDCQIAAQIBAQEAAwMBKAEYAwCEsAclIAQAAAAAAP8AAAAAAAAAAAAAAAAAAAAAAIA/CAEBAQADAwEwARADACiWIyAAAAAAAP8AAAAAAAAAAAAAAAAAgD8I',
);

/** Corners of the unit cube as normalized 16-bit numbers, 8 bytes each, by meshoptimizer 1.3. */
export const MESHOPT_POSITIONS = fromBase64(
  'oAEZmQAAAT//AAD+/f79/v3+AQSEAAABDMwAAP79/gEAQAAAAQDAAAD+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
);

/** Its 36 indices of 16 bits, in the mode TRIANGLES. */
export const MESHOPT_TRIANGLES = fromBase64('4f4e/x5zEqEPZxKVD/AE/wICAgAAAHaHVmd4qYZliWiYAWkAAA==');
