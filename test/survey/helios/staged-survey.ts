import { nodeFiles } from '../../../src/base/files/node-files.js';
import { convertHeliosSurvey } from '../../../src/survey/helios/read-helios-survey.js';
import type { SurveyFormatOptions } from '../../../src/survey/survey-format.js';
import { keepingLog, temporaryFolder } from '../../scene/scene-files.js';

const SURVEY = `<document><survey name="tiny" seed="7" scene="scene.xml#s" platform="devices.xml#tripod" scanner="devices.xml#scanner">
<leg><platformSettings x="0" y="0" z="20"/>
<scannerSettings active="true" pulseFreq_hz="1000" scanFreq_hz="10" verticalAngleMin_deg="-40" verticalAngleMax_deg="-30" headRotatePerSec_deg="10" headRotateStart_deg="0" headRotateStop_deg="5"/>
</leg></survey></document>`;

const DEVICES = `<document><platform id="tripod" type="static"/>
<scanner id="scanner" accuracy_m="0.005" beamDivergence_rad="0.0003" name="tiny" optics="rotating" pulseFreqs_Hz="1000" pulseLength_ns="4" rangeMin_m="1" scanAngleMax_deg="120" scanFreqMin_Hz="1" scanFreqMax_Hz="100" headRotatePerSecMax_deg="60" wavelength_nm="1064"/>
</document>`;

/** A folder with a survey tiny.xml, whose scene scene.xml is to be written; it is the only folder of assets. */
export function tinySurvey() {
  const folder = temporaryFolder();
  folder.write('tiny.xml', SURVEY);
  folder.write('devices.xml', DEVICES);
  const path = `${folder.path}/tiny.xml`;
  return {
    ...folder,
    survey: path,
    /** Converts it with these parts in its scene, and returns it with its warnings; paths are without the folder. */
    async convert(parts: string, options: SurveyFormatOptions = {}) {
      folder.write('scene.xml', `<document><scene id="s">\n${parts}\n</scene></document>`);
      const log = keepingLog();
      const native = await convertHeliosSurvey(nodeFiles, path, { log, assets: [folder.path], ...options });
      const shown = JSON.parse(JSON.stringify(native.value).replaceAll(`${folder.path}/`, ''));
      return { ...native, value: shown, warnings: log.warnings.map((line) => line.replaceAll(`${folder.path}/`, '')) };
    },
  };
}

/** A `<part>` of these filters and other elements. */
export const part = (content: string, attributes = ''): string => `<part ${attributes}>${content}</part>`;

/** A `<filter>` with parameters. */
export const filter = (type: string, params: Readonly<Record<string, string>>): string =>
  `<filter type="${type}">${Object.entries(params)
    .map(([key, value]) => `<param key="${key}" value="${value}"/>`)
    .join('')}</filter>`;
