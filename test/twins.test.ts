import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

// `wasm/X.ts` and `wgsl/X.wgsl` (with `X.entry.wgsl`) are twins: equivalent functions have the same name in both.
// Functions of one side only are listed here with the reason.

const ROOT = resolve(import.meta.dirname, '..');

interface Exception {
  twin: string;
  /** Functions that only the CPU's text has. */
  cpu?: string;
  /** Functions that only the GPU's text has. */
  gpu?: string;
  why: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { twin: 'angles', cpu: 'twoTerms', gpu: 'plusTimes', why: 'coefficients from memory, four lanes; pinned rounding' },
  {
    twin: 'backscatter',
    cpu: 'forgetMaterial materialOf onlyMaterial ofMaterial firstCubicOf cellsPerRadian lastCell ofCubics bounded toWhole angles beginPulse fillAngles incidence alongAngle evaluate alongBoth inCell ofAzimuth',
    gpu: 'plusTimes4',
    why: 'four hits a vector, of one cell or of several; angles of a pulse at once',
  },
  { twin: 'blend', cpu: 'blendBlock', gpu: 'blend triangleOf', why: 'a block of four triangles; one of them' },
  {
    twin: 'boxes',
    cpu: 'enterChildren enterMixed fromNear fromFar isMixed touches',
    gpu: 'boxRayOf enterBox',
    why: 'a wedge; a ray',
  },
  {
    twin: 'bins',
    cpu: 'tile closeness',
    why: 'scratch memory; four hits a vector',
  },
  {
    twin: 'binStarts',
    cpu: 'placeStarts starts',
    gpu: 'binOf',
    why: 'starts are kept in scratch memory; an invocation has none and works them out again',
  },
  { twin: 'binPlaces', cpu: 'placeInBins', gpu: 'placeHit', why: 'places are kept in scratch memory' },
  { twin: 'drawBins', cpu: 'drawPulse', why: 'one pulse after the other' },
  { twin: 'cells', cpu: 'linear middleOfCells', why: 'a row of a matrix in memory; dotFixed; a way is module state' },
  {
    twin: 'medium',
    cpu: 'beginLeaves storeNormal',
    gpu: 'leafOf',
    why: 'all subrays of a pulse; hits of a pulse lie by field',
  },
  { twin: 'orient', cpu: 'intoScene alongColumn', why: 'columns of a matrix in memory; dotFixed' },
  { twin: 'deflectors/beam', cpu: 'setBeam turned', why: 'the shot is module state, and the beam' },
  { twin: 'deflectors/oscillate', cpu: 'strokeOf', why: 'of one of two shots' },
  {
    twin: 'deflectors/refract',
    cpu: 'bent',
    gpu: 'intoFlat',
    why: 'a coordinate of two beams; operations on F64 are spared where a normal has zeros',
  },
  {
    twin: 'bundle',
    cpu: 'closeBundles enterMover takeBundle takeInScene exitsAt takeInMesh',
    gpu: 'traceBundle beamOf boxInScene exitsAbout boxOf inversesOf enter mostStretch leaveMesh meetLeaf meetTriangle touchesCone meetSubray rayInHand keepStored farthestHit',
    why: 'one of a wedge, which walks; one that walks by itself',
  },
  {
    twin: 'clusters',
    cpu: 'recordCluster splitClusters sorted sortRanges',
    gpu: 'clusterEnd',
    why: 'the CPU sorts the ranges; the GPU looks for the next one',
  },
  { twin: 'digitiser', cpu: 'setGain', gpu: 'gainOf', why: 'an address; a record' },
  {
    twin: 'equations',
    cpu: 'firstBlock mixedBlock secondBlock ratioBlock savedAt storeRows entry setEntry stepOf alongColumns alongRow',
    why: 'rows of scratch memory; matrices',
  },
  { twin: 'exact', cpu: 'insideExactly setExit', why: 'the doubtful lanes of four' },
  {
    twin: 'exits',
    cpu: 'exitsOf lengthened excess addExcess addTo setUpward setExit setStart setStartOf',
    gpu: 'exitOf startOf',
    why: 'exits of a bundle are stored, one is module state',
  },
  {
    twin: 'extent',
    cpu: 'findEnd isMissed holdAll lanesBetween measureBetween least most',
    why: 'of four lanes; most pulses have no hit beyond their range, nor as many slices of foliage as there is room for',
  },
  { twin: 'frames', cpu: 'alongRowLinear', why: 'directions in f64' },
  { twin: 'frames', gpu: 'intoScene', why: 'three coordinates as a value' },
  { twin: 'gaussians', cpu: 'gaussianAt', why: 'scratch memory' },
  { twin: 'images', cpu: 'textureAt', gpu: 'imageRow storedUvMap', why: 'an address; words of an array' },
  { twin: 'mask', cpu: 'enterInstance beginOf cutOut', why: 'the instance is module state; a lane at a time' },
  {
    twin: 'nearest',
    cpu: 'selectNearest missAll expectFirst keepFirst farthest goesFirst numbersAt numberAt',
    why: 'hits of a bundle, in place',
  },
  { twin: 'knots', cpu: 'coordinateOf', why: 'numbers in memory' },
  {
    twin: 'moving',
    cpu: 'mapAgain sceneTimeOf storeColumn storeShift',
    gpu: 'takeTime moverRoot mapInHand',
    why: 'numbers and rows in memory; the time and the map of an invocation are its state',
  },
  { twin: 'noise', cpu: 'near', gpu: 'nearAt', why: 'scratch memory; vectors of a variable' },
  {
    twin: 'jitter',
    cpu: 'jittersOf fieldsOf evenNumbers normalNumbers',
    gpu: 'jittered jitterOf evenNumber normalNumber',
    why: 'three jitters a vector; one in a loop',
  },
  {
    twin: 'turns',
    cpu: 'setAngle crossOf storeVector',
    gpu: 'sineCosineOf',
    why: 'two numbers are module state, and a vector lies in lanes; crossFixed of double.wgsl',
  },
  {
    twin: 'misalign',
    cpu: 'setAngles misalignPulse',
    gpu: 'readingOf angleOfBeam errorsOf misaligned',
    why: 'two pulses side by side; records are changed field by field',
  },
  {
    twin: 'misread',
    cpu: 'misplace dotOf',
    gpu: 'misplaced',
    why: 'records are changed in place; dotFixed of double.wgsl',
  },
  { twin: 'normals', cpu: 'normalsOf', gpu: 'rootOfWord', why: 'four words a vector' },
  {
    twin: 'parts',
    cpu: 'begins ends partAt most',
    why: 'places are kept in scratch memory; an invocation has none',
  },
  {
    twin: 'clockPlaces',
    cpu: 'fractions placeHits reachesOf',
    gpu: 'placeHit',
    why: 'places are kept in scratch memory; an invocation has none and works them out again',
  },
  {
    twin: 'sample',
    cpu: 'recordPart',
    why: 'recordParts, a pass of its own on the GPU',
  },
  {
    twin: 'pose',
    cpu: 'forgetPose moveOn bisect betweenKnots levelBetweenKnots row alongX alongY alongZ',
    gpu: 'attitudeAt',
    why: 'knot and matrix are kept from pulse to pulse, as module state; rotateF64 of vectors.wgsl',
  },
  { twin: 'gate', gpu: 'openGate', why: 'drawn beforehand, since compilers repeat what is called in several places' },
  { twin: 'locate', cpu: 'moveToAxis placeAtHits', why: 'records are read and written field by field' },
  {
    twin: 'losses',
    cpu: 'openLosses countLoss isMet',
    gpu: 'markedHits',
    why: 'counted pulse after pulse, in a loop of its own; a mark of each, which sums count',
  },
  {
    twin: 'rangeError',
    cpu: 'deviationOf drawNoise',
    gpu: 'noiseOf',
    why: 'two echoes, a lane each; a field of memory',
  },
  {
    twin: 'perturb',
    cpu: 'shiftReturns renumber upper turnReturns component move',
    gpu: 'perturbed',
    why: 'records are read and written field by field, ranges first, then angles; both of a point at once',
  },
  {
    twin: 'pulse',
    cpu: 'isSilent placeOrigin storeAxis storeRight alongAxes turnedX turnedY single loadWords storeWords',
    gpu: 'rightOf vectorsInHead axesOf headAt',
    why: 'two pulses side by side; vectors of a pulse in a loop, without what does not turn',
  },
  { twin: 'random', gpu: 'stir logUniform circlePoint', why: 'f64 has logarithm, sine and cosine' },
  {
    twin: 'falloff',
    gpu: 'shareAt',
    why: 'all subrays of a pulse in one function, four a vector',
  },
  {
    twin: 'reflect',
    cpu: 'reflectAlike reflectAny reflectLeaves leavesOf sentEnergy cosineOf cosineAgainst',
    gpu: 'leavesEnergy energyBack',
    why: 'four hits a vector; all of a pulse in one loop where they lie on one material',
  },
  {
    twin: 'refine',
    cpu: 'isOnOneTriangle forgetTriangle keepIfOriginOf clearPadding refineFour refineSame signsTurned keep exitsAlongPlane upperTwo alongPlaneTwo lookUp blockInShape originInto measurePlane',
    gpu: 'refineHit fromPoint',
    why: 'the plane is kept from hit to hit, four hits at once',
  },
  {
    twin: 'returns',
    cpu: 'storePosition surfaceAt',
    why: 'records are written field by field',
  },
  { twin: 'returns', cpu: 'strongest', why: 'most echoes lie on one surface, which four lanes show at once' },
  {
    twin: 'slices',
    cpu: 'depths depthMoments numbers moveNumber ownerOf openSlices addToSlice addToSlices',
    why: 'scratch memory and fields of hits, four slices a vector; an invocation has arrays of its own',
  },
  {
    twin: 'turbid',
    cpu: 'listTouched touched groups placeInCells membersAt',
    gpu: 'fillSlices measureMedia',
    why: 'media that a pulse touches are listed in scratch memory, or looked for again',
  },
  {
    twin: 'shares',
    cpu: 'stretches leavePulses beamSquares spreadSquares nearPlane lanesInPlane squareOf dot',
    gpu: 'stretchOf middleOf isAnyWide beamSquare spreadSquare isInPlane',
    why: 'four hits a vector; one hit, and most pulses have none to stretch, which are spared storing it',
  },
  {
    twin: 'subray',
    cpu: 'setWeights drawLayout drawPlaces radiusOf drawnPlace setPlace combine',
    gpu: 'subrayDirection placeInBeam turnedPlace placeAt',
    why: 'all subrays of a pulse together',
  },
  { twin: 'sums', cpu: 'energiesBetween sumHits sumOffsets weighted totals', why: 'four hits a vector' },
  { twin: 'sums', cpu: 'isBetween', why: 'in hits.wgsl, which reads hits by field' },
  {
    twin: 'tangent',
    cpu: 'beginTangents setComponents followTextures inTangent acrossTangent column',
    gpu: 'tangentAt',
    why: 'components of four directions, without the tangents themselves',
  },
  { twin: 'texture', cpu: 'texturedHit', why: 'a lane at a time' },
  {
    twin: 'traverse',
    cpu: 'gatherGroup isNear narrow refineGroup isBlocked',
    why: 'groups of pulses; an invocation has one ray or one bundle',
  },
  {
    twin: 'triangles',
    cpu: 'dot3 length3 cross1 store3 storeTurned prepareBlock intersectBlock touchCone alongNormal intersectTriangles turnAround seeTriangles enterExtent normalOf x4 y4 z4 passTriangle meetPlane along lanesOf',
    gpu: 'rayOf edgesOf sideOf planeThrough intersectPlane distanceTo',
    why: 'four triangles, four subrays',
  },
  {
    twin: 'shapes',
    cpu: 'shareIn intervalIn shapeOf nodeStrideOf cornerStrideOf recordAt',
    gpu: 'rootOf',
    why: 'the interval of each pulse in memory; that of an invocation is its state',
  },
  {
    twin: 'shapeMaps',
    cpu: 'seeShape makeUvMap setCorner along',
    gpu: 'cornerAt vertexAt rowOf',
    why: 'the map of each pulse in memory, and a record that is made there; vectors',
  },
  {
    twin: 'walk',
    cpu: 'walkGroup walkInstances walkMovers enterNode walkInstance walkMover walkShape pulsesWithin walkMesh intersectLeaf intersectShape pushChildren',
    gpu: 'walk',
    why: 'a loop for each level, over the pulses of a wedge; one loop for both, of a ray or a bundle',
  },
  {
    twin: 'waveform',
    cpu: 'tile takeStretch',
    why: 'scratch memory; the exponential of one place from that of another',
  },
  { twin: 'wave', cpu: 'waveOf', why: 'an address' },
  { twin: 'trigonometry', gpu: 'inQuarter withSign sineOf', why: 'one of the polynomials may do' },
  {
    twin: 'vectors',
    cpu: 'zeroOf',
    gpu: 'rotateF64 swapAxes alongAxis withZeros plusZero',
    why: 'coordinates; arrays of F64',
  },
];

