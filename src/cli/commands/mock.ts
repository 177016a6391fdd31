import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { MOCK_FLAGS } from '../flags/mock-flags.js';
import { PATHS } from '../command/request-paths.js';
import { withInterruption } from '../command/interruption.js';

export const mock = defineCommand({
  arguments: [
    {
      ...PATHS,
      meaning: 'files (.http, .rest, .spec), directories, or OpenAPI descriptions (.yaml, .json)',
      required: true,
      unlessFlag: 'proxy',
      complete: { extensions: ['http', 'rest', 'spec', 'yaml', 'yml', 'json'] },
    },
  ],
  flags: MOCK_FLAGS,
  examples: [
    'svc mock tests/',
    'svc mock --port 0 --delay 250ms --watch orders.http',
    'svc mock --strict --cors --json orders.http',
    'svc mock --proxy http://localhost:9000 --record recorded.http',
    'svc mock --state state.json orders.http',
    'svc mock openapi.yaml',
    'svc mock --require-used --fail-on-unmatched tests/',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM'],
    [EXIT.failed, '--require-used: a route was never used; --fail-on-unmatched: a request had no route'],
    [
      EXIT.requestFile,
      'a request file is missing, has errors or a request that svc cannot run; --strict refused a response',
    ],
    [EXIT.input, 'another file is missing or has errors, or the port cannot be used'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  run(invocation) {
    return withInterruption(invocation.context, async ({ signal }) => {
      const { serveMock } = await import('../mock/serve-mock.js');
      return serveMock(invocation, signal);
    });
  },
});
