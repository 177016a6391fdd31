import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { replayText } from '../../test/support/runs/replay-text.js';
import { measureStrength, type MeasureProgress } from './measure.js';
import type { RequestStrength } from './model/strength.js';

const OPTIONS = { seed: 1, maxMutants: 1000 };

const TEXT = dedent`
  ### list
  GET http://localhost/parcels

  >>>
  expect status == 200
  expect body.items length 2
  <<<

  ### read
  GET http://localhost/parcels/7
`;

const RESPONSES = {
  list: { body: '{"items":[{"id":7,"state":"sent"},{"id":8,"state":"new"}],"total":2}' },
  read: { body: '{"id":7}' },
};

describe('the strength of tests', () => {
  it('adds up over requests and files, and is the same each time', async () => {
    const requests = await replayText(TEXT, { responses: RESPONSES });
    const { strength } = await measureStrength(requests, OPTIONS);
    const [file] = strength.files;
    const [list, read] = file?.requests ?? [];
    expect(strength.files.map((each) => each.file)).toEqual(['a.http']);
    expect([list?.name, list?.line, read?.name, read?.line]).toEqual(['list', 1, 'read', 9]);
    for (const key of ['total', 'killed', 'survived', 'equivalent'] as const) {
      expect(strength[key]).toBe((list?.[key] ?? 0) + (read?.[key] ?? 0));
      expect(file?.[key]).toBe(strength[key]);
    }
    expect(list?.killed).toBeGreaterThan(4);
    expect(strength.score).toBe(Math.floor((strength.killed * 1000) / strength.total) / 10);
    const again = await measureStrength(await replayText(TEXT, { responses: RESPONSES }), OPTIONS);
    expect(again.strength).toEqual(strength);
  });

  it('shows the most dangerous survivors first, with what stood there before', async () => {
    const [list] = await measured(TEXT, RESPONSES);
    const dangers = (list?.survivors ?? []).map(({ mutant }) => mutant.danger);
    expect(dangers).toEqual(dangers.toSorted((a, b) => b - a));
    const total = list?.survivors.find(({ mutant }) => mutant.place === 'body.total');
    expect(total).toMatchObject({ before: '2', mutant: { kind: 'field-removed' } });
    expect(list?.survivors.some(({ mutant }) => mutant.place === 'status')).toBe(false);
  });

  it('is none for a request without a response', async () => {
    const [list, read] = await measured(TEXT, { list: RESPONSES.list });
    expect(list?.problems).toEqual([]);
    expect(read).toMatchObject({ total: 0, score: null, problems: ['There is no response.'] });
  });

  it('counts a change once that several rows have, and as killed when one of them notices it', async () => {
    const text = dedent`
      ### rows
      # @each [7, 8] as id
      GET http://localhost/parcels/{{id}}

      >>>
      expect body.state == sent when body.id == 7
      <<<
    `;
    const states = { 'rows [1]': { body: '{"id":7,"state":"sent"}' } };
    const both = { ...states, 'rows [2]': { body: '{"id":8,"state":"new"}' } };
    const [one] = await measured(text, states);
    const [two] = await measured(text, both);
    expect(two?.total).toBe(one?.total);
    const [second] = await measured(text, { 'rows [2]': both['rows [2]'] });
    // The first row compares the state; in the second one nothing is checked, so that the status decides.
    expect(kinds(one)).toContain('status status-outside-class');
    expect(kinds(second)).toContain('body.state unknown-value');
    expect(kinds(two)).toEqual(kinds(one).filter((each) => kinds(second).includes(each)));
    expect(second?.problems).toEqual(['There is no response.', 'This concerns its row 1.']);
  });

  it('leaves out variations of masked values, whose assertions count for other changes', async () => {
    const text = dedent`
      ### login
      POST http://localhost/login

      >>>
      expect body.token matches /^t-[0-9]+$/
      <<<
    `;
    const expected = [{ subject: 'body.token', operator: 'matches', expected: '', actual: '[REDACTED]' }];
    const passed = expected.map((each) => ({ ...each, isText: true, passed: true, skipped: false }));
    const body = '{"token":"[REDACTED]","name":"Ada"}';
    const [login] = await measured(text, { login: { body, expected: passed } });
    expect(login?.problems).toEqual([
      'Values that are masked as secrets were only removed, renamed or replaced, not varied.',
    ]);
    expect(login?.survivors.filter(({ mutant }) => mutant.place === 'body.token')).toEqual([]);
    expect(login?.survivors.some(({ mutant }) => mutant.place === 'body.name')).toBe(true);
  });

  it('names the assertions that it leaves out', async () => {
    const text = dedent`
      ### a
      GET http://localhost/

      >>>
      expect body.id == 9
      expect header X-Page == 1
      expect body.id == {{unknown}}
      <<<
    `;
    const [a] = await measured(text, { a: { body: '{"id":7}', headers: undefined, source: 'history' } });
    expect(a?.problems).toEqual([
      'The assertion `body.id == 9` in line 5 was left out: it does not hold on what is stored of the response.',
      'The assertion `header X-Page == 1` in line 6 was left out: the history keeps no headers; use --run.',
      'The assertion `body.id == {{unknown}}` in line 7 was left out: its expected value is not known without a run.',
    ]);
  });

  it('takes the value that the run expected when it is random', async () => {
    const text = '### a\nGET http://localhost/\n\n>>>\nexpect body.id == {{$uuid}}\n<<<\n';
    const expectation = {
      subject: 'body.id',
      operator: 'equals',
      actual: 'u-1',
      passed: true,
      skipped: false,
    };
    const expected = [{ ...expectation, expected: 'u-1', isText: true }];
    const [a] = await measured(text, { a: { body: '{"id":"u-1"}', expected } });
    expect(a?.problems).toEqual([]);
    expect(a?.survivors.filter(({ mutant }) => mutant.place === 'body.id')).toEqual([]);
  });

  it('can be stopped, and says what it does', async () => {
    const requests = await replayText(TEXT, { responses: RESPONSES });
    const progress: MeasureProgress[] = [];
    const stop = new AbortController();
    const onProgress = (each: MeasureProgress): void => {
      progress.push(each);
      if (each.request === 'read') stop.abort(new Error('stopped'));
    };
    const stopped = measureStrength(requests, { ...OPTIONS, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toThrow('stopped');
    expect(progress.map(({ request }) => request)).toEqual(['list', 'read']);
    expect(progress[1]?.checked).toBeGreaterThan(10);
  });
});

/** What survived. */
function kinds(request: RequestStrength | undefined): readonly string[] {
  return (request?.survivors ?? []).map(({ mutant }) => `${mutant.place} ${mutant.kind}`);
}

async function measured(
  text: string,
  responses: Parameters<typeof replayText>[1]['responses'],
): Promise<readonly RequestStrength[]> {
  const { strength } = await measureStrength(await replayText(text, { responses }), OPTIONS);
  return strength.files.flatMap(({ requests }) => requests);
}
