// Tries out the commands that are used most, each on top of what the last has left: their functions are compiled now,
// for this Node, instead of at every start.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEAN_THREADS } from './bundle-cli.mjs';

/** A scene of a file, a tenth of a second of scanning. */
const SURVEY = `scene: { parts: [{ file: ground.obj }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 2], duration: 0.1 }]
output: [cloud.las]
`;
const GROUND = 'mtllib ground.mtl\nusemtl ground\nv -9 -9 0\nv 9 -9 0\nv 9 9 0\nf 1 2 3\n';
const MATERIALS = 'newmtl ground\nKd 0.5 0.5 0.5\nhelios_isGround true\n';

/** The same ground in a survey of HELIOS++, half a second of flight above it. */
const HELIOS_SURVEY = `<?xml version="1.0"?>
<document>
  <scannerSettings id="flight" active="true" pulseFreq_hz="10000" scanFreq_hz="50" scanAngle_deg="20"/>
  <survey name="helios" platform="parts.xml#plane" scanner="parts.xml#scanner" scene="parts.xml#scene">
    <leg>
      <platformSettings x="-5" y="-10" z="50" onGround="true" movePerSec_m="20"/>
      <scannerSettings template="flight"/>
    </leg>
    <leg><platformSettings x="5" y="-10" z="50" movePerSec_m="20"/><scannerSettings active="false"/></leg>
  </survey>
</document>
`;
const HELIOS_PARTS = `<?xml version="1.0"?>
<document>
  <platform id="plane" type="linearpath"><scannerMount><rot axis="z" angle_deg="90"/></scannerMount></platform>
  <scanner id="scanner" accuracy_m="0.02" beamDivergence_rad="0.0003" optics="rotating" pulseFreqs_Hz="10000"
    pulseLength_ns="4" wavelength_nm="1064" scanAngleMax_deg="30" scanAngleEffectiveMax_deg="30"
    scanFreqMin_Hz="10" scanFreqMax_Hz="200">
    <FWFSettings beamSampleQuality="3"/>
    <headRotateAxis x="0" y="0" z="1"/>
  </scanner>
  <scene id="scene">
    <part>
      <filter type="objloader"><param type="string" key="filepath" value="ground.obj"/></filter>
      <filter type="scale"><param type="double" key="scale" value="2"/></filter>
    </part>
  </scene>
</document>
`;

const FILES = {
  'survey.yaml': SURVEY,
  'ground.obj': GROUND,
  'ground.mtl': MATERIALS,
  'helios.xml': HELIOS_SURVEY,
  'parts.xml': HELIOS_PARTS,
};

/** V8 forgets code that has not run for long: the longest command comes first. */
const COMMANDS = [
  ['run', 'survey.yaml'],
  ['run', 'helios.xml'],
  ['info', 'cloud.las', '--png', 'cloud.png'],
  ['info', 'cloud.las'],
  ['--help'],
  ['material', 'list'],
  ['scanner', 'list'],
  ['run', 'survey.yaml', '--dry-run', '--force'],
  ['run', 'helios.xml', '--dry-run', '--force'],
  ['--version'],
];

/** Leaves code beside the parts of dist/cli. */
export function compileCli(root) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-build-'));
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    for (const command of COMMANDS)
      execFileSync(
        process.execPath,
        ['--require', `${root}scripts/leave-code.cjs`, `${root}dist/cli/main.js`, ...command],
        {
          cwd: folder,
          env: { ...process.env, SUBRAY_CACHE: join(folder, 'cache'), NODE_OPTIONS: '' },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
    execFileSync(process.execPath, [`${root}scripts/leave-thread-code.cjs`, ...LEAN_THREADS]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
