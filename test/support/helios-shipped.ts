import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { subray } from '../cli/fakes.js';
import { HELIOS, HELIOS_ASSETS } from './helios-reference.js';

const ASSETS = HELIOS_ASSETS.flatMap((folder) => ['--assets', folder]);

/** The surveys that come with HELIOS++, by their path below `data`, sorted; the rest of `data/test` are their parts. */
export const shippedSurveys = (): string[] =>
  readdirSync(join(HELIOS, 'data'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^(surveys|test|dev)\/.*\.xml$/.test(path) && isSurvey(path))
    .sort();

const isSurvey = (path: string) => readFileSync(join(HELIOS, 'data', path), 'utf8').includes('<survey ');

/** Outcome of `run` for a survey of HELIOS++: its exit code and messages, and, if it ran, its files and points. */
export async function runShipped(survey: string, out: string, ...options: string[]) {
  const words = ['run', join(HELIOS, 'data', survey), ...ASSETS, ...options];
  return report(await subray([...words, '--out', out, '--engine', 'cpu', '--quiet', '--json']));
}

function report({ code, stdout, stderr }: Awaited<ReturnType<typeof subray>>) {
  if (code !== 0) return { code, stderr };
  const found = JSON.parse(stdout);
  const epochs: { points: number; outputs: { path: string }[] }[] = found.epochs ?? [found];
  return {
    code,
    stderr,
    points: epochs.reduce((sum, { points }) => sum + points, 0),
    files: epochs.flatMap(({ outputs }) => outputs.map(({ path }) => path)),
  };
}

/**
 * Runs a survey of HELIOS++, then the output of `convert` for it, and expects the same bytes in the same files. Returns
 * the number of points.
 */
export async function expectSameFromConverted(survey: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'subray-shipped-'));
  try {
    const theirs = await runShipped(survey, join(folder, 'a'));
    expect(theirs.code, theirs.stderr).toBe(0);
    const converted = join(folder, 'survey.yaml');
    const made = await subray(['convert', join(HELIOS, 'data', survey), ...ASSETS, '-o', converted]);
    expect(made.code, made.stderr).toBe(0);
    const ours = report(
      await subray(['run', converted, '--out', join(folder, 'b'), '--engine', 'cpu', '--quiet', '--json']),
    );
    expect(ours.code, ours.stderr).toBe(0);
    expect(filesIn(join(folder, 'b'))).toEqual(filesIn(join(folder, 'a')));
    for (const file of filesIn(join(folder, 'a'))) {
      const same = readFileSync(join(folder, 'a', file)).equals(readFileSync(join(folder, 'b', file)));
      expect(same, `${file} has the same bytes`).toBe(true);
    }
    return theirs.points ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** Surveys that run in a second or so, with their points. */
export const LIGHT: Readonly<Record<string, number>> = {
  'surveys/demo/als_dji-zenmuse-l2-repetitive.xml': 24_006,
  'surveys/demo/als_interpolated_trajectory.xml': 229_815,
  'surveys/demo/box_survey_static_puck.xml': 300_016,
  'surveys/demo/light_als_toyblocks_multiscanner.xml': 132_892,
  'surveys/demo/tls_livox.xml': 320_002,
  'surveys/dyn/tls_dyn_cube.xml': 252_102,
  'surveys/toyblocks/custom_als_toyblocks.xml': 298_230,
  'surveys/toyblocks/livox_test.xml': 0,
  'test/als_hd_demo_tiff_min.xml': 2435,
  'test/test_max_duration.xml': 5000,
  'test/test_warmup_conic.xml': 2000,
  'test/test_warmup_conic_nowarmup.xml': 2400,
  'test/test_warmup_oscillating.xml': 330,
  'test/test_warmup_oscillating_nowarmup.xml': 396,
  'test/test_warmup_risley.xml': 1000,
  'test/test_warmup_risley_nowarmup.xml': 1200,
  'test/test_warmup_rotating.xml': 425,
  'test/test_warmup_rotating_nowarmup.xml': 625,
};

/** Surveys that take longer. */
export const HEAVY: Readonly<Record<string, number>> = {
  'dev/moving_tls_toyblocks.xml': 940_355,
  'surveys/demo/als_dji-zenmuse-l2-non-repetitive.xml': 768_024,
  'surveys/demo/als_hd_demo_tiff.xml': 14_526_453,
  'surveys/demo/als_hd_height_above_ground_stripid.xml': 3_290_367,
  'surveys/demo/box_survey_interp.xml': 899_100,
  'surveys/demo/box_survey_moving_puck.xml': 2_993_502,
  'surveys/demo/mls_wheat_demo.xml': 260_308,
  'surveys/demo/tls_cylinder.xml': 68_039,
  'surveys/demo/tls_plane.xml': 56_172,
  'surveys/dyn/als_dyn_geom_swap.xml': 7_604_892,
  'surveys/dyn/als_dyn_geom_swap_recycle.xml': 13_083_920,
  'surveys/dyn/interp_dyn_geom_swap.xml': 14_393_091,
  'surveys/dyn/tls_dyn_geom_swap.xml': 5_257_635,
  'surveys/dyn/tls_tree1_dyn.xml': 624_893,
  'surveys/dyn/tls_tree1_static.xml': 616_939,
  'surveys/toyblocks/als_toyblocks.xml': 1_456_493,
  'surveys/toyblocks/mls_toyblocks.xml': 573_717,
  'surveys/toyblocks/panorama_tls_toybox.xml': 2_159_702,
  'surveys/toyblocks/tls_toyblocks.xml': 958_963,
  'surveys/toyblocks/uls_toyblocks_livox.xml': 7_796_001,
  'surveys/toyblocks/uls_toyblocks_stop_and_turn.xml': 2_485_922,
  'surveys/toyblocks/uls_toyblocks_survey_scene_combo.xml': 798_235,
  'test/als_hd_height_above_ground_stripid_light.xml': 654_100,
};

const TREES = ['black_tupelo_low', 'sassafras_low'].map((name) => `found no file "data/sceneparts/arbaro/${name}.obj"`);
const VOXELS = ['F_BR08_08_crown_50', 'F_BR08_08_merged'].map(
  (name) => `found no file "data/sceneparts/syssifoss/${name}.vox"`,
);

/** Surveys that cannot run, with the files that they lack. */
export const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'surveys/demo/tls_arbaro_demo.xml': TREES,
  'surveys/demo/tls_arbaro_demo_angular_resolution.xml': TREES,
  'surveys/voxels/als_detailedVoxels_mode_comparison.xml': VOXELS,
  'surveys/voxels/uls_detailedVoxels_mode_comparison.xml': VOXELS,
  'surveys/voxels/tls_sphere_xyzloader.xml': ['found no file "data/sceneparts/pointclouds/sphere_dens25000.xyz"'],
  'surveys/voxels/tls_sphere_xyzloader_normals.xml': [
    'found no file "data/sceneparts/pointclouds/sphere_dens25000_normals.xyz"',
  ],
  'surveys/dyn/mls_urban_dyn.xml': ['found no file "data/sceneparts/urban_dyn/vivaro.obj"'],
  'test/uls_detailedVoxels_mode_comparison_min.xml': VOXELS,
  'test/uls_detailedVoxels_mode_comparison_min_problem.xml': VOXELS,
  'test/test_infinite_run.xml': ['nothing ends this leg'],
};
