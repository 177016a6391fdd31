import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { ORDERS, runAfterList, verdictOf } from '../../test/support/runs/element-run.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { SELECT_ALL } from './plan/options.js';

describe('@each runs a request once per element', () => {
  it.each([
    ['of a capture', '# @depends list\n# @each {{list.ids}}', ['7', '8', '9']],
    ['of a part of a capture', '# @depends list\n# @each {{list.all.orders[2].tags}}', ['sent', 'paid']],
    ['of a list', '# @each [5, "six", seven]', ['5', 'six', 'seven']],
    [
      'of a list with placeholders',
      '# @each [{{list.ids[0]}}, "n-{{list.ids[1]}}"]\n# @depends list',
      ['7', 'n-8'],
    ],
    ['of a range', '# @each 8..11', ['8', '9', '10', '11']],
    ['of a range downwards', '# @each 1..-1', ['1', '0', '-1']],
    ['of a range of one', '# @each 4..4', ['4']],
    ['of a list in an environment', '# @each {{places}}', ['Oslo', 'Rome']],
    ['of a list in a variable of the file', '@ws = ["a", "b"]\n# @each {{ws}}', ['a', 'b']],
    ['of a list that a function gives', '# @each {{$base64Decode(WzEsMl0=)}}', ['1', '2']],
  ])('%s', async (_case, directives, elements) => {
    const { seen, verdicts } = await runAfterList(
      `### it\n${directives}\nGET URL/{{each}}/{{each_number}}\n`,
      {
        options: { environment: { places: ['Oslo', 'Rome'] } },
      },
    );
    expect(seen).toEqual(elements.map((element, index) => `GET /${element}/${index + 1}`));
    expect(verdicts).toEqual(elements.map((_, index) => `it [${index + 1}] passed`));
  });

  it('which keeps its type and has paths', async () => {
    const after = dedent`
      ### it
      # @depends list
      # @each {{list.all.orders}} as order
      POST URL/orders/{{order.id}}

      {"order": {{order}}, "id": {{order.id}}, "first": "{{order.tags[0]}}", "at": {{each_number}}}

      >>>
      expect variable order.tags == {{order.tags}}
      expect variable order.id === {{each_number}}
      <<<
    `;
    const { bodies, verdicts } = await runAfterList(
      after.replace('"{{order.tags[0]}}"', '{{order.tags.length}}'),
    );
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual(
      ORDERS.orders.map((order, index) => ({
        order,
        id: order.id,
        first: order.tags.length,
        at: index + 1,
      })),
    );
    expect(verdicts).toEqual(['it [1] passed', 'it [2] passed', 'it [3] passed']);
  });

  it('of any type', async () => {
    const list = '[1.50, "1", true, null, {"a": [1]}, [2], 12345678901234567890]';
    const { bodies } = await runAfterList(`### it\n# @each ${list}\nPOST URL/\n\n{{each}}\n`);
    expect(bodies).toEqual(['1.5', '1', 'true', 'null', '{"a":[1]}', '[2]', '12345678901234567890']);
  });

  it('with the condition, the hooks, the retries and the checks of each', async () => {
    let visits = 0;
    const { url, seen } = await loopback(({ path }) => (path === '/2' && (visits += 1) === 1 ? 503 : 200));
    const text = dedent`
      ### it
      # @each 1..4
      # @unless {{each}} == 3
      # @retry 1
      # @retryDelay 0
      # @waitFor ${url}/ready/{{each_number}}
      GET ${url}/{{each}}

      >>>
      expect status == 200
      expect url contains "/{{each}}"
      <<<
    `;
    const { results } = await runRequests({ 'a.http': text });
    expect(results.map((result) => `${verdictOf(result)} ${result.attempts}`)).toEqual([
      'it [1] passed 1',
      'it [2] passed 2',
      'it [3] skipped: condition not met 0',
      'it [4] passed 1',
    ]);
    expect(seen).toEqual(
      ['/ready/1', '/1', '/ready/2', '/2', '/ready/2', '/2', '/ready/4', '/4'].map((path) => `GET ${path}`),
    );
  });

  it('of a list that is read once, whatever the request itself captures', async () => {
    const after = dedent`
      ### it
      # @depends list
      # @each {{ids}}
      GET URL/{{each}}

      >>>capture
      ids from body.path
      <<<
    `;
    const { seen } = await runAfterList(after);
    expect(seen).toEqual(['GET /7', 'GET /8', 'GET /9']);
  });

  it('which is stronger than captures, the operator and the file', async () => {
    const after = dedent`
      @each = file
      @each_number = file
      ### before
      GET URL/{{each}}/{{each_number}}
      ### it
      # @depends list
      # @each ["element"] as ids
      GET URL/{{ids}}/{{each_number}}/{{each}}
    `;
    const { seen } = await runAfterList(after, { options: { operatorVariables: { ids: 'operator' } } });
    expect(seen).toEqual(['GET /file/file', 'GET /element/1/file']);
  });

  it('and nothing in it is a placeholder again', async () => {
    const { bodies } = await runAfterList(
      '### it\n# @each ["{{list.all.text}}", "\\{{x}}"]\n# @depends list\nPOST URL/\n\n{{each}}\n',
    );
    expect(bodies).toEqual(['abc', '{{x}}']);
  });

  it.each([false, true])('before its dependents run (parallel: %s)', async (parallel) => {
    const after = dedent`
      ### last
      # @depends it
      GET URL/last/{{it.path}}
      ### it
      # @depends list
      # @each {{list.ids}}
      GET URL/{{each}}

      >>>capture
      path from body.path
      <<<
    `;
    const { seen } = await runAfterList(after, { options: { parallel, concurrency: 3 } });
    expect(seen).toEqual(['GET /7', 'GET /8', 'GET /9', 'GET /last//9']);
  });

  it('and skips the dependents when one of them fails', async () => {
    const after = dedent`
      ### it
      # @each 1..2
      GET URL/{{each}}

      >>>
      expect body.path == "/2"
      <<<
      ### last
      # @depends it
      GET URL/last
    `;
    const { verdicts } = await runAfterList(after);
    expect(verdicts).toEqual(['it [1] failed: ', 'it [2] passed', 'last skipped: dependency failed: it']);
  });

  it('up to 10,000 of them', async () => {
    const { url } = await loopback();
    const { outcome, results } = await runRequests({
      'a.http': `### it\n# @each 1..10000\n# @if {{each}} == 10000\nGET ${url}/{{each}}\n`,
    });
    expect([outcome.passed, outcome.skipped, results.at(-1)?.shownName]).toEqual([1, 9999, 'it [10000]']);
  });

  it('chosen by their numbers', async () => {
    const rows = (...numbers: number[]) => ({
      options: { selection: { ...SELECT_ALL, rows: new Set(numbers) } },
    });
    const it = '### it\n# @each 11..15\nGET URL/{{each}}\n';
    expect((await runAfterList(it, rows(2, 5))).verdicts).toEqual(['it [2] passed', 'it [5] passed']);
    expect((await runAfterList(it, rows(6))).verdicts).toEqual(['it skipped: no such element']);
  });

  it('without their secrets in anything that is written', async () => {
    const { url } = await loopback(({ path }) => ({ json: { path } }));
    const text = dedent`
      @secret keys = ["first-key", "second-key"]
      ### it
      # @each {{keys}}
      GET ${url}/{{each}}
      ### other
      # @each {{given}}
      GET ${url}/{{each}}
    `;
    const { outcome } = await runRequests(
      { 'a.http': text },
      { options: { operatorVariables: { given: '["third-key"]' }, secretNames: ['given'] } },
    );
    for (const key of ['first-key', 'second-key', 'third-key'])
      expect(outcome.secrets.redact(`a ${key} b`)).toBe('a [REDACTED] b');
  });
});
