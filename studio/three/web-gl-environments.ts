import { leftOut } from './left-out.js';

/** In place of three's pictures of surroundings that surfaces mirror, with their filters. */
export function WebGLEnvironments() {
  return {
    get(picture: unknown) {
      if (picture) throw leftOut('WebGLEnvironments');
      return picture;
    },
    dispose() {},
  };
}
