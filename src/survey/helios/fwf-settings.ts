import type { XmlElement } from '../../base/xml/xml-element.js';
import { Attributes } from './attributes.js';
import type { HeliosReading } from './helios-reading.js';

/** HELIOS++'s settings of the waveform and of the rays of a pulse. */
export interface FwfSettings {
  /** Bin of the waveform, ns. */
  binSize: number;
  /** Rings of rays. */
  quality: number;
  /** Half width of the search for peaks, ns; absent: a quarter of the pulse's length. */
  winSize?: number;
  /** Longest waveform, ns; 0: unlimited. */
  maxRange: number;
}

/** Settings of a survey without the element: the window is 1 ns then. */
export const FWF_DEFAULTS: FwfSettings = Object.freeze({ binSize: 0.25, quality: 3, winSize: 1, maxRange: 0 });

/** Rings of more rays than any survey can have. */
const QUALITY_MAX = 36;

/** The settings of an element, those that it lacks from `base`. Absent element: `base`. */
export function readFwfSettings(
  reading: HeliosReading,
  element: XmlElement | undefined,
  base: FwfSettings | undefined,
): FwfSettings {
  if (element === undefined) return base ?? FWF_DEFAULTS;
  const attributes = new Attributes(reading, element);
  const { binSize, quality, maxRange, winSize } = base ?? { ...FWF_DEFAULTS, winSize: undefined };
  const settings = {
    binSize: attributes.number('binSize_ns', { unit: 'ns', above: 0, max: 1e3 }) ?? binSize,
    quality: attributes.whole('beamSampleQuality', { min: 1, max: QUALITY_MAX }) ?? quality,
    winSize: attributes.number('winSize_ns', { unit: 'ns', min: 0, max: 1e4 }) ?? winSize,
    maxRange: attributes.number('maxFullwaveRange_ns', { unit: 'ns', min: 0 }) ?? maxRange,
  };
  attributes.finish('apertureDiameter_m');
  return settings;
}
