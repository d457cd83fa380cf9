import { leftOut } from './left-out.js';

/** In place of a table for surfaces that mirror their surroundings. */
export function getDFGLUT(): never {
  throw leftOut('DFGLUTData');
}
