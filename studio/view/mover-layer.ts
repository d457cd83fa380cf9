import { bodyPoseAt, createBodyPose, type ViewedMoverPlacement, type ViewedMovers } from 'subray/browser';
import { DynamicDrawUsage, Group, InstancedMesh, Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { matrixOf, type SceneLayer } from './scene-layer.js';

type Place = readonly [number, number, number];

/** A mesh on bodies that move. */
interface Drawn {
  object: Mesh | InstancedMesh;
  /** Frame of the mesh to that of the body, and the body's motion, a place each. */
  places: { inBody: Matrix4; motion: number }[];
}

/** The body of a motion in the frame of the scene's viewer. */
interface Body {
  matrix: Matrix4;
  isVisible: boolean;
}

/** What moves in a scene, in the scene's layer, where it is at a moment; what is hidden then is not drawn. */
export class MoverLayer {
  readonly object = new Group();
  private drawn: Drawn[] = [];
  private movers: ViewedMovers | undefined;
  private origin: Place = [0, 0, 0];
  private bodies: Body[] = [];
  private readonly pose = createBodyPose();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix4();

  /** Shows the movers of the scene that a layer shows, `origin` of which is its viewer's; undefined: none. */
  show(scene: SceneLayer, movers: ViewedMovers | undefined, origin: Place): void {
    for (const { object } of this.drawn) if (object instanceof InstancedMesh) object.dispose();
    this.object.clear();
    this.movers = movers;
    this.origin = origin;
    this.bodies = (movers?.motions ?? []).map(() => ({ matrix: new Matrix4(), isVisible: false }));
    this.drawn = (movers?.placements ?? []).map((placement) => drawnOf(scene, placement));
    for (const { object } of this.drawn) this.object.add(object);
    scene.object.add(this.object);
  }

  /** Puts all where they are at `time`, seconds of the scene's clock. */
  placeAt(time: number): void {
    this.moveBodies(time);
    for (const { object, places } of this.drawn)
      if (object instanceof InstancedMesh) this.placeMany(object, places);
      else this.placeOne(object, places[0]);
  }

  /** Placements of those that are seen at `time`, as those of a scene that stands. */
  placementsAt(time: number): Omit<ViewedMoverPlacement, 'motions'>[] {
    this.moveBodies(time);
    return (this.movers?.placements ?? []).map(({ mesh, materials, objects, transforms, motions }) => {
      const each = materials.length;
      const seen = Array.from(motions.keys()).filter((place) => this.bodies[motions[place]].isVisible);
      const rowsOf = (place: number) =>
        rowsOfMatrix(
          this.matrix.multiplyMatrices(
            this.bodies[motions[place]].matrix,
            matrixOf(transforms.subarray(12 * place, 12 * place + 12)),
          ),
        );
      return {
        mesh,
        materials,
        objects: Uint32Array.from(seen.flatMap((place) => [...objects.subarray(each * place, each * (place + 1))])),
        transforms: Float32Array.from(seen.flatMap(rowsOf)),
      };
    });
  }

  private moveBodies(time: number): void {
    const { pose, position, turn, origin } = this;
    for (const [k, motion] of (this.movers?.motions ?? []).entries()) {
      bodyPoseAt(motion, time, pose);
      const body = this.bodies[k];
      body.isVisible = pose.isVisible;
      if (!pose.isVisible) continue;
      const [x, y, z] = pose.position;
      position.set(x - origin[0], y - origin[1], z - origin[2]);
      body.matrix.compose(position, turn.fromArray(pose.orientation), UNSCALED);
    }
  }

  private placeOne(object: Mesh, { motion, inBody }: Drawn['places'][number]): void {
    const { matrix, isVisible } = this.bodies[motion];
    object.visible = isVisible;
    object.matrix.multiplyMatrices(matrix, inBody);
    object.matrixWorldNeedsUpdate = true;
  }

  private placeMany(object: InstancedMesh, places: Drawn['places']): void {
    object.count = 0;
    for (const { motion, inBody } of places) {
      const { matrix, isVisible } = this.bodies[motion];
      if (isVisible) object.setMatrixAt(object.count++, this.matrix.multiplyMatrices(matrix, inBody));
    }
    object.instanceMatrix.needsUpdate = true;
  }
}

const UNSCALED = new Vector3(1, 1, 1);

function drawnOf(scene: SceneLayer, placement: ViewedMoverPlacement): Drawn {
  const { geometry, materials } = scene.dressed(placement);
  const { motions, transforms } = placement;
  const places = Array.from(motions, (motion, k) => ({
    motion,
    inBody: matrixOf(transforms.subarray(12 * k, 12 * k + 12)),
  }));
  const object = places.length === 1 ? new Mesh(geometry, materials) : many(geometry, materials, places.length);
  object.matrixAutoUpdate = false;
  return { object, places };
}

function many(...[geometry, materials, count]: ConstructorParameters<typeof InstancedMesh>): InstancedMesh {
  const object = new InstancedMesh(geometry, materials, count);
  object.instanceMatrix.setUsage(DynamicDrawUsage);
  // Where they are changes with each picture.
  object.frustumCulled = false;
  return object;
}

/** The first three rows of a matrix. */
function rowsOfMatrix({ elements }: Matrix4): number[] {
  return [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => elements[4 * column + row]));
}
