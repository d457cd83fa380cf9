import { nodeFiles } from '../base/files/node-files.js';
import { createPulseLister } from '../engine/cpu/node-list-pulses.js';
import { type DrawPatternOptions as DrawOptions, drawPattern as draw } from '../scanner/pattern/draw-pattern.js';
import type { Scanner } from '../scanner/scanner.js';
import { legLister } from './leg-lister.js';

type DrawPatternOptions = Omit<DrawOptions, 'files' | 'list'>;

/** `drawPattern` on this machine. */
export const drawPattern = (scanner: Scanner, png: string, options: DrawPatternOptions): Promise<number> =>
  draw(scanner, png, { ...options, files: nodeFiles, list: legLister({ createPulseLister }, scanner) });
