import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { routesOf } from '../../../test/support/runs/mock-routes.js';

const settings = {
  environment: { baseUrl: 'http://depot.test/api', region: 'north', loop: '{{loop}}' },
  dotenv: { tenant: 'acme' },
  process: { STAGE: 'beta', SVC_API_TOKEN: 'hidden' },
  operatorVariables: { wing: 'east' },
};

async function shown(url: string, head = ''): Promise<string | undefined> {
  const [route] = await routesOf(
    dedent`
      ${head}
      ### read
      GET ${url}
    `,
    settings,
  );
  return route?.path.shown;
}

describe('the path of a route', () => {
  it.each([
    ['http://depot.test/crates', '/crates'],
    ['{{baseUrl}}/crates', '/api/crates'],
    ['{{unknown}}/crates/7', '/crates/7'],
    ['{{unknown}}.depot.test:81/crates', '/crates'],
    ['{{scheme}}://{{host}}:{{port}}/crates', '/crates'],
    ['http://{{host}}:{{port}}/crates', '/crates'],
    ['{{unknown}}', '/'],
    ['{{unknown}}?page=2', '/'],
    ['http://depot.test', '/'],
    ['http://depot.test/', '/'],
    ['http://depot.test?x=1', '/'],
    ['/crates/', '/crates'],
    ['/crates/7?deep=/a/b#part', '/crates/7'],
    ['{{baseUrl}}/{{region}}/{{tenant}}/{{STAGE}}/{{$STAGE}}/{{wing}}', '/api/north/acme/beta/beta/east'],
    ['/crates/{{crateId}}', '/crates/{crateId}'],
    ['/crates/{{createCrate.id}}/labels', '/crates/{createCrate.id}/labels'],
    ['/crates/{{ $uuid() }}', '/crates/{$uuid()}'],
    ['/files/v{{major}}.{{minor}}.json', '/files/v{major}.{minor}.json'],
    ['/tokens/{{SVC_API_TOKEN}}', '/tokens/{SVC_API_TOKEN}'],
    ['/loops/{{loop}}', '/loops/{loop}'],
  ])('of %s is %s', async (url, path) => {
    expect(await shown(url)).toBe(path);
  });

  it('goes by the name of a variable that is only a function', async () => {
    expect(await shown('/crates/{{crateId}}', '@crateId = {{$uuid()}}')).toBe('/crates/{crateId}');
  });

  it('finds parameters inside variables', async () => {
    const head = '@place = racks/{{rack}}/{{region}}';
    expect(await shown('{{baseUrl}}/{{place}}', head)).toBe('/api/racks/{rack}/north');
  });

  it('does not hang on variables that double each other', async () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `@v${i} = {{v${i + 1}}}/{{v${i + 1}}}`);
    expect(await shown('/a/{{v0}}', doubling.join('\n'))).toMatch(/^\/a\//);
  });
});
