import type { TestProject } from 'vitest/node';
import { BROWSER_VARIABLE, describeBrowser, findBrowser, NO_BROWSER } from '../../../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browserPath: string;
  }
}

/** One search for all files; `npm test` has found one already, printed it and names it here. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findBrowser();
  if (found === undefined) throw new Error(`There is no browser that starts: ${NO_BROWSER}`);
  if (process.env[BROWSER_VARIABLE] === undefined) console.log(`browser: ${describeBrowser(found)}`);
  project.provide('browserPath', found.path);
}
