/** GPUs that Linux shows to a program. */
export interface VisibleGpus {
  /** Of NVIDIA: `/dev/nvidiactl`. */
  nvidia: boolean;
  /** Of AMD, Intel and others: `/dev/dri/renderD*`. */
  render: boolean;
  /** Whether it runs in a container, which has its own libraries. */
  container: boolean;
}

const NVIDIA_CONTAINER =
  'start the container with docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics';

/** Messages of Dawn and the Vulkan loader, most specific first, and their remedies. */
const REMEDIES: readonly (readonly [message: RegExp, remedy: (gpus: VisibleGpus) => string])[] = [
  [
    /libvulkan\.so\S*: cannot open|couldn't load vulkan/i,
    () => 'install the Vulkan loader (Debian, Ubuntu: apt install libvulkan1; Fedora: dnf install vulkan-loader)',
  ],
  [
    // The driver is installed, but not libraries that it opens itself: seen with 580.159 in a container.
    /vk_icdGetInstanceProcAddr.*libGLX_nvidia/i,
    () => "install the libraries that NVIDIA's driver opens (Debian, Ubuntu: apt install libegl1 libglvnd0)",
  ],
  [
    /libGLX_nvidia\S*: cannot open|failed loading library.*libGLX_nvidia/i,
    ({ container }) => (container ? NVIDIA_CONTAINER : "install NVIDIA's driver with its graphics libraries"),
  ],
  [
    /failed to open json file/i,
    () => 'correct or unset VK_DRIVER_FILES and VK_ICD_FILENAMES, which name the files of Vulkan drivers',
  ],
  [/found no drivers|ERROR_INCOMPATIBLE_DRIVER/i, missingDriver],
];

function missingDriver({ nvidia, render, container }: VisibleGpus): string {
  if (nvidia) return container ? NVIDIA_CONTAINER : "install NVIDIA's driver with its graphics libraries";
  if (render) return 'install a Vulkan driver for the GPU (Debian, Ubuntu: apt install mesa-vulkan-drivers)';
  if (!container) return 'no GPU is visible in /dev: install its driver if there is one';
  return 'no GPU is visible in /dev: pass it into the container (docker run --gpus all, or --device /dev/dri)';
}

/**
 * The cure for a missing adapter on Linux, as an imperative, from the first complaint of Dawn or the Vulkan loader and
 * the GPUs that are visible; undefined if the complaint is not known.
 */
export function vulkanRemedy(complaint: string | undefined, gpus: VisibleGpus): string | undefined {
  const found = REMEDIES.find(([message]) => complaint !== undefined && message.test(complaint));
  return found?.[1](gpus);
}
