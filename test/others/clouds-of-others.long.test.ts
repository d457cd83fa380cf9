import { describe, it } from 'vitest';
import { workplace } from '../e2e/subray.js';
import { expectCounts, readOthers } from './read-others.js';
import { ABSENT } from './sets.js';
import { lasWitness } from './witnesses/las.js';
import { e57Witness, pcdWitness, tableWitness } from './witnesses/tables.js';

const place = workplace();

describe.skipIf(ABSENT)(`clouds of others${ABSENT ? ` (${ABSENT})` : ''}`, () => {
  it('LAS, LAZ and COPC', async () => {
    const repositories = [
      'PDAL/PDAL',
      'laspy/laspy',
      'LASzip/LASzip',
      'libLAS/libLAS',
      'hobuinc/laz-perf',
      'gadomski/las-rs',
      'laz-rs/laz-rs',
      'connormanning/copc.js',
      'r-lidar/lidR',
      'r-lidar/rlas',
      'visgl/loaders.gl',
      'CloudCompare/CloudCompare',
    ];
    const counts = await readOthers(
      place,
      { repositories, endings: /\.la[sz]$/i },
      {
        reasons: {
          'an unknown version of LAS': /LAS version [\d.]+; 1\.0 to 1\.4 can be read/,
          'compressed waveforms': /point format [45], compressed: such points with waveforms can be read from LAS/,
          'compressed by LASzip 1': /points compressed in one piece, as LASzip 1 did/,
          'an unknown compression': /: (compressor|coder|compressed items|compression of version) \d+/,
          'cut off': /the header announces \d+ points, the file holds \d+$/m,
        },
        witness: lasWitness,
      },
    );
    expectCounts(counts, {
      distinct: 194,
      read: 177,
      refused: {
        'an unknown version of LAS': 5,
        'compressed waveforms': 3,
        'compressed by LASzip 1': 3,
        'an unknown compression': 3,
        'cut off': 3,
      },
      witnessed: { points: 177, box: 125, sums: 125, colours: 51, system: 115, returns: 149 },
    });
  });

  it('PCD', async () => {
    const counts = await readOthers(
      place,
      { repositories: ['PointCloudLibrary/data', 'PDAL/PDAL', 'visgl/loaders.gl'], endings: /\.pcd$/i },
      {
        reasons: { 'a damaged header': /the header has no line/, 'no number': /expected a number/ },
        witness: pcdWitness,
      },
    );
    expectCounts(counts, {
      distinct: 189,
      read: 187,
      refused: { 'a damaged header': 1, 'no number': 1 },
      witnessed: { points: 187, box: 184 },
    });
  });

  it('E57', async () => {
    const repositories = ['asmaloney/libE57Format-test-data', 'cry-inc/e57', 'davidcaron/pye57', 'PDAL/PDAL'];
    const counts = await readOthers(
      place,
      { repositories, endings: /\.e57$/i },
      { reasons: { 'a wrong sum': /the sum of the page at byte \d+ is wrong/ }, witness: e57Witness },
    );
    expectCounts(counts, { distinct: 40, read: 38, refused: { 'a wrong sum': 2 }, witnessed: { points: 38 } });
  });

  it('text, PTS, PTX, NPY and Parquet', async () => {
    const counts = await readOthers(
      place,
      {
        repositories: ['PDAL/PDAL', 'mikedh/trimesh', 'visgl/loaders.gl', 'MichaelGrupp/evo'],
        endings: /\.(txt|xyz|csv|pts|ptx|npy|parquet|tum)$/i,
      },
      {
        reasons: {
          'no cloud: no columns x, y, z':
            /there is no (column )?x?(, )?y?(, )?z?( of numbers)?; (the columns are|it has)/,
          'no cloud: an array of other axes': /found an array of \d axes, expected a row for every point/,
          'no number': /expected (a number|\d numbers)/,
          'poses, not points': /rows of \d+ numbers that are .*, not points|: a trajectory/,
          damaged: /its footer cannot be read/,
        },
        witness: tableWitness,
      },
    );
    expectCounts(counts, {
      distinct: 149,
      read: 53,
      refused: {
        'no cloud: no columns x, y, z': 78,
        'no cloud: an array of other axes': 2,
        'no number': 2,
        damaged: 1,
        'poses, not points': 13,
      },
      witnessed: { points: 53, box: 4 },
    });
  });
});