/** Texts that one device has alone. */
const ALONE = {
  // Maps of a wedge into the mesh of a mover, numbers of two neighbours, pulses that share a walk, the exponential
  // function, the recording of a block, pulses of wide footprints, those in work, data bound at the start.
  wasm: [
    'bind',
    'exponential',
    'fan',
    'group',
    'lanes',
    'local',
    'movers',
    'order',
    'pairs',
    'recording',
    'scratch',
    'twist',
    'wedge',
    'wide',
    'deflect.generated',
    'scene',
    'work',
    'addresses.generated',
    'index.generated',
    'records.generated',
  ],
  // Arithmetic that AssemblyScript has, a ray that walks by itself, texts that replace another in a pass, prefix sums,
  // places of subrays, sources of records.generated.
  wgsl: [
    'double',
    'double3',
    'float64',
    'doubt',
    'unmasked',
    'standing',
    'rigid',
    'unblended',
    'uvMaps',
    'noExits',
    'wholePulses',
    'quarterPulses',
    'ray',
    'nearMesh',
    'storeRaw',
    'traverseBundles',
    'listDoubts',
    'prefix',
    'places',
    'hits',
    'storeHits',
    'placeInBlock',
    'placeBlocks',
    'recordParts',
    'traverseExactly',
    'records',
  ],
};

