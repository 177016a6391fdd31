import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';

type GetDomain = (host: string, options: { readonly allowPrivateDomains: boolean }) => string | null;

/** Among them the vectors of the list itself for wildcards and their exceptions. */
const DOMAINS: readonly (readonly [host: string, domain: string | null, withPrivate: string | null])[] = [
  ['a.b.co.uk', 'b.co.uk', 'b.co.uk'],
  ['co.uk', null, null],
  ['a.x.github.io', 'github.io', 'x.github.io'],
  ['www.ck', 'www.ck', 'www.ck'],
  ['a.b.test.ck', 'b.test.ck', 'b.test.ck'],
  ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
  ['www.city.kobe.jp', 'city.kobe.jp', 'city.kobe.jp'],
  ['a.b.c.kobe.jp', 'b.c.kobe.jp', 'b.c.kobe.jp'],
  ['www.食狮.公司.cn', '食狮.公司.cn', '食狮.公司.cn'],
  ['a.b.s3.amazonaws.com', 'amazonaws.com', 'b.s3.amazonaws.com'],
  ['a.host.unlisted', 'host.unlisted', 'host.unlisted'],
];

it('the built list of public suffixes, which is stored compressed, knows wildcards and exceptions', async () => {
  const folder = join(repositoryRoot, 'dist');
  const main = await readFile(join(folder, 'main.js'), 'utf8');
  const directory = /build-[0-9a-f]+/.exec(main)?.[0] ?? '';
  const { getDomain } = createRequire(import.meta.url)(join(folder, directory, 'public-suffixes.js')) as {
    readonly getDomain: GetDomain;
  };
  const found = DOMAINS.map(([host]) => [
    host,
    getDomain(host, { allowPrivateDomains: false }),
    getDomain(host, { allowPrivateDomains: true }),
  ]);
  expect(found).toEqual(DOMAINS);
});
