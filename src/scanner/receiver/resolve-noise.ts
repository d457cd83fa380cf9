import { usualRange } from '../../base/yaml/fields.js';
import { receivedEnergy } from '../resolve-detection.js';
import { ELECTRON_CHARGE, PLANCK, SPEED_OF_LIGHT } from './constants.js';
import { noiseOfClaim } from './data-sheet-noise.js';
import { type PowerNoise, photodiodeNoise } from './noise.js';
import { CLAIM_KEYS, DIODE_KEYS } from './override-receiver.js';
import type { NoiseDefinition } from './receiver-schema.js';
import type { ReceiverSetting } from './receiver-setting.js';
import { filterBandwidth, filterSpread, responsePeak } from './response.js';
import { sunIrradiance, sunlightPower, sunWavelengths, TABLE_ELEVATION } from './sunlight.js';

/** Ratio of ionisations in silicon, the default. */
const SILICON_IONISATION = 0.02;

/** Reflectance of the surface in the sun, the default. */
const SUNLIT_REFLECTANCE = 0.5;

/** Keys of a photodiode that a counter of photons does not have. */
const CURRENT_KEYS = ['responsivity', 'gain', 'ionisation', 'amplifier', 'dark'] as const;

/** Noise in its parts, as far as it is stated. */
export interface ResolvedNoise {
  /** Noise of the samples. */
  noise?: PowerNoise & { filterSpread: number };
  /** Threshold that belongs to a line of a data sheet, W. */
  threshold?: number;
  /** Light of the sun, W. */
  background: number;
  /** Detected photoelectrons per joule. */
  countsPerJoule: number;
}

/** Photons per joule, λ / (h c). */
const photonsPerJoule = (wavelengthNm: number): number => (wavelengthNm * 1e-9) / (PLANCK * SPEED_OF_LIGHT);

/** The noise, with a fault for values that are missing, stated twice, or of another kind of detector. */
export function resolveNoise(setting: ReceiverSetting): ResolvedNoise {
  const { receiver, optics, counts } = setting;
  const perJoule = photonsPerJoule(optics.wavelengthNm);
  const { noise } = receiver;
  const none = { background: 0, countsPerJoule: perJoule };
  if (counts) return countingNoise(setting, noise ?? {}, perJoule);
  if (noise === undefined) return none;
  const claim = CLAIM_KEYS.find((key) => noise[key] !== undefined);
  const diode = DIODE_KEYS.find((key) => noise[key] !== undefined);
  if (claim !== undefined && diode !== undefined) {
    const expected = `no ${claim} beside ${diode}: noise is that of a photodiode (${DIODE_KEYS.join(', ')}) or of a line of the data sheet (${CLAIM_KEYS.join(', ')})`;
    setting.note(['noise', claim], noise[claim], expected);
    return none;
  }
  const bandwidth = noiseBandwidth(setting);
  if (bandwidth === undefined) return none;
  return claim === undefined
    ? diodeNoise(setting, noise, bandwidth, perJoule)
    : { ...none, ...claimNoise(setting, noise, bandwidth) };
}

/** Photons that a detector counts: its noise is that of their number. */
function countingNoise(setting: ReceiverSetting, noise: NoiseDefinition, perJoule: number): ResolvedNoise {
  const wrong = [...CURRENT_KEYS, ...CLAIM_KEYS].find((key) => noise[key] !== undefined);
  if (wrong !== undefined)
    setting.note(['noise', wrong], noise[wrong], 'no such key: a counter of photons has quantumEfficiency and sun');
  if (noise.quantumEfficiency === undefined)
    setting.note(
      ['noise', 'quantumEfficiency'],
      undefined,
      `a number > 0 and <= 1 for a detector that counts photons${usualRange([0.1, 0.5])}`,
    );
  return { background: backgroundOf(setting, noise), countsPerJoule: perJoule * (noise.quantumEfficiency ?? 1) };
}

/** Most samples over which the devices' filter correlates noise, as standard deviation. */
export const FILTER_SPREAD_MAX = 8 / 3;

/** Bandwidth of the noise, Hz; a fault if there is none, or if it is too low for the samples. */
function noiseBandwidth({ receiver, interval, note }: ReceiverSetting): number | undefined {
  if (receiver.bandwidth === undefined) {
    note(['bandwidth'], undefined, `a number > 0 (MHz)${usualRange([50, 2000])}: noise grows with the bandwidth`);
    return undefined;
  }
  const least = filterBandwidth(FILTER_SPREAD_MAX * interval);
  const bandwidth = receiver.bandwidth * 1e6;
  if (bandwidth >= least) return bandwidth;
  const expected = `at least ${round(least / 1e6)} (MHz) for noise in samples of ${round(1e-9 / interval)} GHz${usualRange([50, 2000])}; or fewer samples a second`;
  note(['bandwidth'], receiver.bandwidth, expected);
  return undefined;
}

