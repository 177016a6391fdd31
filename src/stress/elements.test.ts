import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, type StressSettings } from '../../test/support/runs/stress-run.js';

/** One iteration after the other, so that requests arrive in the order of their plan. */
const IN_TURN = { duration: 240, rate: 50, maxVUs: 1 };

async function load(
  text: (url: string) => string,
  { stress = IN_TURN, ...settings }: StressSettings = {},
): Promise<{ seen: string[]; errors: number; error: string }> {
  let lists = 0;
  const { url, seen } = await loopback(({ path }) =>
    path === '/list' ? { json: { ids: [(lists += 1), -lists], name: 'x' } } : 200,
  );
  const { errorCount, error } = await stressRun({ 'a.http': text(url) }, { ...settings, stress });
  return { seen, errors: errorCount, error };
}

describe('a request with @each under load', () => {
  it.each(['quick', 'ordinary'] as const)(
    'takes the next element in each iteration (%s path)',
    async (path) => {
      const { seen, errors } = await load(
        (url) => `# @each [a, "b c", 3] as x\nGET ${url}/\n? at = {{each_number}}\n? x = {{x}}\n`,
        { path },
      );
      const elements = ['1&x=a', '2&x=b%20c', '3&x=3'];
      expect(seen).toHaveLength(12);
      expect(seen).toEqual(seen.map((_, iteration) => `GET /?at=${elements[iteration % 3]}`));
      expect(errors).toBe(0);
    },
  );

  it('reads the list of its own iteration', async () => {
    const { seen } = await load(
      (url) => dedent`
        ### list
        # @stress.weight 0
        GET ${url}/list
        >>>capture
        ids from body.ids
        <<<
        ### it
        # @depends list
        # @each {{list.ids}}
        GET ${url}/{{each}}
      `,
    );
    const sent = seen.filter((line) => line !== 'GET /list');
    expect(sent).toHaveLength(6);
    expect(sent).toEqual(sent.map((_, k) => `GET /${k % 2 === 0 ? k + 1 : -(k + 1)}`));
  });

  it('has the list that the setup captured, for users too', async () => {
    const { seen, errors } = await load(
      (url) => dedent`
        ### list
        # @stress.setup
        GET ${url}/list
        >>>capture
        ids from body.ids
        <<<
        ### it
        # @depends list
        # @each {{list.ids}}
        # @if {{each}} != 5
        GET ${url}/{{each}}

        >>>
        expect url contains "/{{each}}"
        <<<
      `,
      { stress: { duration: 100, vus: 2, thinkTime: 20 } },
    );
    const [list, ...sent] = seen;
    expect(sent).toHaveLength(10);
    expect(list).toBe('GET /list');
    expect(new Set(sent)).toEqual(new Set(['GET /-1', 'GET /1']));
    expect(errors).toBe(0);
  });

  it('fails for what is no list, and is not sent without elements', async () => {
    const environment = { text: 'x', none: [] };
    const failed = await load((url) => `# @each {{text}}\nGET ${url}/\n`, { options: { environment } });
    expect(failed.seen).toEqual([]);
    expect(failed.errors).toBe(12);
    const empty = await load((url) => `# @each {{none}}\nGET ${url}/\n`, { options: { environment } });
    expect([empty.seen, empty.error]).toEqual([
      [],
      'nothing was sent, because no request met its conditions or had a row or an element',
    ]);
  });
});
