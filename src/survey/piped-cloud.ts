import { UserError } from '../base/errors.js';
import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import type { Log } from '../base/log.js';
import { joinWords } from '../base/text.js';
import { CLOUD_FORMATS, type CloudFormatName, cloudFormat } from '../io/clouds/cloud-formats.js';
import { NAMED_PRODUCTS } from '../products/index.js';
import type { CloudOutput } from '../products/resolve-clouds.js';
import type { Survey } from './survey.js';

/**
 * The one cloud of a survey as it goes to standard output: in `format`, or else in that of its file. `log` gets the
 * fields that have no place in that format, and a note that the names of labels are not written. Throws UserError for a
 * survey that writes anything else, and for a cloud that is several files.
 */
export function pipedCloud(survey: Survey, { format, log }: { format?: CloudFormatName; log: Log }): CloudOutput {
  const { by, files, ...output } = onlyCloud(survey);
  const piped = { ...output, path: STANDARD_OUTPUT, format: format ?? output.format };
  const { key, expected } = cloudFormat(piped.format).conflict?.(piped) ?? {};
  if (key !== undefined)
    throw refusal(piped, `${key}: found ${String(piped[key as keyof typeof piped])}, expected ${expected}`);
  const unheld = optionsOf(piped).filter((name) => !hasOption(piped.format, name));
  if (unheld.length > 0) log.warn(`standard output: ${piped.format} has no ${joinWords(unheld, 'or')}; left out`);
  log.info('standard output has no file beside it: the names of labels are not written');
  return piped;
}

/** The cloud of a survey that writes nothing else. Throws UserError for other surveys. */
function onlyCloud(survey: Survey): CloudOutput {
  const { file, outputs } = survey;
  const beside = NAMED_PRODUCTS.find(({ key, placeOf }) => key !== 'output' && placeOf(survey) !== undefined);
  const found = beside ? `also has ${beside.key}` : outputs.length > 1 ? `has ${outputs.length}` : undefined;
  if (found !== undefined)
    throw new UserError(`one cloud goes to standard output, and the survey ${found}`, {
      place: beside?.placeOf(survey) ?? outputs[1]?.place ?? { file },
      hint: 'leave the others out of the survey, or write files; --frames-to - sends frames alone',
    });
  const [output] = outputs;
  if (output.by !== undefined)
    throw refusal(output, `it is a file for each ${output.by}`, 'leave by out of the survey');
  if (output.waveforms === 'external')
    throw refusal(output, 'its waveforms are a file beside it', 'waveforms: internal has them within the cloud');
  return output;
}

const refusal = ({ place }: CloudOutput, why: string, hint?: string): UserError =>
  new UserError(`the cloud cannot go to standard output: ${why}`, { place, hint });

/** Keys of the options that an output has, of any format. */
const optionsOf = (output: CloudOutput): string[] =>
  Object.entries(output).flatMap(([name, value]) =>
    value !== undefined && Object.values(CLOUD_FORMATS).some(({ options }) => Object.hasOwn(options, name))
      ? [name]
      : [],
  );

const hasOption = (format: CloudFormatName, key: string): boolean => Object.hasOwn(CLOUD_FORMATS[format].options, key);
