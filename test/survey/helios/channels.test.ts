import { describe, expect, it } from 'vitest';
import { convertHelios, leg, vz400 } from '../../support/helios-survey.js';

/** Two channels, the second with settings of its own. */
const scannerOf = (second = '', settings = '') =>
  vz400(`${settings}<channels><channel id="a"/><channel id="b" ${second}/></channels>`);

interface Scanner {
  divergence: { mrad: number };
  detection: Record<string, unknown> & { bins: Record<string, number> };
  deflector: { channels: unknown[] };
}

async function scannersOf(scanner: string, rest: object = {}, physics: 'helios' | 'si' = 'helios') {
  const { value, quirks } = await convertHelios({ scanner, ...rest }, { physics });
  const all: { scanner: Scanner }[] = value.scanners ?? [value];
  return { scanners: all.map((each) => each.scanner), quirks: quirks.map(({ quirk }) => quirk), legs: value.legs };
}

describe('channels of a scanner of HELIOS++', () => {
  it('are one scanner where they differ in nothing', async () => {
    const { scanners, quirks } = await scannersOf(scannerOf());
    expect(scanners.map(({ deflector }) => deflector.channels.length)).toEqual([2]);
    expect(quirks).not.toContain(6);
  });

  it('have divergences and accuracies of their own', async () => {
    const { scanners, quirks } = await scannersOf(scannerOf('beamDivergence_rad="0.002" accuracy_m="0.5"'), {}, 'si');
    expect(scanners.map(({ divergence }) => divergence.mrad)).toEqual([0.3, 2]);
    expect(scanners.map(({ detection }) => detection.rangeNoise)).toEqual([0.005, 0.5]);
    expect(quirks).not.toContain(6);
  });

  const settings = '<FWFSettings binSize_ns="0.5"/><detectorSettings accuracy_m="0.1" rangeMin_m="7"/>';

  it('have the settings of the survey in the first only, as in HELIOS++; with si all have them', async () => {
    const { scanners, quirks } = await scannersOf(scannerOf(), { settings });
    expect(scanners.map(({ detection }) => [detection.rangeMin, detection.bins.size])).toEqual([
      [7, 0.5],
      [1.5, 0.25],
    ]);
    expect(scanners.map(({ detection }) => Number(detection.rangeNoise) / Math.SQRT2)).toEqual([
      expect.closeTo(0.1, 9),
      expect.closeTo(0.005, 9),
    ]);
    expect(quirks).toContain(6);
    const native = await scannersOf(scannerOf(), { settings }, 'si');
    expect(native.scanners.map(({ detection }) => detection.rangeMin)).toEqual([7]);
    expect(native.quirks).not.toContain(6);
  });

  it('have the divergence of a leg in the first only, as in HELIOS++', async () => {
    const legs = leg('x="1"') + leg('x="1"', 'beamDivergence_rad="0.001"');
    const changed = async (physics: 'helios' | 'si') => (await scannersOf(scannerOf(), { legs }, physics)).legs;
    const divergence = { mrad: 1, convention: 'half-1/e2' };
    expect(await changed('helios')).toMatchObject([{}, { scanners: { 's-0': { divergence }, 's-1': {} } }]);
    expect(await changed('si')).toMatchObject([{}, { scanner: { divergence } }]);
  });

  it('look for peaks in a quarter of 4 ns, whatever their pulses, as in HELIOS++', async () => {
    // The element is there, without a window: a quarter of the pulse's length.
    const fwf = '<FWFSettings binSize_ns="0.25"/>';
    expect((await scannersOf(scannerOf('', fwf))).scanners[0].detection.bins.window).toBe(1);
    expect((await scannersOf(vz400(fwf))).scanners[0].detection.bins.window).toBe(1.25);
  });
});
