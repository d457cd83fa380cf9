// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are the bytes of binary files.
import { latin1 } from '../../base/latin1.js';
import { endingOf } from '../../base/text.js';
import { CLOUD_KINDS, type CloudKind } from '../../io/cloud-kinds.js';

/** A kind of files that are not scene files. */
export interface FileKind {
  /** Name with its article: "a PDF". */
  name: string;
  endings: readonly string[];
  /** First bytes, each as one character; absent: only the ending is known. */
  signature?: RegExp;
  /** Advice on getting a scene from such a file. */
  hint: string;
}

const EXPORT = 'Export it as glTF (.glb), OBJ or PLY from the program that wrote it.';
const CONVERT = 'Open it in Blender and export it as glTF (.glb).';
const CLOUD =
  'A scan needs surfaces: make voxels of the points (voxels: { size: 0.1 }), or a mesh, and save it as PLY or OBJ.';
const UNPACK = 'Unpack it, and name the scene file in it.';
const PICTURE = 'Name the scene file; its material library names the pictures.';

/** Files that users may take for scene files. The first match counts: containers come after their contents. */
const FILE_KINDS: readonly FileKind[] = [
  {
    name: 'a Git LFS pointer, not the file itself',
    endings: [],
    signature: /^version https:\/\/git-lfs/,
    hint: 'Fetch the file with: git lfs pull',
  },
  { name: 'a MagicaVoxel file', endings: [], signature: /^VOX [\x96\xc8]\0\0\0/, hint: EXPORT },
  { name: 'an Autodesk FBX file', endings: ['.fbx'], signature: /^(Kaydara FBX Binary|; FBX )/, hint: CONVERT },
  { name: 'a COLLADA file', endings: ['.dae'], signature: /^[\s\S]{0,400}<COLLADA/, hint: CONVERT },
  { name: 'a Blender file', endings: ['.blend'], signature: /^BLENDER/, hint: CONVERT },
  {
    name: 'a recording of messages (MCAP)',
    endings: ['.mcap'],
    signature: /^\x89MCAP0\r\n/,
    hint: 'Foxglove shows it; for a cloud, have frames written as .pcd or .las.',
  },
  {
    name: 'a SketchUp file',
    endings: ['.skp'],
    signature: /^\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p/,
    hint: 'Export it as glTF, COLLADA or OBJ from SketchUp.',
  },
  { name: 'a 3D Studio file', endings: ['.3ds'], signature: /^MM[\s\S]{4}(\x02\0|==)/, hint: CONVERT },
  { name: 'a 3ds Max file', endings: ['.max'], hint: EXPORT },
  { name: 'a Maya file', endings: ['.ma', '.mb'], signature: /^\/\/Maya ASCII/, hint: EXPORT },
  {
    name: 'an IFC building model',
    endings: ['.ifc', '.ifczip'],
    signature: /^ISO-10303-21;[\s\S]*FILE_SCHEMA\s*\(\s*\(\s*'IFC/i,
    hint: 'Convert it with IfcConvert (IfcOpenShell): IfcConvert model.ifc model.glb',
  },
  { name: 'a STEP file', endings: ['.step', '.stp'], signature: /^ISO-10303-21;/, hint: EXPORT },
  { name: 'a USD scene', endings: ['.usd', '.usda', '.usdc'], signature: /^(PXR-USDC|#usda)/, hint: CONVERT },
  { name: 'a USDZ archive', endings: ['.usdz'], hint: CONVERT },
  { name: 'an Alembic file', endings: ['.abc'], signature: /^Ogawa/, hint: CONVERT },
  { name: 'a VRML or X3D scene', endings: ['.wrl', '.x3d'], signature: /^(#VRML|[\s\S]{0,400}<X3D)/, hint: CONVERT },
  { name: 'a Rhino file', endings: ['.3dm'], signature: /^3D Geometry File Format/, hint: EXPORT },
  { name: 'an AutoCAD drawing', endings: ['.dwg', '.dxf'], signature: /^(AC10\d\d|\s*0\r?\nSECTION)/, hint: EXPORT },
  { name: 'a 3MF file', endings: ['.3mf'], hint: EXPORT },
  {
    name: 'a CityGML file',
    endings: ['.gml', '.citygml'],
    signature: /^\s*<[\s\S]{0,4000}(citygml|CityModel)/,
    hint: 'Convert it to CityJSON with citygml-tools: citygml-tools to-cityjson city.gml',
  },
  { name: 'a KML file', endings: ['.kml', '.kmz'], signature: /^\s*<[\s\S]{0,400}<kml/, hint: EXPORT },
  { name: 'a LAS or LAZ point cloud', endings: ['.las', '.laz'], signature: CLOUD_KINDS.las.signature, hint: CLOUD },
  { name: 'a PCD point cloud', endings: ['.pcd'], signature: CLOUD_KINDS.pcd.signature, hint: CLOUD },
  { name: 'an E57 point cloud', endings: ['.e57'], signature: CLOUD_KINDS.e57.signature, hint: CLOUD },
  { name: 'a text of points', endings: ['.xyz', '.pts', '.ptx'], hint: CLOUD },
  {
    name: 'a binary file, whose numbers are none of a scene',
    endings: ['.bin'],
    hint: 'Of glTF, name the .gltf file. Of a frame of KITTI or nuScenes, make voxels of the points (voxels: { size: 0.1 }).',
  },
  ...Object.values(CLOUD_KINDS as Record<string, CloudKind>).map(({ title, endings, signature }) => ({
    name: `a cloud of points (${title})`,
    endings,
    signature,
    hint: CLOUD,
  })),
  {
    name: 'a trajectory',
    endings: ['.tum', '.sbet', '.nmea', '.trj'],
    hint: 'A leg follows it: trajectory: { file: … }.',
  },
  { name: 'a set of 3D Tiles', endings: ['.b3dm', '.i3dm'], signature: /^(b3dm|i3dm|pnts|cmpt)/, hint: EXPORT },
  {
    name: 'a GeoJSON file',
    endings: ['.geojson'],
    signature: /^\s*\{[\s\S]*"(FeatureCollection|Feature)"/,
    hint: EXPORT,
  },
  { name: 'a shapefile', endings: ['.shp'], signature: /^\0\0\x27\x0a\0/, hint: EXPORT },
  { name: 'an SQLite database (GeoPackage)', endings: ['.gpkg'], signature: /^SQLite format 3/, hint: EXPORT },
  { name: 'a PNG image', endings: ['.png'], signature: /^\x89PNG/, hint: PICTURE },
  { name: 'a JPEG image', endings: ['.jpg', '.jpeg'], signature: /^\xff\xd8\xff/, hint: PICTURE },
  { name: 'a material library', endings: ['.mtl'], hint: 'Name the OBJ file that it belongs to.' },
  { name: 'a PDF', endings: ['.pdf'], signature: /^%PDF/, hint: EXPORT },
  {
    name: 'a web page',
    endings: ['.html', '.htm'],
    signature: /^\s*<(!doctype html|html)/i,
    hint: 'It is what a server answered instead of the file: download the file again.',
  },
  { name: 'an HDF5 file', endings: ['.h5', '.hdf5'], signature: /^\x89HDF/, hint: EXPORT },
  { name: 'a 7z archive', endings: ['.7z'], signature: /^7z\xbc\xaf/, hint: UNPACK },
  { name: 'a RAR archive', endings: ['.rar'], signature: /^Rar!/, hint: UNPACK },
  { name: 'a bzip2 file', endings: ['.bz2'], signature: /^BZh\d/, hint: UNPACK },
  { name: 'an xz file', endings: ['.xz'], signature: /^\xfd7zXZ/, hint: UNPACK },
  { name: 'a Zstandard file', endings: ['.zst'], signature: /^\x28\xb5\x2f\xfd/, hint: UNPACK },
  { name: 'a ZIP archive', endings: ['.zip'], signature: /^PK\x03\x04/, hint: UNPACK },
  { name: 'an XML file', endings: ['.xml'], signature: /^\s*<\?xml/, hint: EXPORT },
];

/** Kinds that are ZIP archives inside. */
const ZIPPED = ['.usdz', '.3mf', '.kmz', '.skp', '.ifczip'];

/** The kind of files with the ending of `path`, or undefined. */
export const kindOfEnding = (path: string): FileKind | undefined =>
  FILE_KINDS.find(({ endings }) => endings.includes(endingOf(path)));

/** The kind of a file with these first bytes; the ending distinguishes kinds with the same first bytes. */
export function kindOfContent(path: string, head: Uint8Array): FileKind | undefined {
  const text = latin1(head);
  const ofEnding = kindOfEnding(path);
  if (/^PK\x03\x04/.test(text) && ZIPPED.includes(endingOf(path))) return ofEnding;
  return FILE_KINDS.find(({ signature }) => signature?.test(text));
}
