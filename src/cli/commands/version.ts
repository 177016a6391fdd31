import { buildTime, version as versionNumber } from '../../version.js';
import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { switchFlag } from '../flags/flag.js';

export const version = defineCommand({
  arguments: [],
  flags: { json: switchFlag('print version, build time and platform as JSON') },
  examples: ['svc version', 'svc version --json'],
  exitCodes: [[EXIT.ok, 'the version was printed']],
  async run({ flags, terminal, context }) {
    const info = { version: versionNumber, buildTime, ...context.system };
    const text = flags.json ? JSON.stringify(info, null, 2) : `svc ${versionNumber}\nbuilt ${buildTime}`;
    await terminal.payload(`${text}\n`);
    return EXIT.ok;
  },
});
