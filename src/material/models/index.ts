import { blinnPhong } from './blinn-phong.js';
import { cookTorrance } from './cook-torrance.js';
import { heliosPhong } from './helios-phong.js';
import { lambert } from './lambert.js';
import { measured } from './measured.js';
import { minnaert } from './minnaert.js';
import { orenNayar } from './oren-nayar.js';
import { ward } from './ward.js';

/** The models of scattering, in the order in which messages name them. See CONTRIBUTING.md, "Adding a BRDF". */
export const BRDF_MODELS = [
  lambert,
  orenNayar,
  minnaert,
  blinnPhong,
  cookTorrance,
  ward,
  heliosPhong,
  measured,
] as const;
