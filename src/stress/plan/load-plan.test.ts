import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loadPlan } from '../../../test/support/runs/stress-run.js';
import { computeMeanLength, type LoadPlan } from './load-plan.js';

const names = ({ definitions, chains }: LoadPlan): string[] =>
  chains.map(({ steps }) => steps.map((step) => definitions[step]?.name).join(' > '));

describe('planLoad', () => {
  it('picks every request but those that are skipped or frame the load', async () => {
    const plan = await loadPlan({
      'a.http': `### before
# @stress.setup
GET http://h/before
### one
GET http://h/one
### two
# @stress.skip
GET http://h/two
### three
# @skip not now
GET http://h/three
### four
# @stress.weight 0
GET http://h/four
### after
# @stress.teardown
GET http://h/after
### {{up}}
GET http://h/five
`,
    });
    expect(names(plan)).toEqual(['one', '{{up}}']);
    expect(plan.setup.map(({ request }) => request.name)).toEqual(['before']);
    expect(plan.teardown.map(({ request }) => request.name)).toEqual(['after']);
  });

  it('puts dependencies before a request, in the order of the schedule, setup left out', async () => {
    const plan = await loadPlan({
      'a.http': `### last
# @depends login, cart
GET http://h/last
### cart
# @depends item
# @stress.weight 0
GET http://h/cart
### item
# @depends login
# @stress.skip
GET http://h/item
### login
# @stress.setup
GET http://h/login
`,
    });
    expect(names(plan)).toEqual(['item > cart > last']);
    expect(computeMeanLength(plan.chains, [1])).toBe(3);
    expect(plan.setup.map(({ request }) => request.name)).toEqual(['login']);
  });

  it('takes requests of other files into the setup, once', async () => {
    const plan = await loadPlan({
      'a.http': dedent`
        ### a
        # @depends ./shared/auth.http#login
        GET http://h/a
        ### b
        # @depends ./shared/auth.http#login
        GET http://h/b
      `,
      'shared/auth.http': dedent`
        ### key
        GET http://h/key
        ### login
        # @depends key
        GET http://h/login
        ### other
        GET http://h/other
      `,
    });
    expect(names(plan)).toEqual(['a', 'b']);
    expect(plan.setup.map(({ request }) => request.name)).toEqual(['key', 'login']);
  });

  it('keeps to @only and to filters, but not for setup', async () => {
    const files = {
      'a.http': dedent`
        ### s
        # @stress.setup
        GET http://h/s
        ### a
        # @only
        # @depends b
        GET http://h/a
        ### b
        GET http://h/b
        ### c
        GET http://h/c
      `,
      'b.http': dedent`
        ### d
        # @tags slow
        GET http://h/d
        ### e
        GET http://h/e
      `,
    };
    const all = await loadPlan(files);
    expect(names(all)).toEqual(['b > a', 'd', 'e']);
    const some = await loadPlan(files, { selection: { names: ['d', 'e'], tags: [], excludeTags: ['slow'] } });
    expect(names(some)).toEqual(['e']);
    expect(some.setup.map(({ request }) => request.name)).toEqual(['s']);
  });

  it('distinguishes equal names of two files', async () => {
    const plan = await loadPlan({
      'a.http': dedent`
        ### x
        GET http://h/1
        ### y
        GET http://h/2
      `,
      'b.http': '### x\nGET http://h/3\n',
    });
    expect(plan.definitions.map(({ name }) => name)).toEqual(['a.http#x', 'y', 'b.http#x']);
  });

  it('names what it leaves out', async () => {
    const { warnings, definitions } = await loadPlan({
      'a.http': `### a
# @retry 3
# @waitFor http://h/up
# @before echo hi
GET http://h/a
>>>
expect body snapshot
<<<
>>>shell
echo
<<<
### b
# @depends c
GET http://h/b
### c
# @skip
GET http://h/c
`,
    });
    expect(warnings).toEqual([
      'retries are not applied under load: a',
      '@waitFor conditions are not applied under load: a',
      'hooks are not applied under load: a',
      'shell blocks are not applied under load: a',
      'snapshot assertions are not applied under load: a',
      'b is never sent: a request it depends on cannot run',
    ]);
    expect(definitions[0]?.node.request).toMatchObject({ assertions: [], shell: [], db: [] });
    expect(definitions[0]?.node.request.metadata).not.toHaveProperty('retry');
  });

  it.each([
    [
      'nothing to send',
      dedent`
        ### a
        # @stress.weight 0
        GET http://h/a
      `,
      'no request to run in a.http',
    ],
    [
      'errors',
      dedent`
        ### a
        GET http://h/a
        nonsense
      `,
      'a.http:3:1: ',
    ],
    [
      'a cycle',
      dedent`
        ### a
        # @depends b
        GET http://h/a
        ### b
        # @depends a
        GET http://h/b
      `,
      'dependency cycle',
    ],
  ])('refuses %s', async (_case, text, message) => {
    await expect(loadPlan({ 'a.http': text })).rejects.toThrow(message);
  });
});
