import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { TestStudio } from '../../server/studio.js';
import { describePages } from '../../support/describe-pages.js';
import { whatIfJourney } from '../../support/journeys/what-if.js';
import { openStudio } from '../../support/studio-page.js';

describePages('what if, in the studio of a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));

  it('compares runs, keeps a stopped one, and has all of it after a reload, as a tab alone does', async () => {
    const { server } = await TestStudio.open({ survey: undefined });
    await using studio = await openStudio(server.address);
    await whatIfJourney(studio, folder);
  });
});
