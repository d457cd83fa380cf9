import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { describePages } from '../../support/describe-pages.js';
import { whatIfJourney } from '../../support/journeys/what-if.js';
import { openStudio, serveStudio } from '../../support/studio-page.js';

describePages('what if, in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));

  it('compares two runs as Node does, shows either or both, keeps a stopped run, and has all of it after a reload', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    await whatIfJourney(studio, folder);
  });
});
