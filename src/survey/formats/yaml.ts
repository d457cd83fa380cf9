import type { SurveyFormat } from '../survey-format.js';

/** subray's own format: the file is the document. */
export const YAML_SURVEY: SurveyFormat = {
  title: 'YAML',
  endings: ['.yaml', '.yml'],
  read: async (files, file) => (await import('../../base/yaml/yaml-document.js')).readYamlFile(files, file),
};
