/*
 * Messages of Foxglove for ROS 2 (foxglove/schemas, schemas/ros2 at f40c12fa, without its comments): a scene of boxes
 * and other primitives. The types of primitives that are never written must be there all the same, since lists of
 * them are.
 */

/** Lines of a definition. */
const lines = (...fields: readonly string[]): string => `${fields.join('\n')}\n`;

const POSE = 'geometry_msgs/Pose pose';
const SIZE = 'geometry_msgs/Vector3 size';
const COLOR = 'foxglove_msgs/Color color';
const TIMESTAMP = 'builtin_interfaces/Time timestamp';

export const SCENE_UPDATE = lines(
  'foxglove_msgs/SceneEntityDeletion[] deletions',
  'foxglove_msgs/SceneEntity[] entities',
);

/** Its types, by name. */
export const SCENE_UPDATE_TYPES: readonly (readonly [string, string])[] = Object.freeze([
  [
    'foxglove_msgs/SceneEntityDeletion',
    lines(TIMESTAMP, 'uint8 MATCHING_ID=0', 'uint8 ALL=1', 'uint8 type', 'string id'),
  ],
  [
    'foxglove_msgs/SceneEntity',
    lines(
      ...[TIMESTAMP, 'string frame_id', 'string id', 'builtin_interfaces/Duration lifetime', 'bool frame_locked'],
      ...['foxglove_msgs/KeyValuePair[] metadata', 'foxglove_msgs/ArrowPrimitive[] arrows'],
      ...['foxglove_msgs/CubePrimitive[] cubes', 'foxglove_msgs/SpherePrimitive[] spheres'],
      ...['foxglove_msgs/CylinderPrimitive[] cylinders', 'foxglove_msgs/LinePrimitive[] lines'],
      ...['foxglove_msgs/TriangleListPrimitive[] triangles', 'foxglove_msgs/TextPrimitive[] texts'],
      'foxglove_msgs/ModelPrimitive[] models',
    ),
  ],
  ['foxglove_msgs/KeyValuePair', lines('string key', 'string value')],
  ['foxglove_msgs/Color', lines('float64 r', 'float64 g', 'float64 b', 'float64 a')],
  [
    'foxglove_msgs/ArrowPrimitive',
    lines(
      ...[POSE, 'float64 shaft_length', 'float64 shaft_diameter', 'float64 head_length', 'float64 head_diameter'],
      COLOR,
    ),
  ],
  ['foxglove_msgs/CubePrimitive', lines(POSE, SIZE, COLOR)],
  ['foxglove_msgs/SpherePrimitive', lines(POSE, SIZE, COLOR)],
  ['foxglove_msgs/CylinderPrimitive', lines(POSE, SIZE, 'float64 bottom_scale', 'float64 top_scale', COLOR)],
  [
    'foxglove_msgs/LinePrimitive',
    lines(
      ...['uint8 LINE_STRIP=0', 'uint8 LINE_LOOP=1', 'uint8 LINE_LIST=2', 'uint8 type', POSE, 'float64 thickness'],
      ...['bool scale_invariant', 'geometry_msgs/Point[] points', COLOR, 'foxglove_msgs/Color[] colors'],
      'uint32[] indices',
    ),
  ],
  [
    'foxglove_msgs/TriangleListPrimitive',
    lines(POSE, 'geometry_msgs/Point[] points', COLOR, 'foxglove_msgs/Color[] colors', 'uint32[] indices'),
  ],
  [
    'foxglove_msgs/TextPrimitive',
    lines(POSE, 'bool billboard', 'float64 font_size', 'bool scale_invariant', COLOR, 'string text'),
  ],
  [
    'foxglove_msgs/ModelPrimitive',
    lines(
      ...[POSE, 'geometry_msgs/Vector3 scale', COLOR, 'bool override_color', 'string url', 'string media_type'],
      'uint8[] data',
    ),
  ],
]);
