import type { Page } from 'playwright-core';

/** For what the server has to notice first. */
export const POLL = { timeout: 60_000, interval: 50 };

/** The tree of files as it is shown: a name and a count of requests each. */
export function rows(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.tree-row')].map((row) =>
    row.querySelector('.tree-name').textContent + ' ' + row.querySelector('.tree-count').textContent)`);
}
