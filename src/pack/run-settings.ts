import { needsShadows, type PointColoring } from '../cloud/shading/point-coloring.js';
import type { Feature } from '../device/features.js';
import {
  FIXED,
  GAUSSIAN_DISC,
  NO_COLORS,
  Run,
  SLICE_ROOM,
  TEXEL_AND_SHADOW_COLORS,
  TEXEL_COLORS,
  TURNED,
  UNIFORM_DISC,
} from '../device/records.generated.js';
import type { RunSettings } from '../device/run-settings.js';
import type { Footprint } from '../scanner/footprint.js';
import { isTurned, layoutCount } from '../scanner/footprint-layout.js';
import type { Physics } from '../scanner/physics.js';
import { subrayShare } from '../scanner/subray-share.js';
import type { DeviceMaterials } from './material-records.js';
import type { MediaKinds } from './pack-media.js';
import { RecordWriter } from './record-writer.js';

/** Inputs that hold for all legs of an instrument. */
export interface RunInput {
  footprint: Footprint;
  /** The most returns that any leg records per pulse. */
  maxReturns: number;
  /** Whether the beam of some leg is wide where it leaves the instrument; absent: all begin as points. */
  wideExit?: boolean;
  /** Materials at the instrument's wavelength: see `materialsAt`. */
  materials: DeviceMaterials;
  /**
   * The most samples of a pulse that any leg's sampling receiver records, or the most bins where these are
   * recorded; absent: none are.
   */
  samplesMax?: number;
  /** Whether returns are bins of a waveform, of which one subray may have several; absent: they are not. */
  bins?: boolean;
  /** Whether the host is handed these samples. */
  waveforms?: boolean;
  /** Absent: points have no colour. */
  colors?: PointColoring;
  /** Whether meshes of the scene have normals of their own; absent: none has. */
  normals?: boolean;
  /** Media of the scene; absent: it has none. */
  media?: MediaKinds;
  /** Whether the platform jitters; absent: it does not. */
  jitter?: boolean;
  /** Whether the instrument has systematic errors in some leg; absent: it has none. */
  systematicErrors?: boolean;
  /** Whether the true places of returns are asked for, as in the programs of all legs; absent: no. */
  truePlaces?: boolean;
  /** Model of the energy, as in the programs of all legs; absent: lidar. */
  energy?: Physics['energy'];
}

/** The settings of a run for the device. */
export function createRunSettings({
  footprint,
  maxReturns,
  wideExit = false,
  materials,
  samplesMax = 0,
  bins = false,
  waveforms = false,
  colors,
  normals = false,
  media = { drawn: false, turbid: false },
  jitter = false,
  systematicErrors = false,
  truePlaces = false,
  energy = 'lidar',
}: RunInput): RunSettings {
  const { subrays } = footprint;
  // A line meets leaves one by one, and so do subrays where HELIOS++'s rules ask for hits.
  const isTurbid = media.turbid && subrays > 1 && !bins && energy === 'lidar';
  const hitCount = subrays + (isTurbid ? SLICE_ROOM : 0);
  // Without noise a pulse cannot have more returns than hits, unless every bin may be one.
  const returnsMax = samplesMax > 0 || bins ? maxReturns : Math.min(maxReturns, hitCount);
  const features: Feature[] = [];
  if (colors !== undefined) features.push('colors');
  if (samplesMax > 0 && !bins) features.push('samples');
  if (samplesMax > 0 && waveforms) features.push('waveforms');
  if (wideExit && !isAxisAlone(footprint)) features.push('exits');
  if (energy !== 'lidar') features.push('falloff');
  if (normals) features.push('normals');
  if (media.drawn || (media.turbid && !isTurbid)) features.push('medium');
  if (isTurbid) features.push('turbid');
  if (jitter) features.push('jitter');
  if (systematicErrors) features.push('systematicErrors');
  if (truePlaces) features.push('truePlaces');
  const writer = new RecordWriter(Run.SIZE);
  writer.u32(Run.subrayCount, subrays);
  writer.u32(Run.hitCount, hitCount);
  writer.u32(Run.maxReturns, returnsMax);
  writer.u32(Run.pattern, patternOf(footprint));
  writer.u32(Run.layouts, layoutCount(footprint));
  writer.u32(Run.exits, features.includes('exits') ? 1 : 0);
  const { width, growth } = subrayShare(footprint);
  writer.f32(Run.shareWidth, width);
  writer.f32(Run.shareGrowth, growth);
  writer.u32(Run.falloff, features.includes('falloff') ? 1 : 0);
  writeColors(writer, colors);
  return {
    subrayCount: subrays,
    hitCount,
    maxReturns: returnsMax,
    samplesMax,
    features,
    buffers: { run: writer.buffer, ...materials },
  };
}

/** Whether the only subray is the axis, which leaves from the middle of the exit. */
const isAxisAlone = ({ pattern, subrays }: Footprint): boolean => pattern !== 'disc' && subrays === 1;

function patternOf(footprint: Footprint): number {
  if (footprint.pattern === 'disc') return footprint.weights === 'uniform' ? UNIFORM_DISC : GAUSSIAN_DISC;
  return isTurned(footprint) ? TURNED : FIXED;
}

/** The device's axes are those of the world. */
function writeColors(writer: RecordWriter, colors: PointColoring | undefined): void {
  const toSun = colors?.kind === 'shaded' ? colors.daylight.toSun : [0, 0, 0];
  toSun.forEach((coordinate, axis) => {
    writer.f32(Run.toSun + 4 * axis, coordinate);
  });
  const asked = colors && needsShadows(colors) ? TEXEL_AND_SHADOW_COLORS : TEXEL_COLORS;
  writer.u32(Run.colors, colors === undefined ? NO_COLORS : asked);
}
