import { describe, expect, it } from 'vitest';
import { cloudEndings } from '../../src/io/clouds/cloud-formats.js';
import { PRODUCT_KEYS } from '../../src/products/index.js';
import { LEG_KINDS } from '../../src/survey/legs/index.js';
import { loadFailure, surveyText } from './survey-file.js';

/** The keys of a station in their order, as messages list them. */
const KEYS_OF_A_STATION = Object.keys(LEG_KINDS.station.schema.shape).join(', ');

/** An instrument that is described whole, but for its numbers. */
const WHOLE =
  'scanner:\n  id: mine\n  name: Mine\n  deflector: { kind: line, pulseRate: 1e4, halfAngle: 12, fibres: 128 }';

/**
 * Sections that replace those of the minimal survey, and the message they must give. Line numbers count the minimal
 * survey's lines.
 */
const BAD: [name: string, sections: Record<string, string>, message: string][] = [
  [
    'an option of another format',
    { output: 'output: [ { file: cloud.csv, pointFormat: 7 } ]' },
    'survey.yaml:4:43: output[0].pointFormat: found 7, expected a file that ends in .las, .laz, .copc.laz with it',
  ],
  [
    'a scale of another format',
    { output: 'output: [ { file: cloud.ply, scale: 0.001 } ]' },
    'survey.yaml:4:37: output[0].scale: found 0.001, expected a file that ends in .las, .laz, .copc.laz with it',
  ],
  [
    'a file for each leg without a place for its name',
    { output: 'output: [ { file: cloud.csv, by: leg } ]' },
    'survey.yaml:4:19: output[0].file: found "cloud.csv", expected a path with %s for the name of the leg, or %03d for its number, as it has a file for each',
  ],
  [
    'files of legs that are called alike',
    {
      legs: 'legs: [ { name: a, position: [0, 0, 1] }, { name: a, position: [1, 0, 1] } ]',
      output: 'output: [ { file: "%s.csv", by: leg } ]',
    },
    'survey.yaml:4:19: output[0].file: found "%s.csv", expected %03d beside %s, as several legs are called "a"',
  ],
  [
    'a file called like a path',
    {
      legs: 'legs: [ { strip: ../a, position: [0, 0, 1] } ]',
      output: 'output: [ { file: "%s.csv", by: strip } ]',
    },
    'survey.yaml:4:19: output[0].file: found "%s.csv", expected %03d instead of %s, as the strip "../a" has no name for a file',
  ],
  [
    'more files of legs than can be open',
    {
      scanner: 'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16 } ]',
      legs: `legs: [ ${'{ position: [0, 0, 1] }, '.repeat(257)} ]`,
      output: 'output: [ { file: "%d.csv", by: leg } ]',
    },
    'survey.yaml:4:33: output[0].by: found "leg", expected at most 256 files that are written at once: of several scanners, or strips whose legs are apart, all are',
  ],
  [
    'a file for each laser without a place for its number',
    { output: 'output: [ { file: "%s.csv", by: leg+channel } ]' },
    'survey.yaml:4:19: output[0].file: found "%s.csv", expected a path with %c for the number of the laser, as it has a file for each',
  ],
  [
    'pulses of legs without a place for their name',
    { pulses: 'pulses: { file: p.txt, by: strip }' },
    'survey.yaml:5:17: pulses.file: found "p.txt", expected a path with %s for the name of the strip, or %03d for its number, as it has a file for each',
  ],
  [
    'waveforms of legs of another ending',
    { physics: 'physics: { echoes: bins }', waveforms: 'waveforms: { file: "%s.csv", by: leg }' },
    'survey.yaml:6:20: waveforms.file: found "%s.csv", expected a path that ends in .npz or .txt',
  ],
  [
    'noise of bins in another file than of text',
    { physics: 'physics: { echoes: bins }', waveforms: 'waveforms: { file: a.npz, noise: 1 }' },
    'survey.yaml:6:34: waveforms.noise: found 1, expected a file that ends in .txt with it',
  ],
  [
    'more files of pulses than can be open',
    {
      scanner: 'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: velodyne-vlp-16 } ]',
      legs: `legs: [ ${'{ position: [0, 0, 1] }, '.repeat(257)} ]`,
      pulses: 'pulses: { file: "%d.csv", by: leg }',
    },
    'survey.yaml:5:31: pulses.by: found "leg", expected at most 256 files that are written at once: of several scanners, or strips whose legs are apart, all are',
  ],
  [
    'a trajectory of another ending',
    { trajectories: 'trajectories: { file: way.gpx }' },
    'survey.yaml:5:23: trajectories.file: found "way.gpx", expected a path that ends in .csv, .tum, .txt or .sbet',
  ],
  [
    'more poses than can be read',
    {
      legs: 'legs: [ { position: [0, 0, 1], duration: 1e4 } ]',
      trajectories: 'trajectories: { file: a.csv, interval: 0.0005 }',
    },
    'survey.yaml:5:40: trajectories.interval: found 0.0005, expected a longer one: a file would have 20000001 poses, at most 16777216 are possible',
  ],
  [
    'fields beside those of HELIOS++',
    { output: 'output: [ { file: cloud.las, layout: helios, fields: all } ]' },
    'survey.yaml:4:54: output[0].fields: found "all", expected none beside layout: helios, which has its own',
  ],
  [
    'a layout of other formats',
    { output: 'output: [ { file: cloud.ply, layout: helios } ]' },
    'survey.yaml:4:38: output[0].layout: found "helios", expected a file that ends in .las, .laz, .copc.laz, .xyz with it',
  ],
  [
    'a layout of HELIOS++ in LAS 1.2',
    { output: 'output: [ { file: cloud.las, pointFormat: 3, layout: helios } ]' },
    'survey.yaml:4:43: output[0].pointFormat: found 3, expected 6, 7 or 8 with layout',
  ],
  [
    'a choice of fields that is none',
    { output: 'output: [ { file: cloud.las, fields: most } ]' },
    'survey.yaml:4:38: output[0].fields: found "most", expected minimal, standard, all, riegl, or a list of fields such as [intensity, range]',
  ],
  [
    'an amplitude that the receiver does not measure',
    { output: 'output: [ { file: cloud.las, fields: [range, amplitude] } ]' },
    'survey.yaml:4:46: output[0].fields[1]: found "amplitude", expected a detector with sampling, or physics: { echoes: bins }, in the survey with it',
  ],
  [
    'colours that the survey does not have',
    { output: 'output: [ { file: cloud.las, fields: [rgb] } ]' },
    'survey.yaml:4:39: output[0].fields[0]: found "rgb", expected colors in the survey with it',
  ],
  [
    'a field of frames in another cloud',
    { output: 'output: [ { file: cloud.las, fields: [ring] } ]' },
    'survey.yaml:4:39: output[0].fields[0]: found "ring", expected frames with it; points of other clouds have none',
  ],
  [
    'pulses of another ending',
    { pulses: 'pulses: pulses.las' },
    'survey.yaml:5:9: pulses: found "pulses.las", expected a path that ends in .csv, .txt, .npz or .parquet',
  ],
  [
    'negative speed',
    { legs: 'legs:\n  - from: [0, 0, 2]\n    to: [9, 0, 2]\n    speed: -3' },
    'survey.yaml:6:12: legs[0].speed: found -3, expected a number >= 0.000001 and <= 10000 (m/s)',
  ],
  [
    'no time to scan',
    { legs: 'legs: [ { position: [0, 0, 1], duration: 1e-320 } ]' },
    'survey.yaml:3:42: legs[0].duration: found 1e-320, expected a number >= 0.000001 and <= 1000000 (s)',
  ],
  [
    'text for a number',
    { seed: 'seed: many' },
    'survey.yaml:5:7: seed: found "many", expected a whole number >= 0 and <= 9007199254740991',
  ],
  [
    'fraction for a whole number',
    { seed: 'seed: 1.5' },
    'survey.yaml:5:7: seed: found 1.5, expected a whole number >= 0 and <= 9007199254740991',
  ],
  [
    'not a number',
    { legs: 'legs: [ { position: [0, .nan, 1] } ]' },
    'survey.yaml:3:25: legs[0].position[1]: found NaN, expected a number >= -100000000 and <= 100000000 (m)',
  ],
  [
    'infinite number',
    { legs: 'legs: [ { position: [0, 0, .inf] } ]' },
    'survey.yaml:3:28: legs[0].position[2]: found Infinity, expected a number >= -100000000 and <= 100000000 (m)',
  ],
  [
    'two coordinates',
    { legs: 'legs: [ { position: [0, 0] } ]' },
    'survey.yaml:3:21: legs[0].position: found a list of 2, expected a list of 3 numbers (m)',
  ],
  [
    'unknown key',
    { sed: 'sed: 1' },
    `survey.yaml:5:1: sed: unknown key; did you mean "seed"? allowed: name, seed, crs, startTime, scene, scanner, scanners, mount, platform, legs, footprint, detector, atmosphere, intensity, radiometry, physics, colors, jitter, poseError, restrict, coordinates, ${PRODUCT_KEYS.join(', ')}, epochs`,
  ],
  [
    'unknown key of a leg',
    { legs: 'legs: [ { position: [0, 0, 1], headng: 90 } ]' },
    `survey.yaml:3:32: legs[0].headng: unknown key; did you mean "heading"? allowed: ${KEYS_OF_A_STATION}`,
  ],
  [
    'station with a speed',
    { legs: 'legs: [ { position: [0, 0, 1], speed: 1 } ]' },
    `survey.yaml:3:32: legs[0].speed: unknown key; allowed: ${KEYS_OF_A_STATION}`,
  ],
  [
    'missing section',
    { legs: '' },
    `survey.yaml:1:1: legs: missing, expected a list of 1 to 65535: stations and paths of the platform`,
  ],
  [
    'no legs',
    { legs: 'legs: []' },
    'survey.yaml:3:7: legs: found an empty list, expected a list of 1 to 65535: stations and paths of the platform',
  ],
  [
    'empty value',
    { legs: 'legs:' },
    'survey.yaml:3:6: legs: found nothing, expected a list of 1 to 65535: stations and paths of the platform',
  ],
  [
    'path without an end',
    { legs: 'legs: [ { from: [0, 0, 1], speed: 1 } ]' },
    'survey.yaml:3:9: legs[0].to: missing, expected a list of 3 numbers (m)',
  ],
  [
    'path of no length',
    { legs: 'legs: [ { from: [1, 2, 3], to: [1, 2, 3], speed: 1 } ]' },
    'survey.yaml:3:32: legs[0].to: found a list of 3, expected a point other than from',
  ],
  [
    'day that no calendar has',
    { startTime: 'startTime: 2024-02-30T00:00:00Z' },
    'survey.yaml:5:12: startTime: found "2024-02-30T00:00:00Z", expected a moment with its time zone, such as "2025-01-01T00:00:00Z"',
  ],
  [
    'key that JavaScript reserves',
    { seed: 'seed: { __proto__: 70 }' },
    'survey.yaml:5:9: __proto__: unknown key, since JavaScript reserves it: choose another name',
  ],
  [
    'sector without an angle',
    { legs: 'legs: [ { position: [0, 0, 1], azimuth: [90, 90] } ]' },
    'survey.yaml:3:46: legs[0].azimuth[1]: found 90, expected an angle other than the first (deg)',
  ],
  [
    'sector of more turns than a head may make',
    { legs: 'legs: [ { position: [0, 0, 1], azimuth: [-10, 36000] } ]' },
    'survey.yaml:3:47: legs[0].azimuth[1]: found 36000, expected at most 100 turns, 36000 from the first angle (deg)',
  ],
  [
    'start and pause',
    { legs: 'legs: [ { position: [0, 0, 1], startTime: 5, pause: 1 } ]' },
    'survey.yaml:3:53: legs[0].pause: found 1, expected either startTime or pause, not both',
  ],
  [
    'unknown scanner',
    { scanner: 'scanner: velodyne-vlp16' },
    'survey.yaml:2:10: scanner: found "velodyne-vlp16", expected a scanner of the catalogue; did you mean "velodyne-vlp-16"?',
  ],
  [
    'scanner as a number',
    { scanner: 'scanner: 16' },
    'survey.yaml:2:10: scanner: found 16, expected the id of a scanner, a map with id and replacements, or a full description',
  ],
  [
    'override of another deflector',
    { scanner: 'scanner: { id: velodyne-vlp-16, verticalStep: 0.1 }' },
    'survey.yaml:2:47: scanner.verticalStep: found 0.1, expected no such key: velodyne-vlp-16 is a spinning scanner (rotationRate)',
  ],
  [
    'pulse rate that is not offered',
    { scanner: 'scanner: { id: riegl-vz-400, pulseRate: 200000 }' },
    'survey.yaml:2:41: scanner.pulseRate: found 200000, expected one of 100000, 300000 (Hz)',
  ],
  [
    'zero pulse rate',
    { scanner: 'scanner: { id: riegl-vz-400, pulseRate: 0 }' },
    'survey.yaml:2:41: scanner.pulseRate: found 0, expected a number > 0 and <= 100000000 (Hz)',
  ],
  [
    'negative range',
    { detector: 'detector: { rangeMin: -1 }' },
    'survey.yaml:5:23: detector.rangeMin: found -1, expected a number >= 0 and <= 100000 (m)',
  ],
  [
    'minimum above maximum',
    { detector: 'detector: { rangeMin: 20, rangeMax: 10 }' },
    'survey.yaml:5:23: detector.rangeMin: found 20, expected less than rangeMax, which is 10 (m)',
  ],
  [
    "maximum below the scanner's minimum",
    { detector: 'detector: { rangeMax: 0.1 }' },
    'survey.yaml:5:23: detector.rangeMax: found 0.1, expected more than rangeMin, which is 0.4 (m)',
  ],
  [
    'a range resolution of peaks',
    { detector: 'detector: { rangeResolution: 0.3 }' },
    'survey.yaml:5:30: detector.rangeResolution: found 0.3, expected no rangeResolution without method: clusters; peaks are as near as the pulse lets them',
  ],
  [
    'an unknown method',
    { detector: 'detector: { method: gaps }' },
    'survey.yaml:5:21: detector.method: found "gaps", expected one of: peaks, clusters',
  ],
  [
    'two limits of detection',
    { detector: 'detector: { minPower: 1.0e-9, minEnergy: 1.0e-18 }' },
    'survey.yaml:5:23: detector.minPower: found 1e-9, expected no minPower beside minEnergy: only one of sensitivity, minEnergy, minPower sets the weakest return',
  ],
  [
    'a limit above the pulse',
    { detector: 'detector: { minPower: 900 }' },
    'survey.yaml:5:23: detector.minPower: found 900, expected less than the 157 W of a whole pulse, usually 1e-10 to 0.0001',
  ],
  [
    'no whole ring',
    { footprint: 'footprint: { subrays: 20 }' },
    'survey.yaml:5:23: footprint.subrays: found 20, expected a number of whole rings (1, 7, 19, 37, 62, …; nearest 19 or 37)',
  ],
  [
    'no whole ring, near the most subrays',
    { footprint: 'footprint: { subrays: 4096 }' },
    'survey.yaml:5:23: footprint.subrays: found 4096, expected a number of whole rings (1, 7, 19, 37, 62, …; nearest 3941)',
  ],
  [
    'unknown word',
    { footprint: 'footprint: { pattern: square }' },
    'survey.yaml:5:23: footprint.pattern: found "square", expected one of: rings, disc, helios',
  ],
  [
    'scale without its number',
    { intensity: 'intensity: { scale: linear }' },
    'survey.yaml:5:12: intensity.full: missing, expected a number > 0 and <= 10 (J)',
  ],
  [
    'unknown scale',
    { intensity: 'intensity: { scale: decibel }' },
    'survey.yaml:5:21: intensity.scale: found "decibel", expected a map whose scale is amplitude, reflectance, linear, hdl32e or hable',
  ],
  [
    'unknown platform',
    { platform: 'platform: tripot' },
    'survey.yaml:5:11: platform: found "tripot", expected a platform of the catalogue; did you mean "tripod"?',
  ],
  [
    'unknown unit',
    { scene: 'scene: { parts: [ { file: a.obj, unit: furlong } ] }' },
    'survey.yaml:1:40: scene.parts[0].unit: found "furlong", expected one of m, cm, mm, km, ft, in, or the number of metres in one unit',
  ],
  [
    'negative unit',
    { scene: 'scene: { parts: [ { file: a.obj, unit: -1 } ] }' },
    'survey.yaml:1:40: scene.parts[0].unit: found -1, expected a number > 0 and <= 1000000',
  ],
  [
    'neither file nor generator',
    { scene: 'scene: { parts: [ { name: a } ] }' },
    'survey.yaml:1:19: scene.parts[0].file: missing, expected a path to a model file',
  ],
  [
    'same name twice',
    { scene: 'scene: { parts: [ { name: a, file: a.obj }, { name: a, file: b.obj } ] }' },
    'survey.yaml:1:53: scene.parts[1].name: found "a", expected a name that no other part has',
  ],
  [
    'a number of two semantic classes',
    { scene: 'scene: { parts: [ { file: a.obj } ], semantics: { roof: 300, tree: 300 } }' },
    'survey.yaml:1:68: scene.semantics.tree: found 300, expected a number of its own; "roof" has this one',
  ],
  [
    'a number for no semantic class',
    { scene: 'scene: { parts: [ { file: a.obj } ], semantics: { none: 5 } }' },
    'survey.yaml:1:57: scene.semantics.none: found 5, expected a name other than none, which is 0',
  ],
  [
    'a semantic class that is no number',
    { scene: 'scene: { parts: [ { file: a.obj } ], semantics: { roof: 70000 } }' },
    'survey.yaml:1:57: scene.semantics.roof: found 70000, expected a whole number >= 1 and <= 65535',
  ],
  [
    'a class name of the standard',
    { scene: 'scene: { parts: [ { file: a.obj } ], classes: { ground: 70 } }' },
    'survey.yaml:1:57: scene.classes.ground: found 70, expected a name of your own; "ground" is an ASPRS class',
  ],
  [
    'two names of a class',
    { scene: 'scene: { parts: [ { file: a.obj } ], classes: { crane: 70, mast: 70 } }' },
    'survey.yaml:1:66: scene.classes.mast: found 70, expected a number of its own; "crane" has this one',
  ],
  [
    'a label without any name',
    { scene: 'scene: { parts: [ { file: a.obj } ], labels: [ { class: 2 } ] }' },
    'survey.yaml:1:48: scene.labels[0]: found a map, expected a label with match, or with part',
  ],
  [
    'a level of detail of an OBJ file',
    { scene: 'scene: { parts: [ { file: a.obj, lod: 2 } ] }' },
    'survey.yaml:1:39: scene.parts[0].lod: found 2, expected no lod: only CityJSON files have levels of detail',
  ],
  [
    'a number of an object below 1',
    { scene: 'scene: { parts: [ { file: a.obj, instance: 0 } ] }' },
    'survey.yaml:1:44: scene.parts[0].instance: found 0, expected a whole number >= 1 and <= 9999999',
  ],
  [
    'a part on an unknown one',
    { scene: 'scene: { parts: [ { file: a.obj, on: grond }, { file: b.obj } ] }' },
    'survey.yaml:1:38: scene.parts[0].on: found "grond", expected ground, or the name of another part; did you mean "ground"?',
  ],
  [
    'a part on itself',
    { scene: 'scene: { parts: [ { file: a.obj, on: { part: a, by: plane-lowest } } ] }' },
    'survey.yaml:1:38: scene.parts[0].on: found "a", expected ground, or the name of another part',
  ],
  [
    'a scattered part on two grounds',
    {
      scene:
        'scene: { parts: [ { file: a.obj }, { file: b.obj, on: a, instances: { scatter: { count: 1, area: [[0, 0], [1, 1]], on: a } } } ] }',
    },
    'survey.yaml:1:55: scene.parts[1].on: found "a", expected no on: its scatter has one',
  ],
  [
    'voxels of an AMAPVox file with a size',
    { scene: 'scene: { parts: [ { file: a.vox, voxels: { size: 2 } } ] }' },
    'survey.yaml:1:50: scene.parts[0].voxels.size: found 2, expected no size: only clouds of points have it',
  ],
  [
    'voxels of a cloud without a size',
    { scene: 'scene: { parts: [ { file: a.obj, voxels: { minPoints: 2 } } ] }' },
    'survey.yaml:1:42: scene.parts[0].voxels: found a map, expected voxels with a size: a cloud of points has none of its own',
  ],
  [
    'voxels of a cloud in a mode',
    { scene: 'scene: { parts: [ { file: a.obj, voxels: { size: 2, mode: solid } } ] }' },
    'survey.yaml:1:59: scene.parts[0].voxels.mode: found "solid", expected no mode: only AMAPVox files (.vox) have it',
  ],
  [
    'columns of normals that are not read',
    { scene: 'scene: { parts: [ { file: a.obj, voxels: { size: 2, normals: plane, normalColumns: [4, 5, 6] } } ] }' },
    'survey.yaml:1:84: scene.parts[0].voxels.normalColumns: found a list of 3, expected no normalColumns: only normals: mean and nearest read them',
  ],
  [
    'a default normal of faces',
    { scene: 'scene: { parts: [ { file: a.obj, voxels: { size: 2, defaultNormal: [0, 0, 1] } } ] }' },
    'survey.yaml:1:68: scene.parts[0].voxels.defaultNormal: found a list of 3, expected no defaultNormal: faces have normals',
  ],
  [
    'a default normal of no length',
    { scene: 'scene: { parts: [ { file: a.obj, voxels: { size: 2, normals: mean, defaultNormal: [0, 0, 0] } } ] }' },
    'survey.yaml:1:83: scene.parts[0].voxels.defaultNormal: found a list of 3, expected a vector of any length but 0',
  ],
  [
    'cubes of a medium',
    { scene: 'scene: { parts: [ { file: a.vox, voxels: { mode: medium, cubeScale: 2 } } ] }' },
    'survey.yaml:1:69: scene.parts[0].voxels.cubeScale: found 2, expected no cubeScale: voxels of mode medium are no cubes',
  ],
  [
    'leaf angles of solid voxels',
    { scene: 'scene: { parts: [ { file: a.vox, voxels: { leafAngles: planophile } } ] }' },
    'survey.yaml:1:56: scene.parts[0].voxels.leafAngles: found "planophile", expected no leafAngles: only voxels of mode medium have them',
  ],
  [
    'another word for a reflectance',
    { scene: 'scene: { parts: [ { file: a.obj } ], materials: { a: { reflectance: picture } } }' },
    'survey.yaml:1:69: scene.materials.a.reflectance: found "picture", expected a number from 0 to 1, or texture',
  ],
  [
    'axis of no length',
    { scene: 'scene: { parts: [ { file: a.obj, transform: { rotate: { axis: [0, 0, 0], angle: 9 } } } ] }' },
    'survey.yaml:1:63: scene.parts[0].transform.rotate.axis: found a list of 3, expected an axis that is not [0, 0, 0]',
  ],
  [
    'scattered clear of an unknown part',
    {
      scene:
        'scene:\n  parts:\n    - { name: hill, generate: { kind: terrain } }\n    - { file: a.obj, instances: { scatter: { count: 2, area: [[0, 0], [9, 9]], spacing: 1, clearOf: [hil] } } }',
    },
    'survey.yaml:4:102: scene.parts[1].instances.scatter.clearOf[0]: found "hil", expected the name of another part; did you mean "hill"?',
  ],
  [
    'scattered clear of a part at no distance',
    {
      scene:
        'scene: { parts: [ { file: a.obj }, { file: b.obj, instances: { scatter: { count: 1, area: [[0, 0], [1, 1]], clearOf: [a] } } } ] }',
    },
    'survey.yaml:1:118: scene.parts[1].instances.scatter.clearOf: found a list of 1, expected spacing beside it, which is the distance that is kept',
  ],
  [
    'scattered on an unknown part',
    {
      scene:
        'scene:\n  parts:\n    - { name: hill, generate: { kind: terrain } }\n    - { file: a.obj, instances: { scatter: { count: 2, area: [[0, 0], [9, 9]], on: hil } } }',
    },
    'survey.yaml:4:84: scene.parts[1].instances.scatter.on: found "hil", expected the name of another part; did you mean "hill"?',
  ],
  [
    'scale range backwards',
    {
      scene:
        'scene: { parts: [ { file: a.obj, instances: { scatter: { count: 2, area: [[0, 0], [9, 9]], scale: [2, 1] } } } ] }',
    },
    'survey.yaml:1:100: scene.parts[0].instances.scatter.scale[0]: found 2, expected at most the second number, which is 1',
  ],
  [
    'a season of a room',
    { scene: 'scene: { parts: [ { generate: { kind: room, season: winter } } ] }' },
    'survey.yaml:1:53: scene.parts[0].generate.season: found "winter", expected no season: a room has length, width, height, furniture, materials',
  ],
  [
    'a species that does not grow',
    { scene: 'scene: { parts: [ { generate: { kind: forest, species: { oka: 1 } } } ] }' },
    'survey.yaml:1:63: scene.parts[0].generate.species.oka: found 1, expected one of the species oak, beech, birch, maple, lime, spruce, pine, snag; did you mean "oak"?',
  ],
  [
    'diameters that vary more than they can',
    { scene: 'scene: { parts: [ { generate: { kind: forest, diameter: { mean: 0.2, sd: 0.3 } } } ] }' },
    'survey.yaml:1:74: scene.parts[0].generate.diameter.sd: found 0.3, expected a number from 0 to the mean, which is 0.2 (m)',
  ],
  [
    'a terrain of more dimensions than a surface',
    { scene: 'scene: { parts: [ { generate: { kind: terrain, roughness: 3 } } ] }' },
    'survey.yaml:1:59: scene.parts[0].generate.roughness: found 3, expected a number >= 2.1 and <= 2.8',
  ],
  [
    'vehicles none of which can park',
    { scene: 'scene: { parts: [ { generate: { kind: street, vehicles: { bus: 1 }, parked: 0.5 } } ] }' },
    'survey.yaml:1:57: scene.parts[0].generate.vehicles: found "bus: 1", expected a weight of car, van, bicycle, which park in bays, or no parked',
  ],
  [
    'traffic that moves, in a room',
    { scene: 'scene: { parts: [ { generate: { kind: room, moving: { walkers: 2 } } } ] }' },
    'survey.yaml:1:53: scene.parts[0].generate.moving: found a map, expected no moving: a room has length, width, height, furniture, materials',
  ],
  [
    'too much traffic that moves',
    { scene: 'scene: { parts: [ { generate: { kind: street, moving: { vehicles: 2001 } } } ] }' },
    'survey.yaml:1:67: scene.parts[0].generate.moving.vehicles: found 2001, expected a whole number >= 0 and <= 2000',
  ],
  [
    'traffic that stands and moves',
    { scene: 'scene: { parts: [ { generate: { kind: street, traffic: 3, moving: { walkers: 2 } } } ] }' },
    'survey.yaml:1:67: scene.parts[0].generate.moving: found a map, expected no moving beside traffic, which stands on the lanes',
  ],
  [
    'a street with moving traffic that moves itself',
    {
      scene:
        'scene: { parts: [ { generate: { kind: street, moving: { walkers: 2 } }, motion: { velocity: [1, 0, 0] } } ] }',
    },
    'survey.yaml:1:81: scene.parts[0].motion: found "motion", expected no motion: a street with moving traffic stands, and is placed once',
  ],
  [
    'unknown class',
    { scene: 'scene: { parts: [ { generate: { kind: room } } ], labels: [ { match: "a*", class: high vegetaton } ] }' },
    'survey.yaml:1:83: scene.labels[0].class: found "high vegetaton", expected an ASPRS class, by name or number; did you mean "high vegetation"?',
  ],
  [
    'class out of range',
    { scene: 'scene: { parts: [ { generate: { kind: room } } ], labels: [ { match: "a*", class: 256 } ] }' },
    'survey.yaml:1:83: scene.labels[0].class: found 256, expected a whole number >= 0 and <= 255',
  ],
  [
    'label that says nothing',
    { scene: 'scene: { parts: [ { generate: { kind: room } } ], labels: [ { match: "a*" } ] }' },
    'survey.yaml:1:61: scene.labels[0]: found a map, expected a label with class, semantic or material',
  ],
  [
    'reflectance above one',
    { scene: 'scene: { parts: [ { generate: { kind: room } } ], materials: { bark: { reflectance: 45 } } }' },
    'survey.yaml:1:85: scene.materials.bark.reflectance: found 45, expected a number >= 0 and <= 1 (more only with physics: { reflectance: as-written })',
  ],
  [
    'reflectance above any, as written',
    {
      scene: 'scene: { parts: [ { generate: { kind: room } } ], materials: { bark: { reflectance: 2e6 } } }',
      physics: 'physics: { reflectance: as-written }',
    },
    'survey.yaml:1:85: scene.materials.bark.reflectance: found 2000000, expected a number >= 0 and <= 1000000',
  ],
  [
    'energies of HELIOS++ with rays that are not its own',
    { physics: 'physics: { energy: improved }', footprint: 'footprint: { pattern: rings }' },
    'survey.yaml:5:10: physics: the improved model of energy needs the rings of HELIOS++, found footprint.pattern rings, expected helios (or physics: { like: helios, energy: lidar })',
  ],
  [
    'unknown ending',
    { output: 'output: [ cloud.zip ]' },
    `survey.yaml:4:11: output[0]: found "cloud.zip", expected a path that ends in ${cloudEndings()}`,
  ],
  [
    'output twice',
    { output: 'output: [ cloud.las, ./cloud.las ]' },
    'survey.yaml:4:22: output[1]: found "./cloud.las", expected a path that no other output has',
  ],
  [
    'other record format',
    { output: 'output: [ { file: cloud.las, pointFormat: 2 } ]' },
    'survey.yaml:4:43: output[0].pointFormat: found 2, expected one of: 1, 3, 6, 7, 8',
  ],
  [
    'a beam of no width upwards',
    { scanner: 'scanner: { id: velodyne-vlp-16, divergence: { horizontalMrad: 3, verticalMrad: 0 } }' },
    'survey.yaml:2:80: scanner.divergence.verticalMrad: found 0, expected a number > 0 and <= 100 (mrad)',
  ],
  [
    'a beam that is wider than any instrument',
    { scanner: 'scanner: { id: velodyne-vlp-16, exitDiameter: 1001 }' },
    'survey.yaml:2:47: scanner.exitDiameter: found 1001, expected a number >= 0 and <= 1000 (mm)',
  ],
  [
    'a beam of negative width',
    { scanner: 'scanner: { id: velodyne-vlp-16, exitDiameter: -1 }' },
    'survey.yaml:2:47: scanner.exitDiameter: found -1, expected a number >= 0 and <= 1000 (mm)',
  ],
  [
    'a beam that has a width at its exit and is parallel but for rounding',
    { scanner: 'scanner: { id: velodyne-vlp-16, exitDiameter: 50, divergence: { mrad: 0.001 } }' },
    'survey.yaml:2:63: scanner.divergence: found 0.001, expected a half angle (1/e²) of 0.01 mrad or more for a beam with an exitDiameter',
  ],
  [
    'negative noise of ranges',
    { detector: 'detector: { rangeNoise: -0.01 }' },
    'survey.yaml:5:25: detector.rangeNoise: found -0.01, expected a number >= 0 and <= 1000 (m), usually 0.001 to 0.1',
  ],
  [
    'infinite noise of ranges',
    { detector: 'detector: { rangeNoise: .inf }' },
    'survey.yaml:5:25: detector.rangeNoise: found Infinity, expected a number >= 0 and <= 1000 (m), usually 0.001 to 0.1, or an expression of range, incidence, energy, intensity',
  ],
  [
    'infinite noise of an instrument that is described whole',
    {
      scanner: `${WHOLE}\n  wavelength: 905\n  detection: { rangeMin: 1, rangeMax: 99, maxReturns: 1, rangeNoise: .inf }`,
    },
    'survey.yaml:7:70: scanner.detection.rangeNoise: found Infinity, expected a number >= 0 and <= 1000 (m), usually 0.001 to 0.1, or an expression of range, incidence, energy, intensity',
  ],
  [
    'noise that shrinks with the range',
    { detector: 'detector: { rangeNoisePerMetre: -0.00001 }' },
    'survey.yaml:5:33: detector.rangeNoisePerMetre: found -0.00001, expected a number >= 0 and <= 1 (m/m)',
  ],
  [
    'noise that grows without limit',
    { detector: 'detector: { rangeNoisePerMetre: .inf }' },
    'survey.yaml:5:33: detector.rangeNoisePerMetre: found Infinity, expected a number >= 0 and <= 1 (m/m)',
  ],
  [
    'negative noise of the axis',
    { detector: 'detector: { axisAngleNoise: -0.1 }' },
    'survey.yaml:5:29: detector.axisAngleNoise: found -0.1, expected a number >= 0 and <= 5 (deg)',
  ],
  [
    'infinite noise of the axis',
    { detector: 'detector: { axisAngleNoise: .inf }' },
    'survey.yaml:5:29: detector.axisAngleNoise: found Infinity, expected a number >= 0 and <= 5 (deg)',
  ],
  [
    'negative noise of the ray',
    { detector: 'detector: { rayAngleNoise: -0.1 }' },
    'survey.yaml:5:28: detector.rayAngleNoise: found -0.1, expected a number >= 0 and <= 5 (deg)',
  ],
  [
    'infinite noise of the ray',
    { detector: 'detector: { rayAngleNoise: .inf }' },
    'survey.yaml:5:28: detector.rayAngleNoise: found Infinity, expected a number >= 0 and <= 5 (deg)',
  ],
  [
    'air that nothing is seen through',
    { atmosphere: 'atmosphere: { visibilityKm: 0 }' },
    'survey.yaml:5:29: atmosphere.visibilityKm: found 0, expected a number >= 0.01 and <= 1000 (km)',
  ],
  [
    'moment without a zone',
    { startTime: 'startTime: 2024-06-01T12:00:00' },
    'survey.yaml:5:12: startTime: found "2024-06-01T12:00:00", expected a moment with its time zone, such as "2025-01-01T00:00:00Z"',
  ],
  [
    'file of the crs is missing',
    { crs: 'crs: { file: none.prj }' },
    'survey.yaml:5:14: crs.file: found "none.prj", expected a file with WKT, PROJJSON or an EPSG code (it does not exist)',
  ],
  [
    'crs by another key than file',
    { crs: 'crs: { path: x.prj }' },
    'survey.yaml:5:6: crs.type: missing, expected the type of a system in PROJJSON, such as ProjectedCRS, or file alone',
  ],
  [
    'crs that is no system',
    { crs: 'crs: hello' },
    'survey.yaml:5:6: crs: found "hello", expected an EPSG code (EPSG:25832), WKT or PROJJSON',
  ],
  [
    'crs of broken WKT',
    { crs: "crs: 'PROJCS[\"broken'" },
    'survey.yaml:5:6: crs: found "\\"broken" at character 8, expected a text that ends in "',
  ],
  [
    'crs in feet',
    { crs: 'crs: EPSG:2263' },
    'survey.yaml:5:6: crs: found EPSG:2263, NAD83 / New York Long Island (ftUS), with the unit US survey foot; expected a system in metres; clouds are in metres: take the UTM zone or the national grid of the place',
  ],
];

