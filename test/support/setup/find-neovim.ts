import type { TestProject } from 'vitest/node';
import {
  describeNeovim,
  findNeovim,
  NO_NEOVIM,
  type FoundNeovim,
} from '../../../scripts/machines/neovim.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly neovim: FoundNeovim;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const found = await findNeovim();
  if (found === undefined) throw new Error(`There is no Neovim that starts: ${NO_NEOVIM}`);
  console.log(`editor: ${describeNeovim(found)}`);
  project.provide('neovim', found);
}
