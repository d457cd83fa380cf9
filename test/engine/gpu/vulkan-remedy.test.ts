import { describe, expect, it } from 'vitest';
import { vulkanRemedy } from '../../../src/engine/gpu/vulkan-remedy.js';

const NOTHING = { nvidia: false, render: false, container: false };
const NVIDIA = { ...NOTHING, nvidia: true };
const IN_DOCKER = { ...NVIDIA, container: true };

const NO_LOADER = "Couldn't load Vulkan: libvulkan.so.1: cannot open shared object file: No such file or directory";
const NO_DRIVERS = 'vkCreateInstance: Found no drivers!';
const NO_LIBRARY = 'libGLX_nvidia.so.0: cannot open shared object file: No such file or directory';
const NO_START =
  "loader_scanned_icd_add: Could not get 'vkCreateInstance' via 'vk_icdGetInstanceProcAddr' for ICD libGLX_nvidia.so.0";

// The complaints are those of Dawn (webgpu 0.6.2), the loader and NVIDIA's driver 580.159.
describe('vulkanRemedy', () => {
  it.each([
    ['no loader', NO_LOADER, NVIDIA, 'apt install libvulkan1'],
    ['no driver for an AMD or Intel GPU', NO_DRIVERS, { ...NOTHING, render: true }, 'apt install mesa-vulkan-drivers'],
    ['no driver for an NVIDIA GPU', NO_DRIVERS, NVIDIA, "install NVIDIA's driver"],
    ['a container without graphics', NO_DRIVERS, IN_DOCKER, '-e NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics'],
    ['a driver file without its library', NO_LIBRARY, IN_DOCKER, 'NVIDIA_DRIVER_CAPABILITIES'],
    ['the same outside a container', NO_LIBRARY, NVIDIA, "install NVIDIA's driver"],
    ['a driver that cannot start', NO_START, IN_DOCKER, 'apt install libegl1 libglvnd0'],
    ['a container without any GPU', NO_DRIVERS, { ...NOTHING, container: true }, 'docker run --gpus all'],
    ['a machine without any GPU', NO_DRIVERS, NOTHING, 'no GPU is visible in /dev'],
    ['a wrong variable', 'loader_get_json: Failed to open JSON file /x.json', NVIDIA, 'unset VK_DRIVER_FILES'],
  ])('names the cure of %s', (_, complaint, gpus, cure) => {
    expect(vulkanRemedy(complaint, gpus)).toContain(cure);
  });

  it('knows none of other complaints, or of silence', () => {
    expect(vulkanRemedy('the GPU is on fire', NVIDIA)).toBeUndefined();
    expect(vulkanRemedy(undefined, NVIDIA)).toBeUndefined();
  });
});
