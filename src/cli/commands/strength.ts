import { ServiceError } from '../../errors.js';
import { defineCommand } from '../command/command.js';
import { exitCodeOfInterruption, withInterruption } from '../command/interruption.js';
import { PATHS, STDIN } from '../command/request-paths.js';
import { STRENGTH_FLAGS } from '../flags/strength-flags.js';
import { EXIT } from '../process/exit-code.js';

export const strength = defineCommand({
  arguments: [
    {
      ...PATHS,
      meaning:
        'files (.http, .rest, .spec) or directories; a.http:13 is one request; the current directory when none is given',
    },
  ],
  flags: STRENGTH_FLAGS,
  examples: [
    'svc strength tests/',
    'svc strength --run -e staging --min 80 orders.http',
    'svc strength --fix --dry-run orders.http',
    'svc strength --json --report html=out/strength.html tests/',
  ],
  exitCodes: [
    [EXIT.ok, 'the score was measured, and --min is reached'],
    [EXIT.failed, 'the score is below --min, or with --run no request passed'],
    [EXIT.requestFile, 'a request file or a dependency is missing or has errors'],
    [EXIT.input, 'no response is stored, another file has errors, or a file cannot be written'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  async run(invocation) {
    const { flags, positionals, context } = invocation;
    const { json, output = 'console' } = flags;
    if (positionals.includes(STDIN))
      throw new ServiceError('usage', 'svc strength cannot read standard input (-); give it files');
    if (json && flags.output !== undefined && output !== 'json')
      throw new ServiceError('usage', `--json and --output ${output} exclude each other`);
    if (flags['dry-run'] && (json || output !== 'console') && flags['output-file'] === undefined)
      throw new ServiceError('usage', '--dry-run prints a diff; give the report a file with --output-file');
    return withInterruption(context, async (interruption) => {
      try {
        const { runStrength } = await import('../strength/run-strength.js');
        return await runStrength(invocation, interruption);
      } catch (error) {
        return exitCodeOfInterruption(error, interruption);
      }
    });
  },
});
