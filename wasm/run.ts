// Addresses of what holds for the whole run (Run, Subray and Channel records) and of the leg's program.

export let run: usize = 0;
export let subrays: usize = 0;
export let channels: usize = 0;
export let program: usize = 0;

export function bindRun(runAt: usize, subraysAt: usize, channelsAt: usize, programAt: usize): void {
  run = runAt;
  subrays = subraysAt;
  channels = channelsAt;
  program = programAt;
}
