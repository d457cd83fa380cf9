import { type Affine, compose, IDENTITY, translation } from '../../../base/affine.js';
import type { UserError } from '../../../base/errors.js';
import { showValue } from '../../../base/yaml/faults.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Material, MeshInstance, Model } from '../../model.js';
import { fileFault } from '../file-fault.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { cityClass } from './city-classes.js';
import { hasSurfaces, isSolid, surfacesOf } from './city-geometry.js';
import { CityMesh, type CityTally } from './city-mesh.js';
import { cityVertices, templateVertices } from './city-vertices.js';
import { type CityDocument, type CityFile, isObject, type JsonObject } from './cityjson-document.js';
import { chosenLevel, isFinerLevel, type LeveledGeometry, leveledGeometries } from './level-of-detail.js';

/** Omissions from a file. */
interface Omitted extends CityTally {
  closures: number;
  otherGeometries: number;
  /** Objects without the requested level. */
  unleveled: number;
  /** Matrices of templates with another last row than that of an affine one. */
  lastRows: number;
}

/**
 * Triangles of templates for further types of objects, and those for each of a template's own: a small file could
 * otherwise fill the memory with one template for thousands of types.
 */
const REPEATED_TRIANGLES_MAX = 65_536;
const REPEATED_EACH_MAX = 8;

/** Surfaces that close a volume in the model but not in the world. */
/** Last row of a matrix without perspective (CityJSON 2.0, 3.4). */
const AFFINE_ROW = '0,0,0,1';
const CLOSURES: readonly string[] = ['ClosureSurface'];

/**
 * Reads the objects of a city: all surfaces in one mesh, a group for each object and surface type, and one mesh for
 * each template, placed wherever an object names it. Objects are named by their ids, groups by the types of objects,
 * materials by the types of semantic surfaces, or else of objects.
 */
export class CityReader {
  private readonly city: CityFile;
  private readonly options: ReadModelOptions;
  private readonly vertices: Float64Array;
  private readonly materials = new CityMaterials();
  private readonly omitted: Omitted = {
    shortSurfaces: 0,
    largeSurfaces: 0,
    tangledSurfaces: 0,
    doubtfulSurfaces: 0,
    closures: 0,
    otherGeometries: 0,
    unleveled: 0,
    lastRows: 0,
  };
  private readonly mesh: CityMesh;
  private readonly templates = new Map<string, CityMesh>();
  private readonly placements: { template: string; name: string; transform: Affine }[] = [];
  private readonly levels = new Set<string>();
  private readonly knownTemplates = new Set<unknown>();
  private ownTriangles = 0;
  private repeatedTriangles = 0;
  private templateVertices: Float64Array | undefined;

  constructor(city: CityFile, options: ReadModelOptions) {
    this.city = city;
    this.options = options;
    this.vertices = cityVertices(city, options.file);
    this.mesh = new CityMesh(this.vertices, this.omitted);
  }

  /** Reads everything. Throws UserError for invalid geometry, and for a level of detail that no object has. */
  read(): Model {
    const [{ templates }] = this.city.documents;
    let firstVertex = 0;
    let taken = 0;
    for (const document of this.city.documents) {
      const levels = this.levelsOf(document, templates);
      for (const [id, object] of document.objects) {
        const geometries = this.chosen(id, object, levels);
        taken += geometries.length;
        for (const { geometry } of geometries) this.addGeometry(id, object, geometry, document, firstVertex);
      }
      firstVertex += document.vertices.length;
    }
    if (taken === 0 && this.options.lod !== undefined) throw this.noSuchLevel(this.options.lod);
    this.report();
    return this.model();
  }

  /** The usable geometries of each object. */
  private levelsOf(
    { objects }: CityDocument,
    templates: CityDocument['templates'],
  ): ReadonlyMap<string, readonly LeveledGeometry[]> {
    return new Map(
      objects.map(([id, object]) => {
        const all = leveledGeometries(object, templates?.geometries);
        const usable = all.filter(({ geometry }) => hasSurfaces(geometry) || geometry.type === 'GeometryInstance');
        this.omitted.otherGeometries += all.length - usable.length;
        for (const { lod } of usable) this.levels.add(lod);
        return [id, usable];
      }),
    );
  }

