import type { ValueColumn } from 'subray/browser';
import type { Cloud } from '../clouds/cloud.js';
import { type ColorMode, keyOfMode } from './look.js';

/** The values by which a cloud is coloured in a mode; undefined: it has none, or they are not there yet. */
export const columnFor = ({ column }: Cloud, mode: ColorMode): ValueColumn | undefined =>
  column?.mode === keyOfMode(mode) ? column.column : undefined;

/** True if a cloud is known to have, or to lack, the values of a mode. */
export const isColumnKnown = ({ column }: Cloud, mode: ColorMode): boolean => column?.mode === keyOfMode(mode);
