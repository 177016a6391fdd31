import type { TestProject } from 'vitest/node';
import { describeBrowser, findBrowser, NO_BROWSER } from '../../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browserPath: string;
  }
}

/** One search for all files; `npm test` has found one already and names it. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findBrowser();
  if (found === undefined) throw new Error(NO_BROWSER);
  console.log(`browser: ${describeBrowser(found)}`);
  project.provide('browserPath', found.path);
}
