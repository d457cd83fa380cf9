import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '../src/device/stages.js';
import { DEFLECTOR_DESCRIPTIONS } from '../src/scanner/deflectors/index.js';

const SRC = resolve(import.meta.dirname, '../src');

/** From the outside in: a folder (or file) imports from those of its own line and of lines below. */
const LAYERS = [
  ['index.ts', 'browser.ts', 'loaders.ts', 'cli'],
  ['common.ts', 'node-scans.ts', 'web-scans.ts', 'node-surveys.ts', 'node-clouds.ts'],
  ['clouds.ts'],
  ['loaders'],
  ['server'],
  ['workbench'],
  ['bench', 'planning', 'campaign'],
  ['simulation'],
  ['survey', 'products', 'pack'],
  ['procedural'],
  ['scene', 'scanner', 'platform', 'material'],
  ['engine'],
  ['bvh'],
  ['device'],
  ['io', 'picture'],
  ['cloud'],
  ['crs'],
  ['base'],
  ['version.ts'],
  ['version.generated.ts'],
];

/** The rooms of large folders, and the files beside them, likewise. */
const FLOORS: Readonly<Record<string, string[][]>> = {
  io: [
    ['convert', 'opened', 'check', 'rasters'],
    ['clouds'],
    ['formats', 'readers'],
    ['coders', 'waveforms', 'data-sets', 'pulses', 'catalogue'],
    ['las-files', 'e57', 'parquet', 'npz', 'mcap', 'frame-stream'],
    ['copc'],
    ['laz'],
    ['las', 'tables', 'poses'],
    ['records', 'units', 'cloud-kinds.ts'],
    ['bytes'],
  ],
  scene: [
    ['load-scene.ts', 'node-load-scene.ts', 'create-scene.ts'],
    [
      ...['assemble-scene.ts', 'labelled-groups.ts', 'merge-model.ts', 'indoor-doubts.ts', 'ground-heights.ts'],
      ...['pieces-of-parts.ts', 'part-objects.ts', 'part-front.ts', 'bodies.ts', 'limbs.ts', 'platform-body.ts'],
      ...['traffic-limbs.ts', 'led-traffic.ts', 'body-of-shapes.ts', 'shared-shapes.ts'],
    ],
    ['surface-kinds.ts', 'is-ground.ts', 'fronts.ts', 'fit-uvs.ts', 'scale-doubts.ts', 'part-outline.ts'],
    ['boxes', 'write', 'place'],
    ['read', 'traffic'],
    ['materials'],
    ['labels'],
    ['image'],
    ['flatten.ts', 'bake-meshes.ts', 'box-of-copies.ts', 'is-connected.ts', 'objects-of-model.ts', 'guess-scale.ts'],
    ['scene.ts', 'scene-description.ts', 'voxel-choice.ts', 'trees', 'motion'],
    ['model.ts', 'front-axes.ts', 'texture.ts', 'voxel-medium.ts', 'animation', 'traffic-flow'],
  ],
};

const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

interface Import {
  from: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(ANY_IMPORT)].map(([, from, bare, dynamic]) => ({
    from: file,
    to: relative(SRC, resolve(SRC, dirname(file), from ?? bare ?? dynamic)).replace(/\.js$/, '.ts'),
  }));
}

/** Imports of the program's own files: of values and types, for their effect, at run time, and `import('…').Type`. */
const ANY_IMPORT = /\bfrom\s+'(\.[^']+)'|\bimport\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const ROOT = resolve(SRC, '..');

/** The files of circles, and those between two circles, of the imports of each file. */
function inCircles(imports: Map<string, string[]>): string[] {
  // Files that import nothing that is left, or are imported by nothing, are in no circle.
  for (let before = 0; before !== imports.size; ) {
    before = imports.size;
    for (const [file, others] of imports) {
      const isImported = [...imports.values()].some((those) => those.includes(file));
      if (!isImported || !others.some((other) => imports.has(other))) imports.delete(file);
    }
  }
  return [...imports.keys()];
}

