/*
 * Messages of ROS 2 as stated in a recording: the definition, then the definitions of its types, each behind a line of
 * 80 signs (MCAP specification, "Well-known schema encodings", ros2msg). Definitions: common_interfaces, geometry2,
 * rcl_interfaces, and livox_ros_driver2; those of foxglove_msgs are in foxglove-schemas.ts.
 */
import { SCENE_UPDATE, SCENE_UPDATE_TYPES } from './foxglove-schemas.js';

const TIME = ['builtin_interfaces/Time', 'int32 sec\nuint32 nanosec\n'] as const;
const HEADER = ['std_msgs/Header', 'builtin_interfaces/Time stamp\nstring frame_id\n'] as const;

const VECTOR3 = ['geometry_msgs/Vector3', 'float64 x\nfloat64 y\nfloat64 z\n'] as const;
const QUATERNION = ['geometry_msgs/Quaternion', 'float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n'] as const;

const withTypes = (own: string, types: readonly (readonly [string, string])[]): string =>
  [own, ...types.map(([name, text]) => `${'='.repeat(80)}\nMSG: ${name}\n${text}`)].join('');

/** The definitions of the messages that are written, by name. */
export const ROS_SCHEMAS = Object.freeze({
  'sensor_msgs/msg/PointCloud2': withTypes(
    'std_msgs/Header header\nuint32 height\nuint32 width\nsensor_msgs/PointField[] fields\nbool is_bigendian\nuint32 point_step\nuint32 row_step\nuint8[] data\nbool is_dense\n',
    [
      HEADER,
      TIME,
      [
        'sensor_msgs/PointField',
        'uint8 INT8=1\nuint8 UINT8=2\nuint8 INT16=3\nuint8 UINT16=4\nuint8 INT32=5\nuint8 UINT32=6\nuint8 FLOAT32=7\nuint8 FLOAT64=8\nstring name\nuint32 offset\nuint8 datatype\nuint32 count\n',
      ],
    ],
  ),
  'tf2_msgs/msg/TFMessage': withTypes('geometry_msgs/TransformStamped[] transforms\n', [
    [
      'geometry_msgs/TransformStamped',
      'std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform\n',
    ],
    HEADER,
    TIME,
    ['geometry_msgs/Transform', 'geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n'],
    VECTOR3,
    QUATERNION,
  ]),
  'sensor_msgs/msg/LaserScan': withTypes(
    'std_msgs/Header header\nfloat32 angle_min\nfloat32 angle_max\nfloat32 angle_increment\nfloat32 time_increment\nfloat32 scan_time\nfloat32 range_min\nfloat32 range_max\nfloat32[] ranges\nfloat32[] intensities\n',
    [HEADER, TIME],
  ),
  'livox_ros_driver2/msg/CustomMsg': withTypes(
    'std_msgs/Header header\nuint64 timebase\nuint32 point_num\nuint8 lidar_id\nuint8[3] rsvd\nlivox_ros_driver2/CustomPoint[] points\n',
    [
      HEADER,
      TIME,
      [
        'livox_ros_driver2/CustomPoint',
        'uint32 offset_time\nfloat32 x\nfloat32 y\nfloat32 z\nuint8 reflectivity\nuint8 tag\nuint8 line\n',
      ],
    ],
  ),
  'sensor_msgs/msg/Imu': withTypes(
    'std_msgs/Header header\ngeometry_msgs/Quaternion orientation\nfloat64[9] orientation_covariance\ngeometry_msgs/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance\ngeometry_msgs/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance\n',
    [HEADER, TIME, QUATERNION, VECTOR3],
  ),
  'rosgraph_msgs/msg/Clock': withTypes('builtin_interfaces/Time clock\n', [TIME]),
  'foxglove_msgs/msg/SceneUpdate': withTypes(SCENE_UPDATE, [
    ...SCENE_UPDATE_TYPES,
    TIME,
    ['builtin_interfaces/Duration', 'int32 sec\nuint32 nanosec\n'],
    ['geometry_msgs/Pose', 'geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n'],
    ['geometry_msgs/Point', 'float64 x\nfloat64 y\nfloat64 z\n'],
    VECTOR3,
    QUATERNION,
  ]),
});

export type RosSchemaName = keyof typeof ROS_SCHEMAS;
