/** The npm name `svc` belongs to somebody else: nothing may make a user fetch that package. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';
import { STRANGER } from './names-setup.js';

const FOLDERS = ['docs', 'scripts', 'src', 'web', 'examples'];
const BINARY: ReadonlySet<string> = new Set(['.png', '.ico', '.woff2']);

describe('the names of the package and its command', () => {
  it('never lead to the package of somebody else', async () => {
    const found: string[] = [];
    const texts = await instructions();
    for (const [path, text] of texts) {
      text.split('\n').forEach((line, at) => {
        if (STRANGER.some((pattern) => pattern.test(line))) found.push(`${path}:${at + 1}: ${line.trim()}`);
      });
    }
    expect(found).toEqual([]);
    expect(texts.size).toBeGreaterThan(500);
  });

  it('promise a published package nowhere without saying that it is not yet', async () => {
    const paragraphs = [...(await instructions()).values()].flatMap((text) => text.split(/\n{2,}/));
    const promising = paragraphs.filter((text) => /npx svc-http|npm install (?:-\S+ )*svc-http/.test(text));
    expect(promising.length).toBeGreaterThan(0);
    expect(promising.filter((text) => !/once published/i.test(text))).toEqual([]);
  });
});

/** Everything a user may read: pages, advice that is printed, help texts, the web interface. */
async function instructions(): Promise<ReadonlyMap<string, string>> {
  const below = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(repositoryRoot, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    }),
  );
  const top = await readdir(repositoryRoot);
  const pages = top.filter((name) => name.endsWith('.md')).map((name) => join(repositoryRoot, name));
  const paths = [...pages, ...below.flat()].filter((path) => !BINARY.has(extname(path)));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [path.slice(repositoryRoot.length + 1), await readFile(path, 'utf8')] as const,
      ),
    ),
  );
}
