import { z } from 'zod';
import { SEED_DEFAULT } from '../../base/random.js';
import { choiceField, longTextField, mapField, numberField, objectField, textField } from '../../base/yaml/fields.js';
import { CRS_EXPECTED } from '../../crs/crs.js';
import { RADIOMETRY_DEFAULTS } from '../../material/radiometry.js';
import { mountSchema } from '../../platform/platform-schema.js';
import { PRODUCT_FIELDS } from '../../products/index.js';
import { FOOTPRINT_DEFAULTS, FOOTPRINT_PATTERNS, SUBRAYS_MAX } from '../../scanner/footprint.js';
import { isScene } from '../../scene/scene.js';
import { legsInMemorySchema, legsSchema } from '../legs/index.js';
import { sceneSchema } from '../scene/scene-section.js';
import { atmosphereSchema } from './atmosphere-schema.js';
import { colorsField } from './colors-schema.js';
import { coordinatesField } from './coordinates-field.js';
import { epochsSchema } from './epochs-schema.js';
import {
  detectorSchema,
  instrumentsInMemorySchema,
  instrumentsSchema,
  scannerField,
  scannerInMemoryField,
} from './instrument-schema.js';
import { intensityField } from './intensity-schema.js';
import { jitterSchema } from './jitter-schema.js';
import { physicsSchema } from './physics-schema.js';
import { poseErrorSchema } from './pose-error-schema.js';
import { radiometrySchema } from './radiometry-schema.js';
import { restrictSchema } from './restriction-schema.js';
import { seedField } from './seed-field.js';
import { startTimeField } from './start-time-field.js';

/** The survey file. Every key has a description, with its unit in brackets. */

const PROJJSON_TYPE = 'the type of a system in PROJJSON, such as ProjectedCRS, or file alone';

const crs = z
  .union(
    [
      longTextField('EPSG code (EPSG:25832, EPSG:25832+7837 with heights), WKT or PROJJSON', CRS_EXPECTED),
      numberField('EPSG code', { min: 1024, max: 999_999, whole: true }),
      mapField('a file with WKT, PROJJSON or an EPSG code', {
        file: textField('Path, relative to the survey file', 'a path to a .prj, .wkt or .json file'),
      }),
      z
        .looseObject({
          type: z
            .string({ error: PROJJSON_TYPE })
            .endsWith('CRS', { error: PROJJSON_TYPE })
            .describe('Kind of system, such as ProjectedCRS'),
        })
        .describe('PROJJSON of a system'),
    ],
    { error: `${CRS_EXPECTED}, or a map with file` },
  )
  .describe('Coordinate reference system of the world, in metres; written to LAS');

const footprint = mapField('the split of a pulse into subrays', {
  pattern: choiceField(
    'Rings of equal shares around the axis, drawn and turned for each pulse; points each drawn in the disc; or the rings of HELIOS++',
    FOOTPRINT_PATTERNS,
  ).default(FOOTPRINT_DEFAULTS.pattern),
  subrays: numberField('Subrays of a pulse; rings allow 1, 7, 19, 37, 62, 93, 130, …', {
    whole: true,
    min: 1,
    max: SUBRAYS_MAX,
  }).default(FOOTPRINT_DEFAULTS.subrays),
  weights: choiceField('Distribution of the energy over the beam', ['gaussian', 'uniform']).default(
    FOOTPRINT_DEFAULTS.weights,
  ),
});

export const surveySchema = mapField('a survey', {
  name: textField('Name of the survey; absent: that of the file').optional(),
  seed: seedField('Seed of all random numbers; the same seed yields the same bytes').default(SEED_DEFAULT),
  crs: crs.optional(),
  startTime: startTimeField('Moment of the first pulse, ISO 8601 with time zone').optional(),
  scene: sceneSchema,
  scanner: scannerField.optional(),
  scanners: instrumentsSchema.optional(),
  mount: mountSchema.optional(),
  platform: textField(
    'Id of a platform, which positions the scanner; absent: at the position of the leg',
    'the id of a platform',
  ).optional(),
  legs: legsSchema,
  footprint: footprint.default(FOOTPRINT_DEFAULTS),
  detector: detectorSchema.default({}),
  atmosphere: atmosphereSchema.optional(),
  intensity: intensityField.optional(),
  radiometry: radiometrySchema.default(RADIOMETRY_DEFAULTS),
  physics: physicsSchema.optional(),
  colors: colorsField.optional(),
  jitter: jitterSchema.optional(),
  poseError: poseErrorSchema.optional(),
  restrict: restrictSchema.optional(),
  coordinates: coordinatesField(
    "Coordinates of the clouds in output: world, or sensor: the scanner's frame at each point's own time",
  ),
  ...PRODUCT_FIELDS,
  epochs: epochsSchema.optional(),
});

/** Epochs are those of files, see `loadEpochs`. */
const { epochs: _, ...sectionsInMemory } = surveySchema.shape;

/** A survey in memory: the content of a file, in which scene, scanners and recorded paths may be objects. */
export const surveyInMemorySchema = mapField('a survey', {
  ...sectionsInMemory,
  scene: z.union([objectField('a scene', isScene), sceneSchema], {
    error: 'a scene from createScene or loadScene, or a map with parts',
  }),
  scanner: scannerInMemoryField.optional(),
  scanners: instrumentsInMemorySchema.optional(),
  legs: legsInMemorySchema,
});

/** A survey as a program writes it, with the keys and units of a file; see `surveyInMemorySchema`. */
export type SurveyInput = z.input<typeof surveyInMemorySchema>;

/** A survey after its check; that of a file is a special case. */
export type SurveyDefinition = z.output<typeof surveyInMemorySchema>;

/**
 * JSON Schema (draft 2020-12) of a survey file, for editors. It does not express that exactly one of `scanner` and
 * `scanners` is required. Repeated parts are in `$defs`, once.
 */
export function surveyJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(surveySchema, { io: 'input', reused: 'ref' });
  return { $schema, title: 'subray survey', ...schema };
}
