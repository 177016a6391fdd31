/** The npm name `svc` belongs to somebody else: nothing may make a user fetch that package. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';
import { STRANGER } from './names-setup.js';

describe('the names of the package and its command', () => {
  it('are svc-http and svc', async () => {
    const own = await json('package.json');
    expect([own['name'], Object.keys(own['bin'] as object)]).toEqual(['svc-http', ['svc']]);
    const lock = await json('package-lock.json');
    const [root] = Object.values(lock['packages'] as Record<string, { name: string }>);
    expect([lock['name'], root?.name]).toEqual(['svc-http', 'svc-http']);
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
});

async function json(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(repositoryRoot, name), 'utf8')) as Record<string, unknown>;
}
