import { describe, it } from 'vitest';
import { workplace } from '../e2e/subray.js';
import { expectCounts, readOthers } from './read-others.js';
import { ABSENT } from './sets.js';
import { gltfWitness } from './witnesses/gltf.js';
import { cityWitness, rasterWitness } from './witnesses/maps.js';
import { meshWitness } from './witnesses/meshes.js';

const place = workplace();

/** Reasons that any format of scenes has. */
const COMMON = {
  'no faces': /: the file has no faces|: all \d+ triangles have no area/,
  empty: /: the file is empty/,
};

describe.skipIf(ABSENT)(`scenes of others${ABSENT ? ` (${ABSENT})` : ''}`, () => {
  it('OBJ, OFF, STL and PLY', async () => {
    const repositories = [
      'mikedh/trimesh',
      'assimp/assimp',
      'WoLpH/numpy-stl',
      'tinyobjloader/tinyobjloader',
      'tudelft3d/val3dity',
      'PDAL/PDAL',
      'visgl/loaders.gl',
      'syoyo/tinygltf',
    ];
    const counts = await readOthers(
      place,
      { repositories, endings: /\.(obj|off|stl|ply)$/i },
      {
        reasons: {
          ...COMMON,
          'no numbers': /a line "v" takes three finite numbers/,
          'a corner that is not there': /a face refers to vertex -?\d+; the file has vertices/,
          'no vertices': /the header names no element "vertex"|its vertices have (no property z|a list)/,
          'another encoding': /found UTF-16, expected UTF-8/,
          damaged: /has fewer than \d+ corners|at least; \d+ are left|the header does not end|begins with a line "OFF"/,
        },
        witness: meshWitness,
      },
    );
    expectCounts(counts, {
      distinct: 256,
      read: 218,
      refused: {
        'no faces': 19,
        empty: 1,
        'no numbers': 2,
        'a corner that is not there': 6,
        'no vertices': 5,
        'another encoding': 1,
        damaged: 4,
      },
      witnessed: { triangles: 201, box: 191, points: 17 },
    });
  });

  it('glTF', async () => {
    const repositories = [
      'KhronosGroup/glTF-Validator',
      'assimp/assimp',
      'mikedh/trimesh',
      'syoyo/tinygltf',
      'donmccurdy/glTF-Transform',
      'visgl/loaders.gl',
    ];
    const counts = await readOthers(
      place,
      { repositories, endings: /\.(gltf|glb)$/i, hasOthersBeside: true },
      {
        reasons: {
          ...COMMON,
          'another version': /: is (glTF|GLB version) .*; version 2 is read/,
          'an extension': /requires \w+, which is not read/,
          'no data': /buffers\[\d+\] has no data|refers to ".*", which does not exist/,
          'cut off or damaged': /not a glTF (file|document)|it is cut off/,
          'what is not there': /refers to \w+\[-?\d+\], which does not exist|refers to vertex \d+; it has vertices/,
          'a loop of nodes': /is in the tree twice/,
          'no numbers': /takes \d finite numbers|coordinates must be finite|it takes a whole number/,
          'no joints': /has a skin, but no joints and weights/,
        },
        witness: gltfWitness,
      },
    );
    expectCounts(counts, {
      distinct: 540,
      read: 133,
      refused: {
        'no faces': 335,
        empty: 2,
        'another version': 12,
        'an extension': 3,
        'no data': 20,
        'cut off or damaged': 21,
        'what is not there': 7,
        'a loop of nodes': 3,
        'no numbers': 3,
        'no joints': 1,
      },
      witnessed: { triangles: 133, box: 108 },
    });
  });

  it('CityJSON and its sequences', async () => {
    const counts = await readOthers(
      place,
      { repositories: ['cityjson/cjio', 'tudelft3d/val3dity'], endings: /\.jsonl?$/i },
      {
        reasons: {
          ...COMMON,
          'another kind of JSON': /: JSON of the type "\w+"; expected CityJSON/,
          'another version': /CityJSON of the version "[\d.]+"; 1\.0, 1\.1 and 2\.0 are read/,
          'no JSON': /: is not valid JSON/,
          'a corner that is not there': /boundaries: vertex \d+; the file has vertices/,
        },
        witness: cityWitness,
      },
    );
    expectCounts(counts, {
      distinct: 61,
      read: 45,
      refused: {
        'no faces': 2,
        empty: 1,
        'another kind of JSON': 8,
        'another version': 1,
        'no JSON': 3,
        'a corner that is not there': 1,
      },
      witnessed: { box: 42, system: 13 },
    });
  });

  it('GeoTIFF', async () => {
    const counts = await readOthers(
      place,
      { repositories: ['rasterio/rasterio', 'PDAL/PDAL', 'visgl/loaders.gl'], endings: /\.tiff?$/i },
      {
        reasons: {
          'a picture': /the TIFF is a picture in colours/,
          turned: /the raster is turned, mirrored or without size/,
          'in degrees': /the raster is in degrees of longitude and latitude/,
          'without a place': /the TIFF does not say where it lies/,
          'no heights': /there is no surface/,
        },
        witness: rasterWitness,
      },
    );
    expectCounts(counts, {
      distinct: 40,
      read: 12,
      refused: { 'a picture': 20, turned: 4, 'in degrees': 2, 'without a place': 1, 'no heights': 1 },
      witnessed: { triangles: 12, box: 12, system: 9 },
    });
  });
});
