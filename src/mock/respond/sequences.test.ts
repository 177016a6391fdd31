import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { startedMock } from '../../../test/support/mocks/started-mock.js';
import { sendRequest } from '../../../test/support/servers/running-server.js';

const blocks = (directive: string): string => dedent`
  ### Job
  # @name job
  ${directive}
  GET http://depot.test/jobs/{{id}}

  >>>mock
  202 Accepted

  {"id": "{{id}}", "state": "waiting"}
  <<<

  >>>mock
  {"id": "{{id}}", "state": "running"}
  <<<

  >>>mock
  {"id": "{{id}}", "state": "done"}
  <<<
`;

/** How often each is among them. */
function counted(values: readonly unknown[]): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

async function states(origin: string, count: number): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let at = 0; at < count; at += 1) {
    const { status, text } = await sendRequest(origin, 'GET', `/jobs/${at}`);
    found.push(`${status} ${(JSON.parse(text) as { readonly state: string }).state}`);
  }
  return found;
}

const [WAITING, RUNNING, DONE] = ['202 waiting', '200 running', '200 done'];

describe('a sequence', () => {
  it('stays at its last response', async () => {
    const { origin } = await startedMock(blocks('# @mock.sequence last'));
    expect(await states(origin, 5)).toEqual([WAITING, RUNNING, DONE, DONE, DONE]);
  });

  it('starts again', async () => {
    const { origin } = await startedMock(blocks('# @mock.sequence cycle'));
    expect(await states(origin, 7)).toEqual([WAITING, RUNNING, DONE, WAITING, RUNNING, DONE, WAITING]);
  });

  it('is left out without the directive', async () => {
    const { origin } = await startedMock(blocks('# @description three blocks'));
    expect(await states(origin, 2)).toEqual([WAITING, WAITING]);
  });

  it('starts again after a reset, by program and by request', async () => {
    const { origin, reset } = await startedMock(blocks('# @mock.sequence last'));
    expect(await states(origin, 2)).toEqual([WAITING, RUNNING]);
    reset();
    expect(await states(origin, 2)).toEqual([WAITING, RUNNING]);
    expect(await sendRequest(origin, 'POST', '/mock/reset')).toMatchObject({ status: 200 });
    expect(await states(origin, 1)).toEqual([WAITING]);
  });

  it('leaves /mock/reset alone where there is none', async () => {
    const { origin } = await startedMock('GET http://depot.test/jobs\n');
    expect(await sendRequest(origin, 'POST', '/mock/reset')).toMatchObject({ status: 404 });
  });

  it.each([0, 20])('gives each response once to requests at the same time, after %i ms', async (delay) => {
    const { origin } = await startedMock(blocks('# @mock.sequence last'), { delay });
    const all = await Promise.all(Array.from({ length: 6 }, () => states(origin, 1)));
    expect(counted(all.flat())).toEqual(counted([DONE, DONE, DONE, DONE, RUNNING, WAITING]));
  });

  it('belongs to its own request among equal ones', async () => {
    const other = blocks('# @mock.sequence cycle')
      .replace('### Job\n# @name job', '### Other\n# @name other')
      .replace('{{id}}\n', '{{id}}?kind=other\n');
    const { origin } = await startedMock(`${blocks('# @mock.sequence last')}\n\n${other}`);
    expect(await states(origin, 2)).toEqual([WAITING, RUNNING]);
    const { text } = await sendRequest(origin, 'GET', '/jobs/7?kind=other');
    expect(JSON.parse(text)).toEqual({ id: '7', state: 'waiting' });
    expect(await states(origin, 1)).toEqual([DONE]);
  });
});
