import { existsSync, readdirSync } from 'node:fs';
import type { VisibleGpus } from './vulkan-remedy.js';

/** Files by which container engines mark their containers: Docker's, Podman's. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/** The GPUs that this process can see on Linux. */
export function visibleGpus(): VisibleGpus {
  return {
    nvidia: existsSync('/dev/nvidiactl'),
    render: listed('/dev/dri').some((name) => name.startsWith('renderD')),
    // Kubernetes sets the variable in every container of a pod.
    container: CONTAINER_MARKS.some(existsSync) || process.env.KUBERNETES_SERVICE_HOST !== undefined,
  };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
