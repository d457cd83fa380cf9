import { UserError } from '../base/errors.js';
import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import type { Log } from '../base/log.js';
import { joinWords } from '../base/text.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { FrameOutput } from './frames/frame-output.js';
import { NAMED_PRODUCTS, type ProductSections } from './index.js';

/**
 * The products of a survey whose frames alone are written, one behind the other, to standard output. `log` gets a
 * warning of what else it would write. Throws UserError for a survey without frames.
 */
export function streamedProducts(survey: BareSurvey & ProductSections, { log }: { log: Log }): ProductSections {
  const { frames, file } = survey;
  if (frames === undefined)
    throw new UserError('--frames-to: the survey has no frames', {
      place: { file },
      hint: 'add them, such as frames: { file: "frames/%06d.pcd", coordinates: sensor }',
    });
  const others = NAMED_PRODUCTS.filter(({ key, placeOf }) => key !== 'frames' && placeOf(survey) !== undefined);
  if (others.length > 0)
    log.warn(
      `--frames-to: the frames alone are written; left out: ${joinWords(
        others.map(({ key }) => key),
        'and',
      )}`,
    );
  const none = Object.assign({}, ...NAMED_PRODUCTS.map((product) => ({ [product.key]: undefined, ...product.none })));
  return { ...(none as ProductSections), frames: streamed(frames) };
}

/** Frames as they are cut and placed, with the fields of clouds. */
const streamed = ({
  by,
  incomplete,
  coordinates,
  axes,
  deskew,
  organised,
  fields,
  place,
}: FrameOutput): FrameOutput => ({
  ...{ by, incomplete, coordinates, axes, deskew, organised, fields, place },
  ...{ pattern: STANDARD_OUTPUT, format: 'stream' },
});
