import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';

const HOSTS = [
  'a.b.co.uk',
  'co.uk',
  'x.github.io',
  'www.ck',
  'foo.bar.ck',
  'a.b.kawasaki.jp',
  'city.kawasaki.jp',
  'example.com',
  'a.食狮.公司.cn',
  'a.b.s3.amazonaws.com',
  'host.unlisted',
];

it('the built list of public suffixes, which is stored compressed, gives the domains of the package', async () => {
  const folder = join(repositoryRoot, 'dist');
  const main = await readFile(join(folder, 'main.js'), 'utf8');
  const directory = /build-[0-9a-f]+/.exec(main)?.[0] ?? '';
  const built = createRequire(import.meta.url)(join(folder, directory, 'public-suffixes.js')) as {
    readonly getDomain: typeof getDomain;
  };
  for (const allowPrivateDomains of [false, true]) {
    const of = (list: typeof getDomain): (string | null)[] =>
      HOSTS.map((host) => list(host, { allowPrivateDomains }));
    expect(of(built.getDomain)).toEqual(of(getDomain));
  }
  expect(built.getDomain('a.b.co.uk')).toBe('b.co.uk');
});
