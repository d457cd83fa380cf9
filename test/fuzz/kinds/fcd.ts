import { trackMotion } from '../../../src/scene/motion/track-motion.js';
import { readFcd } from '../../../src/scene/traffic/read-fcd.js';
import { readScenario } from '../../../src/scene/traffic/read-scenario.js';
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

const SCENARIO = `<?xml version="1.0"?><OpenSCENARIO><Entities><ScenarioObject name="a"><Vehicle name="car"><BoundingBox>
<Center x="1.4" y="0" z="0.7"/><Dimensions width="1.8" length="4.5" height="1.5"/></BoundingBox></Vehicle></ScenarioObject>
</Entities><Storyboard><Init><Actions><Private entityRef="a"><PrivateAction><RoutingAction><FollowTrajectoryAction>
<Trajectory closed="false"><Shape><Polyline><Vertex time="0"><Position><WorldPosition x="0" y="1" h="0.5"/></Position></Vertex>
<Vertex time="2"><Position><WorldPosition x="5" y="1" z="3" p="-0.1"/></Position></Vertex></Polyline></Shape></Trajectory>
<TimeReference><Timing domainAbsoluteRelative="relative" scale="1" offset="0"/></TimeReference></FollowTrajectoryAction>
</RoutingAction></PrivateAction></Private></Actions></Init></Storyboard></OpenSCENARIO>
`;

/** Floating car data of SUMO and scenarios, as motions. */
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
  seeds: () => [textSeed('town.fcd.xml', XML), textSeed('town.csv', TABLE), textSeed('town.xosc', SCENARIO)],
  use: async (bytes, file) => {
    const placeOf = (x: number, y: number, z: number) => ({ position: [x, y, z] as const, turn: 0 });
    const read = file.endsWith('.xosc') ? readScenario : readFcd;
    const tracks = await read(file, { files: filesOf({}, file, bytes), name: file, placeOf });
    for (const track of tracks) {
      const { times, positions, orientations } = trackMotion(track, { isSmooth: true, from: 0, to: 10 });
      if (![...times, ...positions, ...orientations].every(Number.isFinite)) return `${track.id} has a NaN`;
      if (times.some((time, k) => k > 0 && !(time > times[k - 1]))) return `the times of ${track.id} do not rise`;
    }
    return undefined;
  },
};