  /**
   * The geometries of an object at its level. None if its children show it in more detail: a building of parts also has
   * its own outline on the ground.
   */
  private chosen(
    id: string,
    { children }: JsonObject,
    levels: ReadonlyMap<string, readonly LeveledGeometry[]>,
  ): LeveledGeometry[] {
    const { lod: wanted } = this.options;
    const levelOf = (one: string) =>
      chosenLevel(
        (levels.get(one) ?? []).map(({ lod }) => lod),
        wanted,
      );
    const own = levels.get(id) ?? [];
    const level = levelOf(id);
    if (level === undefined) {
      if (own.length > 0) this.omitted.unleveled++;
      return [];
    }
    const finer =
      Array.isArray(children) && children.some((child) => isFinerLevel(levelOf(String(child)) ?? '', level));
    return finer && wanted === undefined ? [] : own.filter(({ lod }) => lod === level);
  }

  private addGeometry(
    id: string,
    object: JsonObject,
    geometry: JsonObject,
    document: CityDocument,
    firstVertex: number,
  ): void {
    const type = typeof object.type === 'string' ? object.type : '';
    if (geometry.type === 'GeometryInstance') this.addInstance(id, type, geometry, document, firstVertex);
    else this.addSurfaces(this.mesh, { object: id, type }, geometry, document.vertices.length, firstVertex);
  }

  private addSurfaces(
    mesh: CityMesh,
    { object, type }: { object: string; type: string },
    geometry: JsonObject,
    vertexCount: number,
    firstVertex: number,
  ): void {
    const where = object === '' ? 'geometry-templates' : `CityObjects.${object}`;
    for (const { rings, semantic } of surfacesOf(geometry, vertexCount, this.options.file, where)) {
      if (semantic !== undefined && CLOSURES.includes(semantic)) {
        this.omitted.closures++;
        continue;
      }
      const material = this.materials.index(semantic ?? type, cityClass(type, isSolid(geometry)));
      mesh.add(rings, firstVertex, mesh.group({ object, group: type, material }));
    }
  }

  /** Places a template: its matrix first, then the shift to the reference point (CityJSON 2.0, 3.4). */
  private addInstance(
    id: string,
    type: string,
    { template, boundaries, transformationMatrix: matrix }: JsonObject,
    document: CityDocument,
    firstVertex: number,
  ): void {
    const where = `CityObjects.${id}`;
    const [point] = Array.isArray(boundaries) ? boundaries : [];
    if (!(Number.isInteger(point) && point >= 0 && point < document.vertices.length))
      throw fileFault(this.options.file, `${where}: boundaries: expected the number of a vertex`);
    const at = 3 * (firstVertex + point);
    const [x, y, z] = this.vertices.subarray(at, at + 3);
    const transform = compose(translation([x, y, z]), this.affineOf(matrix, where));
    this.placements.push({ template: this.templateOf(template, type, where), name: id, transform });
  }

  private affineOf(matrix: unknown, where: string): Affine {
    if (matrix === undefined) return IDENTITY;
    if (Array.isArray(matrix) && matrix.length === 16 && matrix.every(Number.isFinite)) {
      if (String(matrix.slice(12)) !== AFFINE_ROW) this.omitted.lastRows++;
      return matrix.slice(0, 12);
    }
    throw fileFault(this.options.file, `${where}: transformationMatrix: expected 16 finite numbers`);
  }

