import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackChromium } from './unpack-chromium.js';

/**
 * Environment variables with which Dawn finds the software GPU SwiftShader, out of a dev dependency. They must be set
 * before a process starts: the dynamic linker reads its search path once. Empty if a Vulkan driver has been chosen
 * already, or if this machine cannot run SwiftShader (Linux x64 only).
 */
export async function softwareVulkan(env: NodeJS.ProcessEnv = process.env): Promise<Record<string, string>> {
  if (env.VK_ICD_FILENAMES) return {};
  const folder = await unpackChromium('vulkan', ['swiftshader.tar.br']);
  if (!folder) return {};
  return {
    LD_LIBRARY_PATH: env.LD_LIBRARY_PATH ? `${folder}:${env.LD_LIBRARY_PATH}` : folder,
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR || tmpdir(),
  };
}
