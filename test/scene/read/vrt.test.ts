import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { VRT_MODEL } from '../../../src/scene/read/vrt/vrt-format.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';
import { geoKeys, geoTiff, HEIGHTS, type TiffTag } from './tiff-files.js';

const folder = temporaryFolder();
const area = (west: number): TiffTag[] => [geoKeys({ 1025: 1 }), [33922, 12, [0, 0, 0, west, 22, 0]]];
/** Two tiles of 3 × 2 pixels of 2 × 4 m, side by side. */
folder.write('tiles/west.tif', geoTiff('f4', { tags: area(9) }));
folder.write('tiles/east.tif', geoTiff('f4', { values: HEIGHTS.map((z) => z + 1.5), tags: area(15) }));

const source = (file: string, column: number, more = '', kind = 'SimpleSource') => `<${kind}>
      <SourceFilename relativeToVRT="1">${file}</SourceFilename><SourceBand>1</SourceBand>
      <SrcRect xOff="0" yOff="0" xSize="3" ySize="2"/><DstRect xOff="${column}" yOff="0" xSize="3" ySize="2"/>${more}
    </${kind}>`;
const TWO = source('tiles/west.tif', 0) + source('tiles/east.tif', 3);
const vrt = (sources = TWO, band = '', root = '') => `<VRTDataset rasterXSize="6" rasterYSize="2">
  ${root}<GeoTransform> 9, 2, 0, 22, 0, -4</GeoTransform>
  <VRTRasterBand dataType="Float32" band="1">${band}${sources}</VRTRasterBand>
</VRTDataset>`;

let files = 0;
async function read(text: string, log = keepingLog()) {
  const path = folder.write(`${files++}.vrt`, text);
  const model = await readModel(path, { files: nodeFiles, log });
  const corners = cornersOf(model.meshes[0]);
  const [xs, , zs] = [0, 1, 2].map((axis) =>
    [...new Set(corners.flat().map((corner) => corner[axis]))].toSorted((a, b) => a - b),
  );
  return { model, corners, xs, zs, path };
}
const fault = async (text: string) => String(await faultOf(read(text)));

describe('virtual rasters (VRT)', () => {
  it('are one surface without slits between their tiles, out to the edges', async () => {
    const { corners, xs, path } = await read(vrt());
    expect(xs).toEqual([9, 10, 12, 14, 16, 18, 20, 21]);
    expect(corners).toHaveLength(2 * 7 * 3);
    const row = corners.flat().filter(([, y]) => y === 20);
    expect(new Map(row.map(([x, , z]) => [x, z]))).toEqual(
      new Map([
        [9, 0.5],
        [10, 1],
        [12, 2],
        [14, 3],
        [16, 2.5],
        [18, 3.5],
        [20, 4.5],
        [21, 5],
      ]),
    );
    expect(await VRT_MODEL.count?.({ path, size: vrt().length }, { files: nodeFiles, log: keepingLog() })).toBe(
      2 * 7 * 3,
    );
  });

  it('lay later sources over earlier ones, and take the nearest heights of coarser ones', async () => {
    const coarse = source('tiles/west.tif', 0).replace(
      '<SrcRect xOff="0" yOff="0" xSize="3"',
      '<SrcRect xOff="0" yOff="0" xSize="1"',
    );
    const { corners } = await read(vrt(TWO + coarse));
    const row = new Map(corners.flat().flatMap(([x, y, z]) => (y === 20 ? [[x, z]] : [])));
    expect([10, 12, 14, 16].map((x) => row.get(x))).toEqual([1, 1, 1, 2.5]);
  });

  it('read values of no height, scale, offset and unit', async () => {
    expect((await read(vrt(TWO, '<NoDataValue>3</NoDataValue>'))).corners).toHaveLength(2 * 7 * 3 - 7);
    expect((await read(vrt(TWO, '<Offset>100</Offset><Scale>2</Scale><UnitType>cm</UnitType>'))).zs[3]).toBeCloseTo(
      1.03,
      1,
    );
    const complex = source(
      'tiles/west.tif',
      0,
      '<NODATA>1</NODATA><ScaleOffset>5</ScaleOffset><ScaleRatio>10</ScaleRatio>',
      'ComplexSource',
    );
    const { zs } = await read(vrt(complex));
    expect([zs.at(-1), zs.includes(15), zs.includes(25)]).toEqual([expect.any(Number), false, true]);
    const log = keepingLog();
    await read(vrt(TWO, '<UnitType>rods</UnitType>'), log);
    expect(log.warnings).toEqual([expect.stringContaining('the unit of its heights, "rods", is not known')]);
  });

  it('state their reference system', async () => {
    expect((await read(vrt(TWO, '', '<SRS>EPSG:25832</SRS>'))).model).toMatchObject({
      crs: 'EPSG:25832',
      unit: { metres: 1 },
    });
    expect((await read(vrt(TWO, '', '<SRS>odd</SRS>'))).model.crs).toBe('odd');
    expect(await fault(vrt(TWO, '', '<SRS>GEOGCS["WGS 84"]</SRS>'))).toContain('in degrees');
  });

  it.each([
    ['another class', vrt().replace('<VRTDataset', '<VRTDataset subClass="VRTWarpedDataset"'), 'VRTWarpedDataset'],
    ['computed sources', vrt(source('tiles/west.tif', 0, '', 'KernelFilteredSource')), 'found <KernelFilteredSource>'],
    ['no place', vrt().replace(/<GeoTransform>.*<.GeoTransform>/, ''), 'does not say where it lies'],
    ['a turned raster', vrt().replace('22, 0,', '22, 1,'), 'rows go east and columns south'],
    ['no sources', vrt(''), 'no sources'],
    ['another band', vrt(TWO.replace('<SourceBand>1', '<SourceBand>2')), 'the band 2 of a source'],
    ['a missing tile', vrt(source('tiles/gone.tif', 0)), 'which does not exist'],
    ['a file outside', vrt(source('../../etc/passwd', 0)), "outside the file's own folder"],
    ['an absolute path', vrt(source('/etc/passwd', 0)), "outside the file's own folder"],
    ['an address', vrt(source('/vsicurl/http://localhost/a.tif', 0)), "outside the file's own folder"],
    ['sources in turn', vrt(TWO.repeat(9)), 'come again, more than 8 times'],
    ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${vrt()}`, 'DOCTYPE'],
    ['a raster of itself', vrt(source('self.vrt', 0)), 'a VRT within a VRT'],
    ['10⁹ cells', vrt().replace('rasterXSize="6"', 'rasterXSize="500000000"'), 'has 1000000000 cells'],
    ['a size that is none', vrt().replace('rasterXSize="6"', 'rasterXSize="x"'), 'found rasterXSize "x"'],
    ['many sources over each other', vrt(source('tiles/west.tif', 0).repeat(50_001)), 'has 50001 sources'],
  ])('refuse %s', async (_, text, message) => {
    folder.write('self.vrt', vrt());
    expect(await fault(text)).toContain(message);
  });
});
