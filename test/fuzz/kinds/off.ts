import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

const CORNERS = ['-2 2 -2', '2 2 -2', '2 2 2', '-2 2 2', '0 2 3'];

export const OFF = [
  `OFF\n5 2 0\n${CORNERS.join('\n')}\n4 0 1 2 3\n3 3 2 4\n`,
  `# by hand\nCOFF 5 1\n${CORNERS.map((corner) => `${corner} 255 0 0 255`).join('\n')}\n5 0 1 2 4 3 0.5 0.5 0.5 # house\n`,
  `STCNOFF\n5 1 0\n${CORNERS.map((corner) => `${corner} 0 1 0 1 1 1 1 0 0`).join('\r\n')}\n3 0 1 2\n`,
];

export const off: FuzzKind = {
  name: 'off',
  weight: 5,
  isText: true,
  dictionary: ['OFF', 'COFF', 'NOFF', 'STOFF', '4OFF', 'nOFF', 'BINARY', '#', '3', '-1', '1e9'],
  seeds: () => OFF.map((text) => textSeed('model.off', text)),
  use: (bytes, file) => useScene(file, bytes),
};
