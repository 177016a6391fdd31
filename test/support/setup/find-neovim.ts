import type { TestProject } from 'vitest/node';
import { describeNeovim, findNeovim, NO_NEOVIM } from '../../../scripts/machines/neovim.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the program. */
    readonly neovim: string;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const found = await findNeovim();
  if (found === undefined) throw new Error(NO_NEOVIM);
  console.log(`editor: ${describeNeovim(found)}`);
  project.provide('neovim', found.path);
}
