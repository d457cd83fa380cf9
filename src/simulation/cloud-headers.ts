import type { CloudHeader } from '../io/records/point-sink.js';
import { utcOfGpsTime } from '../io/units/gps-time.js';
import { keepsMisses } from '../products/cloud-header.js';
import type { PointHeaders } from '../products/product.js';
import { recordedKeys } from '../products/recorded-fields.js';
import { asprsClassName, FIRST_USER_CLASS } from '../scene/labels/asprs-classes.js';
import type { Scene } from '../scene/scene.js';
import type { Coordinates } from '../survey/bare-survey.js';
import type { Survey } from '../survey/survey.js';
import { SOFTWARE } from '../version.js';
import type { InstrumentScan } from './instrument-scan.js';
import { amplitudeLimits } from './points/amplitude-limits.js';
import { cloudBounds, missBounds } from './points/cloud-bounds.js';
import { projectId } from './project-id.js';

/** The headers of a survey's clouds, without their optional attributes, and of its frames. */
export function cloudHeaders(survey: Survey, scans: readonly InstrumentScan[], scene: Scene): PointHeaders {
  const { frames, coordinates } = survey;
  const headerIn = (system: Coordinates) => headerOf(survey, scans, scene, system);
  return {
    clouds: headerIn(coordinates),
    ...(keepsMisses(survey) && { missBounds: missBounds(scans, scene.bounds, coordinates) }),
    ...(frames && {
      frames: { ...headerIn(frames.coordinates), optional: recordedKeys(survey, 'frames', frames) },
    }),
  };
}

function headerOf(
  survey: Survey,
  scans: readonly InstrumentScan[],
  scene: Scene,
  coordinates: Coordinates,
): CloudHeader {
  return {
    bounds: cloudBounds(scans, scene.bounds, coordinates),
    // A sensor's own coordinates have no reference system.
    wkt: coordinates === 'world' ? survey.crs?.wkt : undefined,
    isLocal: true,
    classNames: ownClassNames(scene.names.classes),
    software: SOFTWARE,
    created: surveyDay(survey),
    projectId: projectId(survey),
    amplitudeLimits: amplitudeLimits(survey, scans),
  };
}

/** The names that the scene gives to classes which the standard leaves to users. */
const ownClassNames = (classes: Readonly<Record<number, string>>): Record<number, string> =>
  Object.fromEntries(
    Object.entries(classes).filter(
      ([number, name]) => Number(number) >= FIRST_USER_CLASS && name !== asprsClassName(Number(number)),
    ),
  );

/** The day of the survey itself, since a file must not depend on the day of its computation. */
const surveyDay = ({ legs: [first] }: Survey) => new Date(first ? utcOfGpsTime(first.startTime) : 0);
