import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { type ConvertedSurvey, convertHeliosSurvey } from '../../../src/survey/helios/read-helios-survey.js';
import type { SurveyFormatOptions } from '../../../src/survey/survey-format.js';
import { makeFolder } from '../survey-file.js';

/** A small survey of HELIOS++, by its parts. */
export interface TinySurvey {
  /** Attributes of `<survey>` beside name, scanner and scene. */
  survey: string;
  /** `<leg>` elements. */
  legs: string;
  platform?: string;
  /** Other files, by name. */
  files?: Readonly<Record<string, string>>;
}

const SCANNER = `<scanner id="s" beamDivergence_rad="0.001" optics="rotating" pulseFreqs_Hz="100,1000"
  pulseLength_ns="4" rangeMin_m="0" scanAngleMax_deg="180" scanAngleEffectiveMax_deg="180" scanFreqMin_Hz="0" scanFreqMax_Hz="0"/>`;

/** Writes a survey of one document with a square metre of ground to a folder of its own, and returns its path. */
export async function writeTinySurvey({ survey, legs, platform = '', files = {} }: TinySurvey): Promise<string> {
  const folder = await makeFolder();
  const file = join(folder, 'tiny.xml');
  const part = '<part><filter type="objloader"><param type="string" key="filepath" value="g.obj"/></filter></part>';
  const all = {
    'tiny.xml': `<document>${SCANNER}${platform}<scene id="g">${part}</scene>
<survey name="tiny" scanner="s" scene="g" ${survey}>
${legs}
</survey></document>`,
    'g.obj': 'v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return file;
}

/** A leg with attributes of its platform, by default at 100 Hz; `scanner` are more attributes of the scanner. */
export const tinyLeg = (platform: string, scanner = '', pulseFreq = 100): string =>
  `<leg><platformSettings ${platform}/><scannerSettings active="true" pulseFreq_hz="${pulseFreq}" scanFreq_hz="1" ${scanner}/></leg>`;

/** The survey in our keys. */
export const convertTiny = async (tiny: TinySurvey, options: SurveyFormatOptions = {}): Promise<ConvertedSurvey> =>
  convertHeliosSurvey(nodeFiles, await writeTinySurvey(tiny), options);

/** The message of the UserError that `action` ends with. */
export async function failureOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  throw new Error('a UserError was expected');
}