  /** The key of a template's mesh for objects of a type; the mesh is made on first use. */
  private templateOf(template: unknown, type: string, where: string): string {
    const [first] = this.city.documents;
    const geometry = typeof template === 'number' ? first.templates?.geometries[template] : undefined;
    if (!isObject(geometry) || !hasSurfaces(geometry))
      throw fileFault(
        this.options.file,
        `${where}: template: found ${showValue(template)}, expected the number of a geometry template`,
      );
    const key = JSON.stringify([template, type]);
    if (!this.templates.has(key)) {
      this.templateVertices ??= templateVertices(first, this.options.file);
      const vertices = this.templateVertices;
      const mesh = new CityMesh(vertices, this.omitted);
      this.addSurfaces(mesh, { object: '', type }, geometry, vertices.length / 3, 0);
      this.countTriangles(template, mesh);
      this.templates.set(key, mesh);
    }
    return key;
  }

  /**
   * Counts a template's triangles, or those added by a further type of objects. Throws UserError if these are too many.
   */
  private countTriangles(template: unknown, { triangleCount }: CityMesh): void {
    if (!this.knownTemplates.has(template)) this.ownTriangles += triangleCount;
    else this.repeatedTriangles += triangleCount;
    this.knownTemplates.add(template);
    if (this.repeatedTriangles > REPEATED_TRIANGLES_MAX + REPEATED_EACH_MAX * this.ownTriangles)
      throw fileFault(
        this.options.file,
        `objects of many types use the same templates, each type with ${triangleCount} triangles of its own`,
        'Give the objects of a template one type.',
      );
  }

  private model(): Model {
    const numbers = new Map([...this.templates.keys()].map((key, k) => [key, 1 + k]));
    const meshes = [this.mesh.finish(''), ...[...this.templates.values()].map((mesh) => mesh.finish('', 'used'))];
    const own: MeshInstance = { mesh: 0, name: '', transform: IDENTITY };
    const placed = this.placements.map(({ template, ...rest }) => ({ mesh: numbers.get(template) ?? 0, ...rest }));
    const { crs } = this.city;
    return {
      meshes,
      materials: this.materials.list,
      instances: [own, ...placed],
      ...(crs !== undefined && { crs }),
    };
  }

  private noSuchLevel(lod: string): UserError {
    const known = [...this.levels].filter((level) => level !== '').toSorted();
    const found = known.length === 0 ? 'it states no levels' : `it has ${known.join(', ')}`;
    return fileFault(this.options.file, `no object has the level of detail ${lod}; ${found}`);
  }

  /** Names everything that was left out. */
  private report(): void {
    const {
      shortSurfaces,
      largeSurfaces,
      tangledSurfaces,
      doubtfulSurfaces,
      closures,
      otherGeometries,
      unleveled,
      lastRows,
    } = this.omitted;
    const warn = (count: number, text: string) => {
      if (count > 0) this.options.log.warn(`${this.options.file}: ${count} ${text}`);
    };
    warn(shortSurfaces, 'surfaces have fewer than three corners and were left out');
    warn(largeSurfaces, 'surfaces have more corners than can be cut into triangles (30,000) and were left out');
    warn(
      tangledSurfaces,
      'surfaces cross themselves more often than they have corners, or have too many holes, and were left out: cut them into simple ones',
    );
    warn(doubtfulSurfaces, 'surfaces cross themselves: parts of them may be missing, or too large');
    warn(closures, 'surfaces are closures, which exist in the model but not in the world: they were left out');
    warn(otherGeometries, 'geometries are points or lines, which no beam can hit: they were left out');
    warn(
      lastRows,
      'transformationMatrix have another last row than 0, 0, 0, 1, which is left out: they are row by row, with the shift in numbers 4, 8 and 12',
    );
    warn(unleveled, `objects do not have the level of detail ${this.options.lod} and were left out`);
    if (this.city.hasAppearance)
      this.options.log.warn(`${this.options.file}: its appearance (colours and textures) is not read`);
  }
}

/** The materials of a city: one for each name and class, named after the semantic surface or else the object's type. */
class CityMaterials {
  readonly list: Material[] = [];
  private readonly known = new Map<string, number>();

  index(name: string, classification: number | undefined): number {
    const key = JSON.stringify([name, classification]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const material = { ...plainMaterial(name), ...(classification !== undefined && { classification }) };
    const index = this.list.push(material) - 1;
    this.known.set(key, index);
    return index;
  }
}
