import type { FuzzKind } from '../fuzz-kind.js';
import { cityjson } from './cities.js';
import { copc, las, lasCheck, laz } from './clouds.js';
import { commandLines } from './command-lines.js';
import { comparedClouds } from './compared-clouds.js';
import { gzip } from './compressed.js';
import { conversion, tableConversion } from './conversions.js';
import { fcd } from './fcd.js';
import { geoids } from './geoids.js';
import { clips, glbKind, gltf } from './gltf.js';
import { jpeg, ktx2, png, webp } from './images.js';
import { materialKinds } from './materials.js';
import { mtl, obj } from './obj.js';
import { off } from './off.js';
import { draco, meshopt } from './packed-meshes.js';
import { ply, stl } from './ply-stl.js';
import { pointKinds } from './point-tables.js';
import { asciiGrid, geotiff, virtualRaster } from './rasters.js';
import { crs } from './references.js';
import { scanner } from './scanners.js';
import { run, survey } from './surveys.js';
import { instances, pattern } from './tables.js';
import { trajectoryKinds } from './trajectories.js';
import { voxelKinds } from './voxels.js';
import { waveformKinds } from './waveforms.js';
import { xml } from './xml.js';

/** All kinds of input: the one place that lists them. */
export const FUZZ_KINDS: readonly FuzzKind[] = [
  ...[
    survey,
    run,
    xml,
    fcd,
    commandLines,
    crs,
    scanner,
    obj,
    mtl,
    gltf,
    clips,
    glbKind,
    draco,
    meshopt,
    ply,
    stl,
    off,
    cityjson,
    gzip,
  ],
  ...[
    png,
    jpeg,
    webp,
    ktx2,
    ...materialKinds,
    ...trajectoryKinds,
    geoids,
    geotiff,
    asciiGrid,
    virtualRaster,
    ...voxelKinds,
    instances,
    pattern,
    las,
    laz,
    lasCheck,
    conversion,
    tableConversion,
    copc,
    ...pointKinds,
    comparedClouds,
    ...waveformKinds,
  ],
];
