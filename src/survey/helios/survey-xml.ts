import type { SourcePlace } from '../../base/errors.js';
import { UserError } from '../../base/errors.js';
import { childOf, childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { LEGS_MAX } from '../legs/index.js';
import type { Asset } from './asset-library.js';
import { Attributes, warnOfUnknown } from './attributes.js';
import { type FwfSettings, readFwfSettings } from './fwf-settings.js';
import { type HeliosReading, noteAt } from './helios-reading.js';
import { NOISE_ELEMENTS, type PlatformNoise, readPlatformNoise } from './noise-xml.js';
import { type PlatformSettings, readPlatformSettings } from './platform-settings-xml.js';
import { type HeliosMount, type HeliosPlatform, LEVEL_MOUNT, readMount, readPlatformXml } from './platform-xml.js';
import { type HeliosScannerSettings, readScannerSettings } from './scanner-settings-xml.js';
import { type HeliosScanner, readScannerXml } from './scanner-xml.js';
import { type HeliosScene, readSceneXml } from './scene-xml.js';
import { readSeed } from './seed-xml.js';

/** A survey of HELIOS++ with all that it names, except for the files of its scene. */
export interface HeliosSurvey {
  name: string;
  place: SourcePlace;
  /** Absent: any will do. */
  seed?: number;
  scanner: HeliosScanner;
  platform: HeliosPlatform;
  /** Convention of its angles if the platform is a recorded trajectory; absent: another platform. */
  interpolated?: { rotation: 'arinc705' | 'canonical' };
  mount: HeliosMount;
  noise: PlatformNoise;
  scene: HeliosScene;
  /** Settings of the waveform of the first device; of the others, in their device. */
  fwf: FwfSettings;
  detector: DetectorSettings;
  /** The elements of the survey that these two are from. */
  settings: { fwf?: XmlElement; detector?: XmlElement };
  legs: readonly HeliosLeg[];
  legOffset?: { mean: number; deviation: number };
}

/** Settings of the first device that the survey replaces. */
export interface DetectorSettings {
  accuracy?: number;
  rangeMin?: number;
  rangeMax?: number;
  /** Expression in t, the range. */
  errorExpression?: string;
}

export interface HeliosLeg {
  place: SourcePlace;
  strip?: string;
  platform: PlatformSettings;
  scanner: HeliosScannerSettings;
}

const CHILDREN = ['leg', 'FWFSettings', 'detectorSettings', 'scannerMount', ...NOISE_ELEMENTS];

/**
 * The first survey of an XML file. Notes faults of values. Throws UserError for faults without which nothing can be
 * read (a document that is no survey, references that lead nowhere), and for more legs or parts than a survey may have.
 */
export async function readSurveyXml(reading: HeliosReading, file: string): Promise<HeliosSurvey> {
  const document = await reading.library.document(file);
  const element = childOf(document, 'survey');
  if (element === undefined)
    throw new UserError('found no <survey>, expected one in <document>', { place: document.place });
  const own = { element, file };
  const attributes = new Attributes(reading, element);
  warnOfUnknown(reading, element, CHILDREN);
  const scanner = await readScannerOf(reading, attributes, own);
  const platform = await readPlatformOf(reading, attributes, own);
  const scene = await readSceneOf(reading, attributes, own);
  const settings = { fwf: childOf(element, 'FWFSettings'), detector: childOf(element, 'detectorSettings') };
  const survey = {
    name: attributes.text('name') ?? '',
    place: element.place,
    seed: readSeed(reading, attributes),
    scanner,
    ...platform,
    mount: readMount(reading, element) ?? platform.platform.mount,
    noise: { ...platform.platform.noise, ...readPlatformNoise(reading, element) },
    scene,
    fwf: readFwfSettings(reading, settings.fwf, scanner.devices[0].fwf),
    detector: readDetector(reading, settings.detector),
    settings,
    legs: await readLegs(reading, own, scanner, isMoving(platform) ? LEGS_MAX + 1 : LEGS_MAX),
    legOffset: readLegOffset(attributes),
  };
  attributes.finish('numRuns', 'simSpeed', 'id');
  return survey;
}

async function readScannerOf(reading: HeliosReading, attributes: Attributes, own: Asset): Promise<HeliosScanner> {
  const location = demand(attributes, 'scanner', 'the location of a scanner: file.xml#id');
  return readScannerXml(reading, await reading.library.find('scanner', location, own));
}

/** Whether the platform moves from the place of each leg to that of the next: n legs make n − 1 ways. */
export const isMoving = ({ platform, interpolated }: Pick<HeliosSurvey, 'platform' | 'interpolated'>): boolean =>
  interpolated === undefined && platform.kind !== 'static';

/** The location in an attribute. Throws UserError without it: nothing could be read. */
function demand(attributes: Attributes, name: string, expected: string): string {
  const location = attributes.text(name);
  if (location) return location;
  throw new UserError(`<survey> lacks ${name}, expected ${expected}`, { place: attributes.element.place });
}

async function readPlatformOf(
  reading: HeliosReading,
  attributes: Attributes,
  own: Asset,
): Promise<Pick<HeliosSurvey, 'platform' | 'interpolated'>> {
  const location = demand(attributes, 'platform', 'the location of a platform: file.xml#id, or interpolated');
  const base = attributes.text('basePlatform');
  const rotation = attributes.text('rotationSpec')?.toUpperCase() ?? 'ARINC 705';
  if (location !== 'interpolated')
    return { platform: readPlatformXml(reading, await reading.library.find('platform', location, own)) };
  if (rotation !== 'ARINC 705' && rotation !== 'CANONICAL')
    noteAt(reading, own.element.place, `rotationSpec: found ${quoteText(rotation)}, expected ARINC 705 or CANONICAL`);
  const platform =
    base === undefined
      ? bare(own.element)
      : readPlatformXml(reading, await reading.library.find('platform', base, own));
  return { platform, interpolated: { rotation: rotation === 'CANONICAL' ? 'canonical' : 'arinc705' } };
}

/** A platform without mount and noise. */
function bare({ place }: XmlElement): HeliosPlatform {
  const dynamics = {
    drag: 1,
    engineMaxForce: 0,
    speedup: 0,
    slowdown: 0,
    slowdownDistance: 0,
    basePitch: 0,
    pitchSpeed: 0,
    rollSpeed: 0,
    yawSpeed: 0,
    pitchOffset: 0,
    rollOffset: 0,
  };
  return { id: 'interpolated', place, kind: 'static', mount: LEVEL_MOUNT, noise: {}, dynamics };
}

async function readSceneOf(reading: HeliosReading, attributes: Attributes, own: Asset): Promise<HeliosScene> {
  const location = demand(attributes, 'scene', 'the location of a scene: file.xml#id');
  return readSceneXml(reading, await reading.library.find('scene', location, own));
}

function readDetector(reading: HeliosReading, element: XmlElement | undefined): DetectorSettings {
  if (element === undefined) return {};
  const attributes = new Attributes(reading, element);
  const settings = {
    accuracy: attributes.number('accuracy_m', { unit: 'm', min: 0 }),
    rangeMin: attributes.number('rangeMin_m', { unit: 'm', min: 0 }),
    rangeMax: attributes.number('rangeMax_m', { unit: 'm', above: 0 }),
    errorExpression: attributes.text('distanceMeasurementError'),
  };
  attributes.finish();
  return settings;
}

/** HELIOS++ offsets every leg at random if it is asked to. */
function readLegOffset(attributes: Attributes): HeliosSurvey['legOffset'] {
  const range = { unit: 'm' };
  const offset = {
    mean: attributes.number('legRandomOffsetMean', range) ?? 0,
    deviation: attributes.number('legRandomOffsetStdev', { ...range, min: 0 }) ?? 0.1,
  };
  return attributes.flag('legRandomOffset') ? offset : undefined;
}

async function readLegs(
  reading: HeliosReading,
  own: Asset,
  scanner: HeliosScanner,
  most: number,
): Promise<HeliosLeg[]> {
  const legs: HeliosLeg[] = [];
  for (const element of childrenOf(own.element, 'leg', most))
    legs.push(await readLeg(reading, { ...own, element }, scanner));
  if (legs.length === 0) noteAt(reading, own.element.place, '<survey> has no <leg>, expected at least one');
  return legs;
}

async function readLeg(reading: HeliosReading, own: Asset, scanner: HeliosScanner): Promise<HeliosLeg> {
  const attributes = new Attributes(reading, own.element);
  warnOfUnknown(reading, own.element, ['platformSettings', 'scannerSettings']);
  const settingsIn = (name: string): Asset | undefined => {
    const element = childOf(own.element, name);
    return element && { ...own, element };
  };
  const duration = attributes.number('maxDuration_s', { unit: 's' });
  const settings = await readScannerSettings(reading, settingsIn('scannerSettings'), scanner);
  const leg = {
    place: own.element.place,
    strip: attributes.text('stripId'),
    platform: await readPlatformSettings(reading, settingsIn('platformSettings')),
    scanner: duration === undefined ? settings : { ...settings, maxDuration: duration },
  };
  attributes.finish('id');
  return leg;
}
