import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

interface Run {
  readonly passed: number;
  readonly results: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly skipReason: string;
    readonly error: string;
    readonly errorKind: string;
    readonly line: number;
  }[];
}

const FILE = (url: string): string => dedent`
  ### first
  GET ${url}/a

  ### bad
  # @data rows.csv
  POST ${url}/b

  >>>
  exspect status 200
  <<<

  ### needs bad
  # @depends bad
  GET ${url}/c

  ### nothing at all
  hello

  ### last
  GET ${url}/d
`;

it('runs the requests without errors and names the others', async () => {
  const { url, requests } = await loopback(() => ({ text: '{}' }));
  const files = { 'a.http': FILE(url), 'whole.http': `@base ${url}\n\n### a\nGET {{base}}/\n` };
  const server = await startServer({ files, history: true });
  const { until } = await listen(server);
  const run = (json: object) => server.call('POST', '/execute', { json });

  expect((await run({ file: 'a.http' })).status).toBe(400);
  expect(requests).toHaveLength(0);
  const { status, json } = await run({ file: 'a.http', skipInvalid: true });
  expect(status).toBe(200);
  const { results } = json as Run;
  expect(
    results.map(({ name, passed, skipReason, error, errorKind, line }) => ({
      name,
      passed,
      skipReason,
      error,
      errorKind,
      line,
    })),
  ).toEqual([
    { name: 'first', passed: true, skipReason: '', error: '', errorKind: '', line: 1 },
    {
      name: 'bad',
      passed: false,
      skipReason: '',
      error: expect.stringMatching(/^line 9: expected a line/),
      errorKind: 'syntax',
      line: 4,
    },
    {
      name: 'needs bad',
      passed: false,
      skipReason: 'dependency failed: bad',
      error: '',
      errorKind: '',
      line: 12,
    },
    {
      name: 'nothing at all',
      passed: false,
      skipReason: '',
      error: expect.stringMatching(/^line 17: expected a request line/),
      errorKind: 'syntax',
      line: 16,
    },
    { name: 'last', passed: true, skipReason: '', error: '', errorKind: '', line: 19 },
  ]);
  expect(requests.map(({ path }) => path)).toEqual(['/a', '/d']);
  // The parts that are not sent count in the progress too.
  const progress = await until('request_progress', 8);
  expect(progress.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ requestName: 'bad', status: 'completed', passed: false, index: 1, total: 5 }),
  );

  const one = (await run({ file: 'a.http', requestName: 'bad', skipInvalid: true })).json as Run;
  expect(one.results.map(({ name, errorKind }) => [name, errorKind])).toEqual([['bad', 'syntax']]);
  const alone = (await run({ file: 'a.http', requestName: 'last', skipInvalid: true })).json as Run;
  expect([alone.passed, alone.results.length]).toEqual([1, 1]);
  const whole = await run({ file: 'whole.http', skipInvalid: true });
  expect([whole.status, whole.json]).toMatchObject([
    400,
    { message: expect.stringMatching(/^whole.http:1:1: /) },
  ]);
});
