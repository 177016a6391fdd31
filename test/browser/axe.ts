/** What axe-core finds in a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, ImpactValue, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SEVERE_IMPACTS: ReadonlySet<ImpactValue> = new Set(['serious', 'critical']);

export async function loadAxe(page: Page): Promise<void> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // By way of the debugger: the policy of the page refuses what is not its own.
  await page.evaluate(axe);
}

/** As the buttons of the browser do it; loading the page and axe for every view would take longer than the checks. */
export async function showView(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
}

export interface Found extends Pick<AxeResults, 'violations'> {
  /** Number of rules. */
  readonly passed: number;
}

/** Describing every element that is as it should be would take most of the time. */
export async function runAxe(page: Page, options: RunOptions): Promise<Found> {
  const given = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const script = `axe.run(${given}).then(({ violations, passes }) => ({ violations, passed: passes.length }))`;
  return page.evaluate<Found>(script);
}

export function severeViolations(name: string, { violations }: Found): readonly string[] {
  return violations.filter(isSevere).flatMap((violation) => lines(name, violation));
}

function isSevere({ impact }: AxeResults['violations'][number]): boolean {
  return impact !== undefined && SEVERE_IMPACTS.has(impact);
}

function lines(path: string, { id, nodes }: AxeResults['violations'][number]): string[] {
  return nodes.map(({ html, any }) => `${path} ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`);
}
