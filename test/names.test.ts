/** The npm name `svc` belongs to somebody else: nothing may make a user fetch that package. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';

const FOLDERS = ['docs', 'scripts', 'src', 'web', 'examples'];
const BINARY: ReadonlySet<string> = new Set(['.png', '.ico', '.woff2']);

/** Each fetches the package `svc` where it is not installed, or imports it. */
const STRANGER = [
  /\bnpx (?:-\S+ )*svc(?!-http)/,
  /\b(?:npm|pnpm|yarn|bun) (?:exec|x|dlx) (?:-\S+ )*svc(?!-http)/,
  /\b(?:bunx|pnpx) (?:-\S+ )*svc(?!-http)/,
  /\b(?:npm|pnpm|yarn|bun) (?:install|i|add) (?:-\S+ )*svc(?![-\w])/,
  /\b(?:from|import|require)\b[ (]*['"]svc['"]/,
];

describe('the names of the package and its command', () => {
  it('are svc-http and svc', async () => {
    const own = await json('package.json');
    expect([own['name'], Object.keys(own['bin'] as object)]).toEqual(['svc-http', ['svc']]);
    const lock = await json('package-lock.json');
    const [root] = Object.values(lock['packages'] as Record<string, { name: string }>);
    expect([lock['name'], root?.name]).toEqual(['svc-http', 'svc-http']);
  });

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

  it('are recognised where they would', () => {
    const lines = [
      'npx svc serve',
      'npx --yes svc',
      '`npx svc`',
      'npm exec --no -- svc run a.http',
      'npm install --save-dev svc',
      "import { printFile } from 'svc';",
      'const svc = require("svc");',
    ];
    expect(lines.filter((line) => !STRANGER.some((pattern) => pattern.test(line)))).toEqual([]);
    const harmless = ['npx svc-http serve', 'npm install --global ./svc-http-0.1.0.tgz', "from 'svc-http'"];
    expect(harmless.filter((line) => STRANGER.some((pattern) => pattern.test(line)))).toEqual([]);
  });

  it('promise a published package nowhere without saying that it is not yet', async () => {
    const paragraphs = [...(await instructions()).values()].flatMap((text) => text.split(/\n{2,}/));
    const promising = paragraphs.filter((text) => /npx svc-http|npm install (?:-\S+ )*svc-http/.test(text));
    expect(promising.length).toBeGreaterThan(0);
    expect(promising.filter((text) => !/once published/i.test(text))).toEqual([]);
  });
});

async function json(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(repositoryRoot, name), 'utf8')) as Record<string, unknown>;
}

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
