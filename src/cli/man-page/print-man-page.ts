import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { version } from '../../version.js';
import { manPage } from './man-page.js';

/** Called by the build, which puts the page into the package. */
export const printManPage = defineCommand({
  arguments: [],
  flags: {},
  examples: ['svc __man | man -l -'],
  exitCodes: [[EXIT.ok, 'always']],
  async run({ root, terminal }) {
    await terminal.payload(await manPage(root, version));
    return EXIT.ok;
  },
});
