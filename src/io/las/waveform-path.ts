import { extname } from '../../base/files/paths.js';

/** The path of the file with the waveforms of the LAS file at `path`: `flight.wdp` for `flight.las`. */
export const waveformPath = (path: string): string => `${path.slice(0, path.length - extname(path).length)}.wdp`;