describe('a bad survey is refused with place, what was found and what is allowed', () => {
  it.each(BAD)('%s', async (_name, sections, message) => {
    expect(await loadFailure(surveyText(sections))).toBe(message);
  });
});

describe('faults of syntax', () => {
  it.each([
    ['key twice', 'seed: 1\nseed: 2', 'survey.yaml:2:1: the key "seed" occurs twice'],
    [
      'two documents',
      'seed: 1\n---\nseed: 2',
      'survey.yaml:2:1: a second document starts here (---), expected one a file',
    ],
    ['no end of a list', 'legs: [1, 2', 'survey.yaml:1:12: not well-formed YAML: Flow sequence'],
    ['tag', 'seed: !secret 1', 'survey.yaml:1:7: found the tag "!secret", expected plain values without tags'],
    [
      'binary tag',
      'seed: !!binary aGk=',
      'survey.yaml:1:7: found the tag "!!binary", expected plain values without tags',
    ],
    ['alias without an anchor', 'seed: *none', 'survey.yaml:1:7: found *none, but no &none above it'],
    ['key that is a list', '? [a, b]\n: 1', 'survey.yaml:1:1: found a key that is not plain text'],
    ['list for a map', '- 1', 'survey.yaml:1:1: found a list of 1, expected a map with a survey'],
    ['empty file', '', 'survey.yaml: found nothing, expected a map with a survey'],
    [
      'prototype key',
      `${surveyText()}\n__proto__: { seed: 2 }`,
      'survey.yaml:5:1: __proto__: unknown key; allowed: name, seed',
    ],
    ['control character', 'seed: \u0001', 'survey.yaml:1: found the control character 0x01, expected a text file'],
  ])('%s', async (_name, text, message) => {
    expect(await loadFailure(text)).toContain(message);
  });

  it('include waveforms in LAS 1.2', async () => {
    const text = surveyText({ output: 'output: [ { file: cloud.las, pointFormat: 1, waveforms: internal } ]' });
    expect(await loadFailure(text)).toContain(
      'survey.yaml:4:43: output[0].pointFormat: found 1, expected 6, 7 or 8 with waveforms',
    );
  });

  it('include a field that is none, with the nearest name', async () => {
    const text = surveyText({ output: 'output: [ { file: cloud.xyz, fields: [range, normals] } ]' });
    expect(await loadFailure(text)).toMatch(
      /^survey.yaml:4:46: output\[0\]\.fields\[1\]: found "normals", expected one of: minimal, standard, all, riegl, intensity, .*; did you mean "normal"\?$/,
    );
  });

  it('include bytes that are not UTF-8', async () => {
    expect(await loadFailure(new Uint8Array([0x73, 0xff, 0xfe]))).toBe(
      'survey.yaml: found bytes that are not UTF-8, expected a text file',
    );
  });

  it('include a file that is too large', async () => {
    expect(await loadFailure(new Uint8Array(2 ** 20 + 1).fill(0x23))).toMatch(
      /found 1048577 bytes, expected .* at most 1048576/,
    );
  });

  it('include aliases that unfold into very much', async () => {
    const lines = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]'];
    for (let k = 1; k < 9; k++)
      lines.push(
        `a${k}: &a${k} [${Array(9)
          .fill(`*a${k - 1}`)
          .join(', ')}]`,
      );
    expect(await loadFailure(lines.join('\n'))).toContain('found aliases that repeat more than 10000 values');
  });

  it('include an alias of itself', async () => {
    expect(await loadFailure('scene: &loop [ *loop ]')).toMatch(/nested more than 64 deep|aliases/);
  });

  it('include brackets without end', async () => {
    expect(await loadFailure('['.repeat(20_000))).toMatch(
      /^survey\.yaml:1:67: found maps and lists nested more than 64 deep$/,
    );
  });
});

describe('several faults', () => {
  it('are reported together, in the order of the file', async () => {
    const text = surveyText({ scanner: 'scanner: 3', seed: 'seed: -1', output: 'output: []' });
    expect(await loadFailure(text)).toBe(
      [
        'survey.yaml: 3 faults',
        '  survey.yaml:2:10: scanner: found 3, expected the id of a scanner, a map with id and replacements, or a full description',
        '  survey.yaml:4:9: output: found an empty list, expected a list of 1 to 64: clouds to write',
        '  survey.yaml:5:7: seed: found -1, expected a whole number >= 0 and <= 9007199254740991',
      ].join('\n'),
    );
  });

  it('are cut after twenty', async () => {
    const text = surveyText({ output: `output: [ ${Array(30).fill('3').join(', ')} ]` });
    const message = await loadFailure(text);
    expect(message).toContain('30 faults');
    expect(message).toContain('  and 10 more');
  });

  it('cannot steer the terminal by texts from the file', async () => {
    expect(await loadFailure(surveyText({ scanner: 'scanner: "a\\e[2Jb"' }))).not.toContain('\u001b');
    expect(await loadFailure(surveyText({ key: '"\\e[2J": 1' }))).not.toContain('\u001b');
  });
});