/** Shot noise and the amplifier's. */
function diodeNoise(
  setting: ReceiverSetting,
  noise: NoiseDefinition,
  bandwidth: number,
  perJoule: number,
): ResolvedNoise {
  const { gain = 1, ionisation = SILICON_IONISATION, amplifier = 0, dark = 0 } = noise;
  const background = backgroundOf(setting, noise);
  const responsivity = responsivityOf(setting, noise, perJoule);
  if (responsivity === undefined) return { background, countsPerJoule: perJoule };
  const filtered = filterSpread(bandwidth) / setting.interval;
  const power = photodiodeNoise({
    responsivity,
    gain,
    ionisation,
    amplifier: amplifier * 1e-12,
    dark: dark * 1e-9,
    background,
    bandwidth,
  });
  return { noise: { ...power, filterSpread: filtered }, background, countsPerJoule: responsivity / ELECTRON_CHARGE };
}

/** ℛ = QE q λ / (h c), A/W. */
function responsivityOf({ note }: ReceiverSetting, noise: NoiseDefinition, perJoule: number): number | undefined {
  const { responsivity, quantumEfficiency } = noise;
  if (responsivity !== undefined && quantumEfficiency !== undefined)
    note(
      ['noise', 'quantumEfficiency'],
      quantumEfficiency,
      'no quantumEfficiency beside responsivity, which says the same',
    );
  if (responsivity !== undefined) return responsivity;
  if (quantumEfficiency !== undefined) return quantumEfficiency * ELECTRON_CHARGE * perJoule;
  const expected = `a number > 0 (A/W)${usualRange([0.2, 1])}, or quantumEfficiency${usualRange([0.1, 0.9])}; or a line of the data sheet: ${CLAIM_KEYS.join(', ')}`;
  note(['noise', 'responsivity'], undefined, expected);
  return undefined;
}

/** Light of the sun, W. */
function backgroundOf({ optics, note }: ReceiverSetting, { sun }: NoiseDefinition): number {
  if (sun === undefined) return 0;
  const { filter, fieldOfView, elevation, reflectance = SUNLIT_REFLECTANCE } = sun;
  if (sun.irradiance !== undefined && elevation !== undefined)
    note(['noise', 'sun', 'elevation'], elevation, 'no elevation beside irradiance, which says the same');
  if (filter === undefined) note(['noise', 'sun', 'filter'], undefined, `a number > 0 (nm)${usualRange([1, 100])}`);
  if (fieldOfView === undefined)
    note(['noise', 'sun', 'fieldOfView'], undefined, `a number > 0 (mrad)${usualRange([0.1, 10])}`);
  const irradiance = sun.irradiance ?? sunIrradiance(optics.wavelengthNm, elevation ?? TABLE_ELEVATION);
  if (irradiance === undefined)
    note(
      ['noise', 'sun', 'irradiance'],
      undefined,
      `a number >= 0 (W/m²/nm)${usualRange([0.1, 1.6])}; it is known near ${sunWavelengths()} nm, not at ${optics.wavelengthNm} nm`,
    );
  if (irradiance === undefined || filter === undefined || fieldOfView === undefined) return 0;
  return sunlightPower({ irradiance, reflectance, filterNm: filter, fieldOfView: fieldOfView * 1e-3 }, optics.receiver);
}

/** Noise and threshold with which a line of a data sheet holds. */
function claimNoise(
  { optics, response, interval, note }: ReceiverSetting,
  { range, reflectance, probability, falseAlarms }: NoiseDefinition,
  bandwidth: number,
): Pick<ResolvedNoise, 'noise' | 'threshold'> {
  if (range === undefined || reflectance === undefined || probability === undefined || falseAlarms === undefined) {
    const missing =
      CLAIM_KEYS.find((key) => ({ range, reflectance, probability, falseAlarms })[key] === undefined) ?? '';
    note(['noise', missing], undefined, `all of ${CLAIM_KEYS.join(', ')}, as the data sheet has them`);
    return {};
  }
  const most = bandwidth / Math.sqrt(3);
  const peak = receivedEnergy(optics, range, reflectance) * responsePeak(response);
  const claim = { peak, probability, falseAlarms, bandwidth, response, interval };
  const claimed = falseAlarms < most ? noiseOfClaim(claim) : undefined;
  if (claimed === undefined) {
    const expected = `fewer than the ${round(most)} crossings of 0 a second at this bandwidth${usualRange([0.1, 1e4])}`;
    note(['noise', 'falseAlarms'], falseAlarms, expected);
    return {};
  }
  const { noise, threshold } = claimed;
  return { noise: { constant: noise, perPower: 0, filterSpread: filterSpread(bandwidth) / interval }, threshold };
}

const round = (value: number): number => Number(value.toPrecision(3));
