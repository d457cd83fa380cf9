import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What a test wants different from the usual survey. */
export interface HeliosSurveyChanges {
  /** Attributes of `<survey>`. */
  survey?: string;
  /** Elements in `<scanner>`. */
  scanner?: string;
  /** Elements `<leg>`. */
  legs?: string;
}

const SETTINGS =
  '<scannerSettings active="true" pulseFreq_hz="2000" scanAngle_deg="40" scanFreq_hz="20" headRotatePerSec_deg="45" headRotateStart_deg="0" headRotateStop_deg="90"';

/** A leg of a tripod, 2 s long. */
export const heliosLeg = (x: number, attributes = '', settings = ''): string =>
  `<leg ${attributes}><platformSettings x="${x}" y="-8" z="0" />${SETTINGS} ${settings} /></leg>`;

/**
 * Writes a survey of HELIOS++ in a folder of its own, removed after the tests of the file: a tripod with its scanner
 * 1.5 m up, on a square of 40 m, in two legs. Returns the folder; the survey is `survey.xml`, and its assets `assets`.
 */
export function writeHeliosSurvey({
  survey = 'name="yard" seed="7"',
  scanner = '',
  legs = `${heliosLeg(0)}${heliosLeg(3)}`,
}: HeliosSurveyChanges = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'subray-helios-'));
  folders.push(folder);
  mkdirSync(join(folder, 'assets'));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  write(
    'survey.xml',
    `<document><survey ${survey} scene="assets/scene.xml#yard" platform="assets/devices.xml#tripod" scanner="assets/devices.xml#toy">
      ${legs}
    </survey></document>`,
  );
  write(
    'assets/scene.xml',
    `<document><scene id="yard"><part><filter type="objloader"><param type="string" key="filepath" value="ground.obj" /></filter></part></scene></document>`,
  );
  write(
    'assets/devices.xml',
    `<document>
      <platform id="tripod" type="static"><scannerMount x="0" y="0" z="1.5"></scannerMount></platform>
      <scanner id="toy" optics="rotating" pulseFreqs_Hz="2000" scanAngleMax_deg="60" scanAngleEffectiveMax_deg="50"
        scanFreqMin_Hz="1" scanFreqMax_Hz="100" headRotatePerSecMax_deg="90" rangeMin_m="0.5" accuracy_m="0.01">
        ${scanner}
        <headRotateAxis x="0" y="0" z="1" />
      </scanner>
    </document>`,
  );
  write('assets/ground.obj', 'v -20 -20 0\nv 20 -20 0\nv 20 20 0\nv -20 20 0\nf 1 2 3\nf 1 3 4\n');
  return folder;
}
