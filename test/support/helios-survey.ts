import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { convertHeliosSurvey } from '../../src/survey/helios/read-helios-survey.js';
import type { SurveyFormatOptions } from '../../src/survey/survey-format.js';
import { faultOf, keepingLog } from '../scene/scene-files.js';

/** Parts of a small survey of HELIOS++; absent ones are those of a VZ-400 on a tripod, on a square of 40 m. */
export interface HeliosSurvey {
  /** Attributes of `<survey>` besides its references. */
  attributes?: string;
  /** References of `<survey>` other than to the elements below. */
  references?: { scanner?: string; platform?: string; scene?: string };
  /** Children of `<survey>` before its legs. */
  settings?: string;
  legs?: string;
  /** Children of `<document>` before `<survey>`, with the template `usual`. */
  templates?: string;
  /** The `<scanner>`, whose id is s. */
  scanner?: string;
  /** The `<platform>`, whose id is p. */
  platform?: string;
  /** Children of `<scene>`, from line 2 of scene.xml on. */
  parts?: string;
  /** Other files by their paths. */
  files?: Readonly<Record<string, string>>;
}

export const document = (content: string): string => `<?xml version="1.0"?><document>${content}</document>\n`;

/** A VZ-400 with more elements. */
export const vz400 = (content = ''): string =>
  `<scanner id="s" name="VZ-400" optics="rotating" accuracy_m="0.005" beamDivergence_rad="0.0003"
  headRotatePerSecMax_deg="60" pulseFreqs_Hz="100000,300000" pulseLength_ns="5" rangeMin_m="1.5" scanAngleMax_deg="120"
  scanAngleEffectiveMax_deg="50" scanFreqMin_Hz="3" scanFreqMax_Hz="120">${content}</scanner>`;

/** The template of the settings of each `leg`. */
export const usual = (settings: string): string => `<scannerSettings id="usual" ${settings}/>`;

/** A `<leg>`, by the attributes of its settings, those of the scanner besides the template `usual`, and its own. */
export const leg = (platform: string, scanner = '', attributes = ''): string =>
  `<leg ${attributes}><platformSettings ${platform}/><scannerSettings template="usual" ${scanner}/></leg>`;

/** A `<part>` of filters and other elements. */
export const part = (content: string, attributes = ''): string => `<part ${attributes}>${content}</part>`;

/** A `<filter>` with parameters. */
export const filter = (type: string, params: Readonly<Record<string, string>>): string =>
  `<filter type="${type}">${Object.entries(params)
    .map(([key, value]) => `<param key="${key}" value="${value}"/>`)
    .join('')}</filter>`;

/** The filter that loads an OBJ file. */
export const load = (filepath: string): string => filter('objloader', { filepath });

export const PLATE = 'v -20 -20 0\nv 20 -20 0\nv 20 20 0\nv -20 20 0\nf 1 2 3 4\n';

/** Writes the files of a survey, survey.xml first, to a folder that is removed after the test. */
export function writeHeliosSurvey(survey: HeliosSurvey = {}): { folder: string; file: string } {
  const { attributes = 'name="tiny"', settings = '', scanner = vz400(), parts = part(load('plate.obj')) } = survey;
  const {
    templates = usual('pulseFreq_hz="100000" scanFreq_hz="120" headRotatePerSec_deg="10" headRotateStop_deg="10"'),
  } = survey;
  const { legs = leg('x="1" y="2" z="3"') } = survey;
  const { platform = '<platform id="p" type="static"><scannerMount z="1.5"/></platform>' } = survey;
  const references = {
    scanner: 'scanners.xml#s',
    platform: 'platforms.xml#p',
    scene: 'scene.xml#c',
    ...survey.references,
  };
  const named = Object.entries(references).map(([kind, location]) => `${kind}="${location}"`);
  const files = {
    'survey.xml': document(`${templates}\n<survey ${attributes} ${named.join(' ')}>${settings}${legs}</survey>`),
    'scanners.xml': document(scanner),
    'platforms.xml': document(platform),
    'scene.xml': document(`<scene id="c" name="plate">\n${parts}\n</scene>`),
    'plate.obj': PLATE,
    ...survey.files,
  };
  const folder = mkdtempSync(join(tmpdir(), 'helios-survey-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, file: join(folder, 'survey.xml') };
}

const relative = (text: string): string => text.replaceAll(/\/[^\s"]*\/helios-survey-\w+\//g, '');

/** The survey in our keys, as JSON has it, with its quirks and all warnings; paths are relative to its folder. */
export async function convertHelios(survey: HeliosSurvey = {}, options: SurveyFormatOptions = {}) {
  const { folder, file } = writeHeliosSurvey(survey);
  const log = keepingLog();
  const { value, ...more } = await convertHeliosSurvey(nodeFiles, file, { log, ...options });
  return { ...more, folder, value: JSON.parse(relative(JSON.stringify(value))), warnings: log.warnings.map(relative) };
}

/** The message of the UserError that a survey is refused with, paths relative to its folder. */
export async function refusal(survey: HeliosSurvey, options?: SurveyFormatOptions): Promise<string> {
  const fault = await faultOf(convertHelios(survey, options));
  if (typeof fault !== 'string') throw fault;
  return relative(fault);
}

const YARD_SETTINGS =
  'active="true" pulseFreq_hz="2000" scanAngle_deg="40" scanFreq_hz="20" headRotatePerSec_deg="45" headRotateStart_deg="0" headRotateStop_deg="90"';

/** A leg of `writeYard`, 2 s long. */
export const yardLeg = (x: number, settings = '', attributes = ''): string =>
  leg(`x="${x}" y="-8" z="0"`, settings, attributes);

/**
 * Writes a survey whose ground is found in its folder `assets` only, in two legs; `scanner`
 * are elements of its scanner.
 */
export const writeYard = ({ scanner = '', ...changes }: HeliosSurvey = {}): { folder: string; file: string } =>
  writeHeliosSurvey({
    attributes: 'name="yard" seed="7"',
    templates: usual(YARD_SETTINGS),
    legs: yardLeg(0) + yardLeg(3),
    scanner: `<scanner id="s" name="toy" optics="rotating" pulseFreqs_Hz="2000" scanAngleMax_deg="60" scanAngleEffectiveMax_deg="50"
      scanFreqMin_Hz="1" scanFreqMax_Hz="100" headRotatePerSecMax_deg="90" rangeMin_m="0.5" accuracy_m="0.01"><headRotateAxis x="0" y="0" z="1"/>${scanner}</scanner>`,
    parts: part(load('ground.obj')),
    files: { 'assets/ground.obj': PLATE },
    ...changes,
  });
