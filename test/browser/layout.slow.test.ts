import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';

useBrowser();

const FILES = {
  'shop/orders-of-all-customers.http':
    '### One\nGET http://127.0.0.1:1/\n\n### Two\nGET http://127.0.0.1:1/two\n',
};
const FILE = '/files/shop/orders-of-all-customers.http';

/** Buttons, links and fields that are cut off by the window or by a part of the page that does not scroll. */
const CUT_OFF = `(() => {
  const cut = [];
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll('button, a, input, select')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || element.closest('.sr-only, .skip-link')) continue;
    let left = 0;
    let right = innerWidth;
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (scrolls(around)) { left = -Infinity; right = Infinity; break; }
      if (getComputedStyle(around).overflowX === 'visible') continue;
      const edge = around.getBoundingClientRect();
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
    }
    if (box.left < left - 1 || box.right > right + 1)
      cut.push((element.getAttribute('aria-label') || element.textContent || element.tagName).trim());
  }
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const moved = [...document.querySelectorAll('.split-part')].filter((part) => part.scrollLeft !== 0);
  return [...cut, ...wide, ...moved.map((part) => 'moved sideways: ' + part.className)];
})()`;

async function cutOffAt(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 });
  const found = await page.evaluate<readonly string[]>(CUT_OFF);
  return found.map((text) => `${width}: ${text}`);
}

/** From a phone to a wide screen; more closely where the editor and the results share a row with little room. */
const WIDTHS = [
  ...Array.from({ length: 16 }, (_, step) => 390 + step * 40),
  ...Array.from({ length: 13 }, (_, step) => 1001 + step * 10),
  ...[1180, 1280, 1440, 1600],
];

describe('the parts of the page', () => {
  it('cut nothing off at any width', async () => {
    const { origin } = await startServer({ web: true, files: FILES });
    const { page } = await openPage(origin, FILE);
    await page.locator('.cm-content').waitFor();
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByText('2 failed').first().waitFor();
    const cut: string[] = [];
    for (const width of WIDTHS) cut.push(...(await cutOffAt(page, width)));
    for (const view of ['Stress', 'Mock', 'Contract', 'Import', 'History', 'Environments', 'Settings']) {
      await page.locator('.rail').getByText(view).click();
      await page.locator('.main > :not(.waiting)').waitFor();
      for (const width of [390, 721, 1050]) {
        cut.push(...(await cutOffAt(page, width)).map((text) => `${view} ${text}`));
      }
    }
    expect(cut).toEqual([]);
  });

  it('are resized and hidden by pointer and keys, and stay so after a reload', async () => {
    const { origin } = await startServer({ web: true, files: FILES });
    const { page } = await openPage(origin, FILE);
    await page.locator('.cm-content').waitFor();
    const sidebar = page.locator('.sidebar');
    const widthOf = async (): Promise<number> => Math.round((await sidebar.boundingBox())?.width ?? 0);
    const border = page.getByRole('separator', { name: 'Resize files' });
    const before = await widthOf();
    const box = await border.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 0.5, 300);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 90, 300, { steps: 3 });
    await page.mouse.up();
    const dragged = await widthOf();
    expect(dragged - before).toBeGreaterThan(80);
    await border.press('ArrowLeft');
    expect(await widthOf()).toBe(dragged - 16);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await widthOf()).toBe(dragged - 16);

    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+B');
    await sidebar.waitFor({ state: 'hidden' });
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await sidebar.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show the files' }).click();
    await border.dblclick();
    await sidebar.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Show the files' }).click();
    await sidebar.waitFor();

    const results = page.getByRole('region', { name: 'Results' });
    await page.keyboard.press('Control+J');
    await results.waitFor({ state: 'hidden' });
    await page.getByText('Show the results').click();
    await results.waitFor();
    await page.keyboard.press('Control+J');
    await results.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Run file' }).click();
    await results.getByText('2 failed').waitFor();
  });
});
