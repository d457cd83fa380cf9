import type { Page } from 'playwright-core';

/** Hides everything over the view, whose fonts are those of the machine. */
const WITHOUT_TEXT =
  '.labels, .earlier, .legend, .measure-box, .notices, .view-tools, .view-scale, .time-line { visibility: hidden }';

/** The view alone as a PNG, once it is complete. Throws Error if it changes for long. */
export async function viewPicture(page: Page): Promise<Buffer> {
  const canvas = page.getByRole('main').locator('canvas');
  const take = () => canvas.screenshot({ style: WITHOUT_TEXT });
  let before = await take();
  for (let k = 0; k < 30; k++) {
    const now = await take();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('the picture changes all the time');
}
