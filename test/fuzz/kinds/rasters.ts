import { deflated, geoKeys, geoTiff, HEIGHTS, samplesOf } from '../../scene/read/tiff-files.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

export const geotiff: FuzzKind = {
  name: 'geotiff',
  weight: 5,
  isText: false,
  dictionary: ['II*\0', 'MM\0*', '\x05\x00', '\x08\x00', '\x03\x00', '\xff\xff\xff\xff', 'nan'],
  seeds: () =>
    [
      geoTiff('f4', { tags: [[42113, 2, '-9999\0'], geoKeys({ 1024: 1, 1025: 1, 3072: 25832 })] }),
      geoTiff('i2', { littleEndian: false, tags: [[317, 3, [2]]] }),
      geoTiff('f8', { big: true }),
      geoTiff('f4', { compression: 8, blocks: [deflated(samplesOf('f4', HEIGHTS))], tags: [[317, 3, [3]]] }),
      geoTiff('u1', { compression: 32773, blocks: [Uint8Array.of(2, 1, 2, 3, 254, 4)] }),
      geoTiff('u1', {
        compression: 5,
        blocks: [Uint8Array.of(0x80, 0x00, 0x40, 0x40, 0x30, 0x20, 0x28, 0x18, 0x08, 0x08)],
      }),
      geoTiff('u2', {
        tags: [
          [258, 3, [16, 16]],
          [277, 3, [2]],
          [279, 4, [24]],
          [338, 3, [2]],
          [42112, 2, '<GDALMetadata><Item name="SCALE" sample="0" role="scale">0.1</Item></GDALMetadata>\0'],
        ],
        blocks: [samplesOf('u2', [1, 9, 2, 9, 3, 0, 4, 9, 5, 9, 6, 9])],
        nextBlock: Uint8Array.of(0xc0, 0xe0),
        next: [
          [254, 4, [4]],
          [256, 3, [3]],
          [257, 3, [2]],
          [258, 3, [1]],
          [273, 4, 'blocks'],
          [279, 4, [2]],
        ],
      }),
    ].map((bytes) => ({ file: 'dem.tif', bytes })),
  use: (bytes, file) => useScene(file, bytes),
};

export const asciiGrid: FuzzKind = {
  name: 'ascii-grid',
  weight: 5,
  isText: true,
  dictionary: [
    'ncols',
    'nrows',
    'xllcenter',
    'yllcenter',
    'dx',
    'dy',
    'cellsize',
    'NODATA_value',
    'nan',
    '-9999',
    '1e9',
  ],
  seeds: () =>
    [
      'ncols 3\nnrows 2\nxllcorner 9\nyllcorner 15\ncellsize 2\nNODATA_value -9999\n1 2 3\n4 5 6\n',
      'NCOLS 2\r\nNROWS 3\r\nXLLCENTER 474500\r\nYLLCENTER 5474500\r\nDX 1\r\nDY 2\r\n1 2\r\nnan 3.5\r\n4 -1e2',
    ].map((text) => textSeed('dem.asc', text)),
  use: (bytes, file) => useScene(file, bytes),
};

export const virtualRaster: FuzzKind = {
  name: 'vrt',
  weight: 5,
  isText: true,
  dictionary: ['<SimpleSource>', '</SimpleSource>', 'rasterXSize', 'NaN', '1e9', '<LUT>', '&lt;', '..', '-1'],
  seeds: () => [
    textSeed(
      'dem.vrt',
      `<VRTDataset rasterXSize="6" rasterYSize="2"><SRS>EPSG:25832</SRS><GeoTransform>9, 2, 0, 22, 0, -4</GeoTransform>
<VRTRasterBand band="1"><NoDataValue>-9999</NoDataValue><Scale>2</Scale><SimpleSource><SourceFilename relativeToVRT="1">tile.tif</SourceFilename>
<SrcRect xOff="0" yOff="0" xSize="3" ySize="2"/><DstRect xOff="0" yOff="0" xSize="3" ySize="2"/></SimpleSource></VRTRasterBand></VRTDataset>`,
    ),
  ],
  use: (bytes, file) => useScene(file, bytes, { 'tile.tif': geoTiff() }),
};
