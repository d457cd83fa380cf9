import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { type ConvertedSurvey, convertHeliosSurvey } from '../../../src/survey/helios/read-helios-survey.js';
import type { SurveyFormatOptions } from '../../../src/survey/survey-format.js';

/** Parts of the XML files of a small survey of HELIOS++; what is absent has a plain default. */
export interface TinySurvey {
  /** Attributes of <survey> besides its references. */
  attributes?: string;
  /** Children of <survey> before its legs. */
  settings?: string;
  legs?: string;
  /** Children of <document> before <survey>. */
  templates?: string;
  /** The <scanner>. */
  scanner?: string;
  platform?: string;
  /** Children of <scene>. */
  parts?: string;
  /** Other files by their paths. */
  files?: Record<string, string>;
}

export const VZ400 = `<scanner id="s" name="VZ-400" optics="rotating" accuracy_m="0.005" beamDivergence_rad="0.0003"
  headRotatePerSecMax_deg="60" pulseFreqs_Hz="100000,300000" pulseLength_ns="5" rangeMin_m="1.5" scanAngleMax_deg="120"
  scanAngleEffectiveMax_deg="50" scanFreqMin_Hz="3" scanFreqMax_Hz="120"/>`;

const STATION = `<leg>
  <platformSettings x="1" y="2" z="3"/>
  <scannerSettings pulseFreq_hz="100000" scanFreq_hz="120" headRotatePerSec_deg="10" headRotateStop_deg="10"/>
</leg>`;

const PLATE = 'v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nf 1 2 3 4\n';

export const document = (content: string): string => `<?xml version="1.0"?>\n<document>\n${content}\n</document>\n`;

/** A folder with the files of a survey; returns the path of survey.xml. */
export function writeTinySurvey(survey: TinySurvey = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'helios-survey-'));
  const { templates = '', attributes = '', settings = '', legs = STATION, scanner = VZ400 } = survey;
  const { platform = '<platform id="p" type="static"><scannerMount z="1.5"/></platform>' } = survey;
  const plate =
    '<part><filter type="objloader"><param type="string" key="filepath" value="plate.obj"/></filter></part>';
  const references = 'scanner="scanners.xml#s" platform="platforms.xml#p" scene="scene.xml#c"';
  const files = {
    'survey.xml': document(`${templates}<survey name="tiny" ${references} ${attributes}>${settings}${legs}</survey>`),
    'scanners.xml': document(scanner),
    'platforms.xml': document(platform),
    'scene.xml': document(`<scene id="c" name="plate">${survey.parts ?? plate}</scene>`),
    'plate.obj': PLATE,
    ...survey.files,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, 'survey.xml');
}

/** The survey in our keys, and all warnings. */
export async function convertTiny(
  survey: TinySurvey = {},
  options: SurveyFormatOptions = {},
): Promise<ConvertedSurvey & { warnings: string[] }> {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => warnings.push(text) };
  return { ...(await convertHeliosSurvey(nodeFiles, writeTinySurvey(survey), { log, ...options })), warnings };
}

/** The message of the error that a survey is refused with. */
export const refusal = async (survey: TinySurvey, options?: SurveyFormatOptions): Promise<string> =>
  convertTiny(survey, options).then(
    () => 'it is not refused',
    (error) => error.format().replaceAll(/\/\S*\/helios-survey-\w+\//g, ''),
  );
