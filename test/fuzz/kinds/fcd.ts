import { trackMotion } from '../../../src/scene/motion/track-motion.js';
import { readFcd } from '../../../src/scene/traffic/read-fcd.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const XML = `<?xml version="1.0"?>
<!-- sumo --><fcd-export>
  <timestep time="0.00"><vehicle id="a" x="1" y="2" z="0.5" angle="350" type="car" speed="9" slope="-2" lane="e_0"/></timestep>
  <timestep time="1.00">
    <vehicle id="a" x="2" y="11" angle="10.5" type="car" speed="9"/><person id="p" x="3" y="4" speed="1"/>
  </timestep>
  <timestep time="2.00"/>
  <timestep time="3.00"><vehicle id="a" x="2" y="30" type="car"/></timestep>
</fcd-export>
`;
const TABLE =
  'timestep_time;vehicle_angle;vehicle_id;vehicle_speed;vehicle_x;vehicle_y\n0;10;a;5;0;1\n1;20;a;5;1;6\n2;;;;;\n';

/** Floating car data of SUMO, as motions. */
export const fcd: FuzzKind = {
  name: 'fcd',
  weight: 40,
  isText: true,
  dictionary: [
    '<timestep',
    'time="',
    '<vehicle',
    '<person',
    'id="',
    'angle="',
    '/>',
    '</',
    '1e300',
    '-',
    'NaN',
    ';;',
    '<!DOCTYPE',
  ],
  seeds: () => [textSeed('town.fcd.xml', XML), textSeed('town.csv', TABLE)],
  use: async (bytes, file) => {
    const placeOf = (x: number, y: number, z: number) => ({ position: [x, y, z] as const, turn: 0 });
    const tracks = await readFcd(file, { files: filesOf({}, file, bytes), name: file, placeOf });
    for (const track of tracks) {
      const { times, positions, orientations } = trackMotion(track, { isSmooth: true, from: 0, to: 10 });
      if (![...times, ...positions, ...orientations].every(Number.isFinite)) return `${track.id} has a NaN`;
      if (times.some((time, k) => k > 0 && !(time > times[k - 1]))) return `the times of ${track.id} do not rise`;
    }
    return undefined;
  },
};
