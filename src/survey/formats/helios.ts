import type { SurveyFormat } from '../survey-format.js';

/** Surveys of HELIOS++, with the scenes, scanners and platforms that they name. */
export const HELIOS_SURVEY: SurveyFormat = {
  title: 'HELIOS++',
  endings: ['.xml'],
  read: async (files, file, options) =>
    (await import('../helios/read-helios-survey.js')).readHeliosSurvey(files, file, options),
};
