import { decode } from 'fast-png';
import { expect, it } from 'vitest';
import { describePages } from '../../support/describe-pages.js';
import { dropFiles } from '../../support/journeys/drop-files.js';
import { pictureDifference } from '../../support/picture-difference.js';
import { openStudio, serveStudio, typeText } from '../../support/studio-page.js';
import { viewPicture } from '../../support/view-picture.js';

const PLATE = 'v -2 0 -1.5\nv 2 0 -1.5\nv 2 0 1.5\nv -2 0 1.5\nf 1 2 3\nf 1 3 4\n';
const WALL = PLATE.replaceAll(/-?2 0/g, (x) => x.replace('2 0', '9 4'));
const SURVEY = `scene:
  parts:
    - { name: wall, file: wall.obj }
    - { name: plate, file: plate.obj, motion: { velocity: [4, 0, 0], start: 0.5 } }
scanner: velodyne-vlp-16
legs:
  - { name: first, position: [0, -6, 0], duration: 0.8 }
  - { name: second, position: [1, -6, 0], duration: 0.4, pause: 0.8 }
output: [plate.las]
`;

describePages('the time line of the studio', () => {
  it('shows what moves where it is, plays it, and goes to the time of a pulse that is explained', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address, { viewport: { width: 920, height: 600 } });
    const { page } = studio;
    await page.getByRole('button', { name: /^Empty scene/ }).waitFor();
    await dropFiles(page, { 'plate.yaml': SURVEY, 'wall.obj': WALL, 'plate.obj': PLATE });
    const line = page.getByRole('region', { name: 'Time line' });
    const slider = line.getByRole('slider', { name: 'Time' });
    await slider.waitFor();
    const valueText = () => slider.getAttribute('aria-valuetext');
    expect(await valueText()).toBe('0.00 seconds, first');
    expect(Number(await slider.getAttribute('max'))).toBeCloseTo(2, 3);
    const begin = decode(await viewPicture(page));

    await slider.press('PageUp');
    expect(await valueText()).toBe('1.60 seconds, second');
    const second = decode(await viewPicture(page));
    expect(pictureDifference(begin, second).share).toBeGreaterThan(0.01);
    await slider.press('ArrowLeft');
    await slider.press('Shift+ArrowRight');
    expect(await valueText()).toBe('1.51 seconds');

    await line.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
    await line.getByRole('button', { name: 'Play' }).click();
    await expect.poll(valueText).not.toBe('1.51 seconds');
    await page.getByRole('button', { name: /^Select/ }).focus();
    await page.keyboard.press('k');
    await line.getByRole('button', { name: 'Play' }).waitFor();
    await slider.press('k');
    await line.getByRole('button', { name: 'Stop' }).waitFor();
    await slider.press('Home');
    expect(await valueText()).toBe('0.00 seconds, first');
    await line.getByRole('button', { name: 'Play' }).waitFor();

    await page.getByRole('button', { name: 'plate', exact: true }).click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByText('at 4 m/s, from 0.5 s').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: /^Save plate\.las/ }).waitFor();
    const canvas = page.getByRole('main').locator('canvas');
    const { width, height } = (await canvas.boundingBox())!;
    const pulse = inspector.getByText(/^Pulse [\d,]+ of /);
    for (let k = 0; k < 30 && (await pulse.count()) === 0; k++) {
      await canvas.click({ position: { x: width * (0.45 + 0.004 * k), y: height * (0.4 + 0.006 * k) } });
      await pulse.waitFor({ timeout: 1500 }).catch(() => {});
    }
    const [, leg, after] = /of (\w+), ([\d.]+) s after its start/.exec(await pulse.innerText())!;
    const seen = Number(after) + (leg === 'second' ? 1.6 : 0);
    await expect.poll(async () => Number(await slider.inputValue())).toBeCloseTo(seen, 4);

    await typeText(page, SURVEY.replace(/, motion: [^}]*}/, ''));
    await line.waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  });
});