const texts = (folder: 'wasm' | 'wgsl', ending: RegExp) => {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => ending.test(file)).map((file) => file.replaceAll('\\', '/').replace(ending, ''));
  return [...new Set(names)].filter((name) => !ALONE[folder].includes(name)).sort();
};

const cpuTexts = texts('wasm', /\.ts$/);
const gpuTexts = texts('wgsl', /(\.entry)?\.wgsl$/);

function functionsOf(paths: string[], pattern: RegExp): string[] {
  const existing = paths.map((path) => join(ROOT, path)).filter((path) => existsSync(path));
  return existing.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name));
}

/**
 * A deflector's own function is named after its file on the side that links all, and `deflect` on the one that links
 * one.
 */
const nameOf = (twin: string) => (name: string) => (twin === `deflectors/${name}` ? 'deflect' : name);

const cpuFunctions = (twin: string) =>
  functionsOf([`wasm/${twin}.ts`], /^(?:export )?function (\w+)/gm).map(nameOf(twin));
const gpuFunctions = (twin: string) => functionsOf([`wgsl/${twin}.wgsl`, `wgsl/${twin}.entry.wgsl`], /^fn (\w+)/gm);

function excepted(twin: string, side: 'cpu' | 'gpu'): string[] {
  return EXCEPTIONS.filter((row) => row.twin === twin).flatMap((row) => row[side]?.split(' ') ?? []);
}

it('has no data in the kernel that threads would write over one another', () => {
  const all = readdirSync(join(ROOT, 'wasm')).filter((name) => name.endsWith('.ts'));
  const written = all.filter((name) =>
    /memory\.data\(\s*\d|new StaticArray/.test(readFileSync(join(ROOT, 'wasm', name), 'utf8')),
  );
  expect(written).toEqual([]);
});

describe('twins', () => {
  it('has each text for both devices', () => {
    expect(cpuTexts).toEqual(gpuTexts);
  });

  it.each(cpuTexts)('names the functions of %s alike', (twin) => {
    const [cpu, gpu] = [cpuFunctions(twin), gpuFunctions(twin)];
    expect(cpu.filter((name) => !gpu.includes(name)).sort(), 'on the CPU only').toEqual(excepted(twin, 'cpu').sort());
    expect(gpu.filter((name) => !cpu.includes(name)).sort(), 'on the GPU only').toEqual(excepted(twin, 'gpu').sort());
  });
});