describe('the house', () => {
  it('has each stage under one name for both devices', () => {
    for (const { name: stage } of STAGES) {
      expect(existsSync(join(ROOT, 'wasm', `${stage}.ts`)), stage).toBe(true);
      expect(existsSync(join(ROOT, 'wgsl', `${stage}.entry.wgsl`)), stage).toBe(true);
    }
  });

  it('explains each stage in the guide, in order', () => {
    const guide = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const table = guide.slice(guide.indexOf('| stage |'), guide.indexOf('## Where things are'));
    const rows = [...table.matchAll(/^\| (\w+) \| `wasm\/(\w+)\.ts`.*? \| `wgsl\/(\w+)\./gm)];
    expect(rows.map(([, ...names]) => names)).toEqual(STAGES.map(({ name }) => [name, name, name]));
  });

  it('compares what the two devices make of each stage', () => {
    const files = ['every-stage.ts', 'bins.test.ts', 'receiver.test.ts'];
    const parity = files.map((name) => readFileSync(join(ROOT, 'test/parity', name), 'utf8')).join('\n');
    const compared = [...parity.matchAll(/^ *it(?:\.each\(.*\))?\('(\w+): /gm)].map(([, name]) => name).sort();
    expect(compared).toEqual(STAGES.map(({ name }) => name).sort());
  });

  it('imports point one way', () => {
    const back = files
      .flatMap(importsOf)
      .filter(({ from, to }) => layerOf(to.split('/')[0]) < layerOf(from.split('/')[0]))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(back).toEqual([]);
  });

  it.each(Object.entries(FLOORS))(
    'has rooms in %s that import from those below, never from those above',
    (room, floors) => {
      const inside = files.filter((file) => file.startsWith(`${room}/`));
      const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(file.split('/')[1]));
      expect(inside.filter((file) => floorOf(file) < 0)).toEqual([]);
      const up = inside
        .flatMap(importsOf)
        .filter(({ from, to }) => to.startsWith(`${room}/`) && floorOf(to) < floorOf(from))
        .map(({ from, to }) => `${from} imports ${to}`);
      expect(up).toEqual([]);
    },
  );

  it('imports go round in no circle, types included', () => {
    expect(inCircles(new Map(files.map((file) => [file, importsOf(file).map(({ to }) => to)])))).toEqual([]);
  });

  it('lets only pack know both the model and the device', () => {
    const model = /^(scene|procedural|scanner|platform|material|survey|products)\//;
    const device = /^(device|engine|bvh)\//;
    const known = files
      .flatMap(importsOf)
      .filter(({ from, to }) => (model.test(from) && device.test(to)) || (device.test(from) && model.test(to)))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(known).toEqual([]);
  });

  it('asks for the kind of a deflector in one place, and checks it in another', () => {
    const asking = files.filter((file) =>
      /\bdeflector\??\.kind\b|switch \(kind\)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(asking).toEqual(['scanner/check-scanner.ts']);
  });

  it('compares the kind of a deflector with a name nowhere but in the files of the kinds', () => {
    const names = Object.keys(DEFLECTOR_DESCRIPTIONS).join('|');
    const comparison = new RegExp(`\\bkind\\b[^;]{0,20}[!=]==? '(${names})'|\\bcase '(${names})':`);
    const comparing = files.filter((file) => comparison.test(readFileSync(join(SRC, file), 'utf8')));
    expect(comparing.filter((file) => !file.startsWith('scanner/deflectors/'))).toEqual([]);
  });

  it('has a place for every folder, and every file beside them', () => {
    const rooms = new Set(files.map((file) => file.split('/')[0]));
    expect([...rooms].filter((room) => layerOf(room) < 0)).toEqual([]);
  });
});

const STUDIO = join(ROOT, 'studio');
const studioFiles = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));

/** From the outside in, as `LAYERS`: the folders of the studio, and those of its state. */
const STUDIO_FLOORS = [
  ['main.tsx'],
  ['app.tsx'],
  ['panels'],
  ['tools', 'show'],
  ['actions'],
  ['state'],
  ['plot', 'editor'],
  ['view'],
  ['ui'],
  ['document', 'backend', 'three'],
];
const STATE_FLOORS = [
  ['studio.ts'],
  ['follow-selection.ts'],
  ['runs', 'plans', 'labels', 'measures'],
  ['look'],
  ['clouds'],
  ['legs'],
  ['scanners'],
  ['survey'],
  ['scene'],
  ['messages', 'pointer'],
  ['dock-height.ts', 'newest.ts', 'until.ts'],
];

/** Imports of a file of the studio: packages by their names, and files of the project by their paths in it. */
function importedBy(file: string): { name: string; typesOnly: boolean }[] {
  const text = readFileSync(join(STUDIO, file), 'utf8');
  const statements = text.matchAll(
    /(?:^(?:import|export) (type )?[^;]*?from |\bimport\()'([^']+)'|^import ()'([^']+)'/gm,
  );
  return [...statements].map(([, type, from, , bare]) => {
    const name = from ?? bare;
    const path = relative(ROOT, resolve(STUDIO, dirname(file), name)).replaceAll('\\', '/');
    return { name: name.startsWith('.') ? path : name, typesOnly: type !== undefined };
  });
}

/** Imports among the files of the studio, by the paths of both in it. */
const imports = new Map(
  studioFiles.map((file) => [
    file,
    importedBy(file).flatMap(({ name }) => {
      const path = name.replace(/^studio\//, '').replace(/\.js$/, '');
      return studioFiles.filter((other) => other.replace(/\.tsx?$/, '') === path);
    }),
  ]),
);

describe('the studio', () => {
  const strays = (files: string[], isAllowed: (found: { name: string; typesOnly: boolean }) => boolean) =>
    files.flatMap((file) =>
      importedBy(file)
        .filter((found) => !isAllowed(found))
        .map(({ name }) => `${file} imports ${name}`),
    );

  it('knows of subray what pages know, and nothing deeper', () => {
    expect(studioFiles.length).toBeGreaterThan(30);
    const own = readdirSync(ROOT).filter((name) => name !== 'studio');
    const isInner = (name: string) =>
      /^(\.\.|node:|subray(?!\/browser$))/.test(name) || own.includes(name.split('/')[0]);
    expect(strays(studioFiles, ({ name }) => !isInner(name))).toEqual([]);
  });

  it.each([
    ['the studio', STUDIO_FLOORS, ''],
    ['its state', STATE_FLOORS, 'state/'],
  ])('has folders of %s that import from those below, never from those above', (_, floors, folder) => {
    const inside = (file: string) => file.startsWith(folder);
    const roomOf = (file: string) => file.slice(folder.length).split('/')[0];
    const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(roomOf(file)));
    const files = studioFiles.filter(inside);
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
    const up = files.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((other) => inside(other) && floorOf(other) < floorOf(file))
        .map((other) => `${file} imports ${other}`),
    );
    expect(up).toEqual([]);
  });

  it('has no circle of imports, types included', () => {
    expect([...imports.values()].flat().length).toBeGreaterThan(500);
    expect(inCircles(new Map(imports))).toEqual([]);
  });

  it('has a document that knows neither the page nor the engine: text, and YAML', () => {
    const state = studioFiles.filter((file) => file.startsWith('document/'));
    const allowed = ({ name, typesOnly }: { name: string; typesOnly: boolean }) =>
      name === 'yaml' || name.startsWith('studio/document/') || (typesOnly && name === 'subray/browser');
    expect(strays(state, allowed)).toEqual([]);
    const texts = state.map((file) => [file, readFileSync(join(STUDIO, file), 'utf8')]);
    expect(texts.filter(([, text]) => /\b(window|document|navigator|localStorage)\.\w/.test(text))).toEqual([]);
    // It would lay out the whole text anew.
    expect(texts.filter(([, text]) => /\.toString\(|(?<!JSON\.)\bstringify\b/.test(text))).toEqual([]);
  });
});
