import type { HostBuffers } from '../device/buffers.js';
import { Cubic, Material } from '../device/records.generated.js';
import { backscatterAt } from '../material/backscatter-at.js';
import { type BackscatterCubics, createCubics, type Interpolation } from '../material/backscatter-cubics.js';
import { backscatterOfLeaves } from '../material/backscatter-of-leaves.js';
import { limitedGain } from '../material/picture-gain.js';
import type { Scattering } from '../material/scattering.js';
import type { Physics } from '../scanner/physics.js';

/** Material records, and the Cubic records to which they refer. */
export type DeviceMaterials = Pick<HostBuffers<'run'>, 'materials' | 'cubics'>;

/** Source of a material's records. */
export interface MaterialSource {
  scattering: Scattering;
  /** Factor of all backscatter, at white texels of its picture of reflectances; absent: 1. */
  gain?: number;
}

/**
 * Device records of materials at one wavelength, in order. Materials with the same scattering object share their
 * cubics. With incidence `perpendicular`, surfaces reflect at every angle as at a right one.
 */
export function createMaterialRecords(
  sources: readonly MaterialSource[],
  wavelengthNm: number,
  interpolation: Interpolation,
  incidence: Physics['incidence'] = 'surface',
): DeviceMaterials {
  const known = new Map<Scattering, BackscatterCubics>();
  for (const { scattering } of sources) {
    if (known.has(scattering)) continue;
    const cubics = createCubics(backscatterAt(scattering, wavelengthNm), interpolation);
    known.set(scattering, incidence === 'perpendicular' ? atNormal(cubics) : cubics);
  }
  const lists = sources.map(({ scattering, gain = 1 }) => {
    const plain = known.get(scattering) as BackscatterCubics;
    return gain === 1 ? plain : timesGain(plain, limitedGain(scattering, gain, wavelengthNm));
  });
  const { cubics, starts } = packCubics([...new Set([...known.values(), ...lists])]);
  const view = new DataView(new ArrayBuffer(sources.length * Material.SIZE));
  lists.forEach((own, m) => {
    const at = m * Material.SIZE;
    view.setUint32(at + Material.firstCubic, starts.get(own) as number, true);
    view.setUint32(at + Material.thetaCells, own.thetaCells, true);
    view.setUint32(at + Material.phiCells, own.phiCells, true);
    view.setUint32(at + Material.weighted, own.weighted ? 1 : 0, true);
    view.setFloat32(at + Material.ofLeaves, backscatterOfLeaves(own), true);
  });
  return { materials: view.buffer, cubics };
}

/** Everywhere as along the normal, where the cosine is 1: weighted by it in advance, so that the device does not. */
function atNormal({ coefficients, phiCells }: BackscatterCubics): BackscatterCubics {
  // The constant of the first cell, of its last cubic where there are four.
  const value = coefficients[phiCells === 0 ? 3 : 15];
  return { coefficients: Float64Array.of(0, 0, 0, value), thetaCells: 1, phiCells: 0, weighted: true };
}

const timesGain = (cubics: BackscatterCubics, gain: number): BackscatterCubics => ({
  ...cubics,
  coefficients: cubics.coefficients.map((coefficient) => coefficient * gain),
});

/** All cubics one after the other, and the number of each list's first. */
function packCubics(lists: readonly BackscatterCubics[]): {
  cubics: ArrayBuffer;
  starts: Map<BackscatterCubics, number>;
} {
  const words = Cubic.SIZE / 4;
  const starts = new Map<BackscatterCubics, number>();
  let total = 0;
  for (const list of lists) {
    starts.set(list, total);
    total += list.coefficients.length / words;
  }
  const floats = new Float32Array(total * words);
  for (const [{ coefficients }, start] of starts) floats.set(coefficients, start * words);
  return { cubics: floats.buffer, starts };
}
