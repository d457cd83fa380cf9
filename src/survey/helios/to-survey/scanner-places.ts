import type { XmlElement } from '../../../base/xml/xml-element.js';
import type { ValuePath } from '../../../base/yaml/source-document.js';
import type { HeliosReading } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import { fixedOptics } from './optics-keys.js';
import type { DeviceGroup } from './scanner-section.js';
import { isReachedBySurvey, settledDivergence } from './settled-device.js';
import type { WrittenPlaces } from './written.js';

/** Keys of a scanner, each with the attributes of the survey's `<FWFSettings>` and `<detectorSettings>` that set it. */
const OF_SURVEY: readonly [path: ValuePath, attributes: readonly string[]][] = [
  [['detection', 'bins', 'size'], ['binSize_ns']],
  [['detection', 'bins', 'window'], ['winSize_ns']],
  [['detection', 'bins', 'longest'], ['maxFullwaveRange_ns']],
  [
    ['detection', 'rangeNoise'],
    ['distanceMeasurementError', 'accuracy_m'],
  ],
  // The order of the limits is checked at the nearest range, whichever of them the survey sets.
  [
    ['detection', 'rangeMin'],
    ['rangeMin_m', 'rangeMax_m'],
  ],
  [['detection', 'rangeMax'], ['rangeMax_m']],
];

/** Sets the places of scanners in our keys: HELIOS++'s scanner, except for settings by the survey or the leg `base`. */
export function placeScanners(
  places: WrittenPlaces,
  reading: HeliosReading,
  survey: HeliosSurvey,
  groups: readonly DeviceGroup[],
  base: HeliosLeg,
): void {
  const { scanner, settings } = survey;
  const elements = [settings.fwf, settings.detector].filter((element) => element !== undefined);
  places.set(['scanners'], scanner.place);
  for (const [k, group] of groups.entries()) {
    const [device] = group.devices;
    const own: ValuePath = groups.length === 1 ? ['scanner'] : ['scanners', k, 'scanner'];
    places.set(own, scanner.place);
    if (isReachedBySurvey(reading, survey, device)) placeSettings(places, own, elements);
    if (settledDivergence(reading, survey, device, base) !== device.divergence)
      places.set([...own, 'divergence'], base.place);
    places.set([...own, 'head', 'rate'], base.place);
    places.set([...own, 'deflector'], base.place);
    const { firingPeriod: _, ...fixed } = fixedOptics(device.optics, base.scanner);
    for (const key of [...Object.keys(fixed), 'channels']) places.set([...own, 'deflector', key], scanner.place);
  }
}

/** The keys that elements of the survey set. */
function placeSettings(places: WrittenPlaces, own: ValuePath, elements: readonly XmlElement[]): void {
  for (const [path, attributes] of OF_SURVEY) {
    const element = elements.find((one) => attributes.some((attribute) => one.attributes.has(attribute)));
    if (element !== undefined) places.set([...own, ...path], element.place);
  }
}
