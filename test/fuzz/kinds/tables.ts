import { finish } from '../../../src/base/steps.js';
import { decodeText } from '../../../src/base/yaml/read-text.js';
import { readPattern } from '../../../src/scanner/read-pattern.js';
import { parsePlacements } from '../../../src/scene/place/csv-placement.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const TREES = 'x,y,z,heading,scale,species\n1,2,3,90,1.5,oak\n-4.5,6e1,0,0,1,ash\n# felled\n7,8,0.25,-10,0.5,elm\n';
const STAND =
  'tree_id,species,part,x,y,scale_x,scale_z,lean,lean_direction\n7,"oak, old",oak,1,2,NA,1.5,3,90\n8,,ash,3,4,1,,,\n';
const SHORT = '\ufeffy;x\n1;2\n3;4\n';
const PATTERN = 'time,azimuth,elevation\n0,350,0\n0.1,10,0\n0.2,10,30\n0.3,-10,-30\n';

export const instances: FuzzKind = {
  name: 'instances',
  weight: 150,
  isText: true,
  dictionary: ['x', 'y', 'z', 'heading', 'scale', 'lean', 'id', 'part', 'NA', ',', ';', '\t', '#', '"'],
  seeds: () => [textSeed('trees.csv', TREES), textSeed('trees.csv', STAND), textSeed('trees.csv', SHORT)],
  use: async (bytes, file) => {
    const wrong = finish(parsePlacements(decodeText(bytes, file), file)).findIndex(
      ({ transform }) => !transform.every(Number.isFinite),
    );
    return wrong < 0 ? undefined : `instance ${wrong} has a NaN`;
  },
};

export const pattern: FuzzKind = {
  name: 'pattern',
  weight: 100,
  isText: true,
  dictionary: ['time', 'azimuth', 'elevation', ',', ';', '\t', '#', '"'],
  seeds: () => [textSeed('pattern.csv', PATTERN)],
  use: async (bytes, file) => {
    const { times, azimuths, elevations } = await readPattern(filesOf({}, file, bytes), file);
    return [times, azimuths, elevations].every((column) => column.every(Number.isFinite)) ? undefined : 'a NaN';
  },
};
