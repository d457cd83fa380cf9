import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly unpackedSize: number;
}

const [PACKED]: Packed[] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: true,
  }),
);
const FILES = new Set(PACKED.files.map(({ path }) => path));
const MIB = 2 ** 20;

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Targets of the links and pictures of a Markdown text that lie in the project. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target]) => target).filter((target) => !/^\w+:/.test(target));

describe('the package that npm makes', () => {
  it('holds every file that its guides link to', () => {
    const guides = [...FILES].filter((path) => path.endsWith('.md'));
    expect(guides).toEqual(expect.arrayContaining(['README.md', 'docs/survey.md']));
    const dead = guides.flatMap((guide) =>
      linksOf(textOf(guide))
        .map((target) => posix.join(posix.dirname(guide), target))
        .filter((path) => !FILES.has(path) && ![...FILES].some((file) => file.startsWith(`${path}/`)))
        .map((path) => `${guide}: ${path}`),
    );
    expect(dead).toEqual([]);
  });

  it('holds every example', () => {
    expect([...FILES].filter((path) => /^examples\/.*\.yaml$/.test(path)).length).toBeGreaterThan(5);
  });

  it('names no source maps, which would need src', () => {
    expect([...FILES].filter((path) => path.endsWith('.map'))).toEqual([]);
    const scripts = [...FILES].filter((path) => /^dist\/.*\.js$/.test(path));
    expect(scripts.filter((path) => /^\/\/# sourceMappingURL=/m.test(textOf(path)))).toEqual([]);
  });

  it('is small', () => {
    // With laz-perf's decoder, 0.2 MiB in the library, the program and the studio each: the package itself, 1.3
    // MiB, is no longer installed. With projections, shifts of datums and units of all reference systems, 0.4 MiB.
    // With readers of PTS, PTX, frames and geoids, gates and foliage in slices, 0.1 MiB.
    // With intensities and fronts of data sets, incomplete frames and SemanticKITTI's labels, 0.1 MiB.
    // With messages of motion, time and boxes in recordings, and frames on standard output with their guide, 0.1 MiB.
    // With tables that number objects, columns of AMAPVox, filters, heights and pulses in columns, 0.1 MiB.
    // With generated trees with leaf areas and tables of their own, 0.05 MiB.
    // With density and overlap of strips, rasters of differences, SBET and WKT 2, 0.1 MiB.
    // With areas of GeoJSON and KML, lines in files, several scanners and rates in plans, and platforms, 0.1 MiB.
    // With boxes beside frames, places of sensors, several lasers of nuScenes and other words for classes, 0.05 MiB.
    // With estimates by steps, from samples and paces, 0.1 MiB.
    // With guides through a forest plot and through figures of a canopy, 0.1 MiB.
    // With misses, catalogues of tiles and flags of overlaps, 0.1 MiB.
    // With motions of parts and their guide, 0.2 MiB in the library, the program and the studio, and movers, 0.2 MiB.
    // With boxes over time and tracks of objects, 0.1 MiB.
    // With clips of models, in the library, the program and the studio, 0.1 MiB.
    // With an example of a machine that moves, and its picture, 0.1 MiB.
    // With traffic of SUMO and of generated streets, what the platform carries, and scenes at a moment, 0.3 MiB.
    // With an example of traffic and its picture, traffic as tables, and that of districts, 0.2 MiB.
    // With shapes that change in clips, and their pictures, 0.1 MiB.
    // With fields of RIEGL, sections of clouds and materials of city objects, 0.05 MiB.
    // With distances along normals, in the library, the program and the studio, 0.05 MiB.
    expect(PACKED.unpackedSize).toBeLessThan(27.6 * MIB);
  });

  it('needs the GPU package only where there is a GPU', () => {
    const { dependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
    expect(Object.keys(optionalDependencies)).toEqual(['webgpu']);
    expect(Object.keys(dependencies)).not.toContain('webgpu');
  });
});

/** The types of every door of the package. */
const ENTRIES = [...textOf('package.json').matchAll(/"types": "\.\/(.*)"/g)].map(([, path]) => path);

/** The declarations that users of these entries get, from file to file. */
function declarationsFrom(...entries: string[]): string[] {
  const found = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const [, from, dynamic] of textOf(path).matchAll(/from '(\.[^']+)\.js'|import\('(\.[^']+)\.js'\)/g))
      open.push(join(dirname(path), `${from ?? dynamic}.d.ts`));
  }
  return [...found];
}

describe('the types of the package', () => {
  it('need no types of Node or of WebGPU', () => {
    const files = declarationsFrom(...ENTRIES);
    expect(ENTRIES).toEqual(expect.arrayContaining(['dist/index.d.ts', 'dist/browser.d.ts', 'dist/loaders.d.ts']));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const needing = files.filter((file) => /'(?:node:[^']*|webgpu)'|\bNodeJS\.|[:<|(] *Buffer\b/.test(textOf(file)));
    expect(needing).toEqual([]);
  });
});
