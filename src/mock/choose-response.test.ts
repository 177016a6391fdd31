import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';
import { createResponseChooser } from './choose-response.js';
import type { MockRoute } from './responses/mock-route.js';

const HOST = (): string => '127.0.0.1:3000';

it('yields to the event loop while routes are prepared', async () => {
  const [route = expect.fail()] = await routesOf('### a\nGET /a\n');
  let turns = 0;
  function* slowly(): Generator<MockRoute> {
    for (const method of ['GET', 'PUT', 'POST']) {
      for (const end = performance.now() + 6; performance.now() < end;);
      // It cannot have run unless somebody waited.
      setImmediate(() => (turns += 1));
      yield { ...route, method };
    }
  }
  const choice = await createResponseChooser(slowly());
  expect(turns).toBe(3);
  expect(choice.choose('PUT', '/a', HOST).route).toBe('a');
});

it.each(['br', 'deflate'])('encodes what is always the same before it is asked for: %s', async (coding) => {
  const block = dedent`
    >>>mock
    200 OK
    Content-Encoding: ${coding}

  `;
  const routes = await routesOf(
    dedent`
      ### a
      GET /a

      ${block}same
      <<<

      ### b
      GET /b/{{id}}

      ${block}{{id}}
      <<<
    `,
  );
  const choice = await createResponseChooser(routes);
  const read = (path: string): string => {
    const body = choice.choose('GET', path, HOST).response.body as Buffer;
    return (coding === 'br' ? brotliDecompressSync(body) : inflateSync(body)).toString();
  };
  expect([read('/a'), read('/b/7')]).toEqual(['same', '7']);
  expect(choice.choose('GET', '/a', HOST).response.body).toBe(choice.choose('GET', '/a', HOST).response.body);
});
