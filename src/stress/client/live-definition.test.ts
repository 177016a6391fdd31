import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loadOrder, loadPlan } from '../../../test/support/runs/stress-run.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { systemClock } from '../../primitives/clock.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../runner/plan/options.js';
import { createLoadContext } from '../load-context.js';
import type { LiveDefinition } from './live-definition.js';

async function definitions(
  text: string,
  options: Partial<RunOptions> = {},
): Promise<readonly LiveDefinition[]> {
  const root = await temporaryWorkspace({ 'data.json': '{"a": 1}', 'template.json': '{"a": "{{x}}"}' });
  const { definitions: planned, chains } = await loadPlan({ 'a.http': text });
  const context = await createLoadContext(
    loadOrder({
      options: { ...DEFAULT_RUN_OPTIONS, ...options },
      fileAccess: { root, shownFrom: root },
      definitions: planned.map(({ node, name }) => ({
        name,
        node: { ...node, owner: { ...node.owner, runnable: { ...node.owner.runnable, directory: root } } },
      })),
      chains,
      weights: chains.map(() => 1),
    }),
    new AbortController().signal,
    systemClock,
  );
  context.close();
  return context.chains.flatMap(({ steps }) => steps);
}

const ways = async (text: string, options?: Partial<RunOptions>): Promise<string[]> =>
  (await definitions(text, options)).map(({ quick }) => {
    if (!quick) return 'ordinary';
    return quick.compiled.fixed ? 'fixed' : 'slots';
  });

describe('the path of a definition', () => {
  it.each([
    ['a plain GET', 'GET http://h/a\n'],
    [
      'variables that never change',
      dedent`
        @host = h

        GET http://{{host}}/a
        X-Y: {{host}}
      `,
    ],
    [
      'a file of fixed content',
      dedent`
        POST http://h/a

        < ./data.json
      `,
    ],
    [
      'multipart',
      dedent`
        POST http://h/a

        >>>multipart
        field a = b
        file f @./data.json
        <<<
      `,
    ],
    ['basic authentication', '# @auth basic a, b\nGET http://h/a\n'],
    [
      'a capture and body assertions',
      dedent`
        GET http://h/a
        >>>
        expect body.a == 1
        <<<
        >>>capture
        a from body.a
        <<<
      `,
    ],
  ])('%s: bytes made once', async (_case, text) => {
    expect(await ways(text)).toEqual(['fixed']);
  });

  it.each([
    ['a function', 'GET http://h/{{$uuid()}}\n'],
    [
      'a variable that calls one',
      dedent`
        @id = {{$uuid()}}

        GET http://h/a
        X-Id: {{id}}
      `,
    ],
    ['a row', '# @data rows.csv\nGET http://h/{{row.id}}\n'],
    ['a credential', '# @auth bearer {{$uuid()}}\nGET http://h/a\n'],
    [
      'a body',
      dedent`
        POST http://h/a

        {"id": "{{$uuid()}}"}
      `,
    ],
    [
      'a form',
      dedent`
        POST http://h/a

        & a = {{$uuid()}}
      `,
    ],
  ])('%s: slots', async (_case, text) => {
    expect(await ways(text)).toEqual(['slots']);
  });

  it.each([
    ['digest', '# @auth digest a, b\nGET http://h/a\n'],
    ['a signature', '# @auth cloudsig a, b, c, d\nGET http://h/a\n'],
    ['a host that varies', 'GET http://{{$uuid()}}.test/a\n'],
    ['an unknown variable', 'GET http://h/{{missing}}\n'],
    [
      'an included template',
      dedent`
        POST http://h/a

        <@ ./template.json
      `,
    ],
    [
      'a missing file',
      dedent`
        POST http://h/a

        < ./missing.json
      `,
    ],
    [
      'the final URL',
      dedent`
        GET http://h/a
        >>>
        expect url contains "h"
        <<<
      `,
    ],
    [
      'a time limit from a variable',
      dedent`
        @t = 5

        # @timeout {{t}}
        GET http://h/a
      `,
    ],
  ])('%s: the ordinary one', async (_case, text) => {
    expect(await ways(text)).toEqual(['ordinary']);
  });

  it.each<[string, Partial<RunOptions>]>([
    ['HTTP/2', { httpVersion: '2' }],
    ['a proxy', { proxy: { kind: 'fixed', url: 'http://proxy.test:8080' } }],
    ['a default header that varies', { headers: { 'X-Id': '{{$uuid()}}' } }],
  ])('%s: the ordinary one', async (_case, options) => {
    expect(await ways('GET http://h/a\n', options)).toEqual(['ordinary']);
  });

  it('captures of the same iteration vary, others do not', async () => {
    const text = `### a
# @stress.weight 0
GET http://h/a
>>>capture
token from body.token
<<<
### b
# @depends a
GET http://h/{{token}}
### c
GET http://h/{{a.response.status}}
`;
    expect(await ways(text)).toEqual(['fixed', 'slots', 'ordinary']);
  });

  it('only what is looked at is kept', async () => {
    const kept = async (assertion: string): Promise<unknown> => {
      const [definition] = await definitions(`GET http://h/a\n>>>\nexpect ${assertion}\n<<<\n`);
      return definition?.quick?.readOptions.keep;
    };
    expect(await kept('status 200')).toEqual({ headers: false, body: false });
    expect(await kept('duration < 5000')).toEqual({ headers: false, body: false });
    expect(await kept('header X-A exists')).toEqual({ headers: true, body: false });
    expect(await kept('size > 3')).toEqual({ headers: true, body: true });
  });

  it('responses are checked at once, unless more is done with them', async () => {
    const isCheckedAtOnce = async (lines: string): Promise<boolean[]> => {
      const found = await definitions(`# @name a\nGET http://h/a\n>>>\n${lines}\n<<<\n`);
      return found.map(({ quick }) => quick?.checker !== undefined);
    };
    expect(await isCheckedAtOnce('expect body.id == {{$randomInt(1, 9)}}')).toEqual([true]);
    expect(await isCheckedAtOnce('expect body schema schema.json')).toEqual([true]);
    expect(await isCheckedAtOnce('expect status 200\n<<<\n>>>capture\nid from body.id')).toEqual([false]);
    const used = '\n<<<\n### b\nGET http://h/{{a.response.status}}\n>>>\nexpect status 200';
    expect(await isCheckedAtOnce(`expect status 200${used}`)).toEqual([false, false]);
  });
});
