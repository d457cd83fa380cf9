import type { TextFile } from '../../../base/files/with-texts.js';
import { add, type Vec3 } from '../../../base/vec3.js';
import type { SourceDocument } from '../../../base/yaml/source-document.js';
import { ringRayCount } from '../../../scanner/footprint.js';
import { type HeliosReading, showPlace } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import { extinctionPerKm } from './extinction.js';
import { jitterSection } from './jitter-section.js';
import { offsetLegs } from './leg-offsets.js';
import type { HeliosLegSection } from './leg-section.js';
import { fitLegs } from './leg-settings.js';
import { headSector, warmupSteps } from './leg-start.js';
import { noteMechanicalErrors } from './mechanical-errors.js';
import { addMotions } from './native-motions.js';
import { outputSections, stripName } from './output-sections.js';
import { physicsSection } from './physics-section.js';
import { placeScanners } from './scanner-places.js';
import { commonOrigin, type DeviceGroup, groupDevices, scannerInLeg, scannerSection } from './scanner-section.js';
import { sceneSection } from './scene-section.js';
import { writeLegs } from './write-legs.js';
import { WrittenPlaces, written } from './written.js';

/** A survey in our keys as plain data, and as a document with HELIOS++'s places. */
export interface ConvertedSections {
  value: Record<string, unknown>;
  document: SourceDocument;
  /** Files that it names, and that are to lie beside it. */
  files: readonly TextFile[];
}

/** The survey of HELIOS++ in our keys; messages call its file `file`. Notes features that cannot be expressed. */
export async function surveySections(
  reading: HeliosReading,
  given: HeliosSurvey,
  file: string,
): Promise<ConvertedSections> {
  const legs = offsetLegs(reading, given);
  const survey = { ...given, legs: fitLegs(reading, given.scanner, legs) };
  noteMechanicalErrors(reading, survey.scanner);
  const places = new WrittenPlaces(survey.place);
  const groups = groupDevices(reading, survey);
  const files: TextFile[] = [];
  const leverArm = leverArmOf(reading, survey);
  const base = survey.legs.find(({ scanner }) => scanner.active) ?? survey.legs[0];
  const { parts, ...scene } = await sceneSection(reading, survey.scene, places);
  const sections = await writeLegs(reading, survey, leverArm, files);
  addMotions(reading, survey, { parts, epochs: scene.epochs }, sections, places);
  const value = {
    name: survey.name === '' ? undefined : survey.name,
    seed: reading.seed,
    startTime: reading.startTime,
    ...scene,
    ...scannersOf(reading, survey, groups, base),
    ...mountOf(reading, survey),
    ...physicsSection(reading, survey),
    footprint: footprintOf(reading, survey),
    atmosphere: atmosphereOf(reading, survey),
    ...jitterSection(reading, survey),
    legs: legsOf(reading, survey, groups, base, sections, places),
    ...outputSections(reading, survey, leverArm),
  };
  placeScanners(places, reading, survey, groups, base);
  const stated = Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));
  return { value: stated, document: places.document(file, stated), files };
}

function scannersOf(reading: HeliosReading, survey: HeliosSurvey, groups: readonly DeviceGroup[], base: HeliosLeg) {
  const sections = groups.map((group) => scannerSection(reading, survey, group, base));
  if (groups.length === 1) return { scanner: sections[0] };
  return { scanners: groups.map(({ name }, k) => ({ name, scanner: sections[k] })) };
}

/** The mount; where lever arms are fixed, its place is part of the path. */
function mountOf(reading: HeliosReading, { mount }: HeliosSurvey) {
  const position = reading.physics === 'si' && mount.origin.some((value) => value !== 0);
  const written = {
    ...(position && { position: mount.origin }),
    ...(mount.turns.length > 0 && { rotate: mount.turns }),
  };
  return Object.keys(written).length > 0 ? { mount: written } : {};
}

/** Offset that HELIOS++ adds to the places of the platform, along the axes of the world. */
function leverArmOf(reading: HeliosReading, survey: HeliosSurvey): Vec3 {
  if (reading.physics === 'si') return [0, 0, 0];
  const origin = commonOrigin(survey.scanner);
  if (origin === undefined)
    reading.log.warn(
      `${showPlace(survey.scanner.place)}: the channels leave from different places (<beamOrigin>), of which HELIOS++ keeps those along the axes of the world; here all leave from the mount (Q9); --physics si turns them with the scanner`,
    );
  const arm = add(survey.mount.origin, origin ?? [0, 0, 0]);
  if (arm.some((value) => value !== 0))
    reading.quirks.note(
      9,
      survey.place,
      `the scanner is ${arm.join(', ')} m from the platform along the axes of the world, however the platform is turned; this is part of the legs' coordinates`,
    );
  return arm;
}

function footprintOf(reading: HeliosReading, { fwf, scanner }: HeliosSurvey) {
  const subrays = ringRayCount(fwf.quality);
  if (scanner.devices.some((device) => device.fwf.quality !== fwf.quality))
    reading.quirks.note(
      6,
      scanner.place,
      `beamSampleQuality ${fwf.quality} holds for all channels; in HELIOS++ only for the first`,
    );
  return { pattern: reading.physics === 'helios' ? 'helios' : 'rings', subrays };
}

function atmosphereOf(reading: HeliosReading, { scanner }: HeliosSurvey) {
  const { visibilityKm, devices } = scanner;
  if (reading.physics === 'si') return { visibilityKm };
  return { extinctionPerKm: written(extinctionPerKm(devices[0].wavelength, visibilityKm)) };
}

function legsOf(
  reading: HeliosReading,
  survey: HeliosSurvey,
  groups: readonly DeviceGroup[],
  base: HeliosLeg,
  sections: readonly HeliosLegSection[],
  places: WrittenPlaces,
) {
  const warmups = warmupSteps(survey, sections);
  return sections.map((section, k) => {
    const leg = survey.legs[section.index];
    places.set(['legs', k], leg.place);
    return {
      name: `leg${String(section.index).padStart(3, '0')}`,
      ...(leg.strip !== undefined && { strip: stripName(reading, leg.strip) }),
      ...section.path,
      ...(leg.scanner.active && headSector(survey, leg, warmups[k])),
      ...(leg.scanner.active && warmups[k] > 0 && { warmup: written(warmups[k] / leg.scanner.pulseFreq) }),
      ...settingsIn(reading, survey, groups, base, leg),
    };
  });
}

/** The scanners' settings in one leg alone. */
function settingsIn(
  reading: HeliosReading,
  survey: HeliosSurvey,
  groups: readonly DeviceGroup[],
  base: HeliosLeg,
  leg: HeliosLeg,
) {
  const changes = groups.map((group) => scannerInLeg(reading, survey, group, base, leg));
  if (changes.every((change) => Object.keys(change).length === 0)) return {};
  if (groups.length === 1) return { scanner: changes[0] };
  return { scanners: Object.fromEntries(groups.map(({ name }, k) => [name, changes[k]])) };
}
