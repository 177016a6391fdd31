import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layersInside } from '../.dependency-cruiser.mjs';
import { readPages, tableBelow } from './support/files/markdown.js';
import { repositoryRoot } from './support/program/run-svc.js';

const architecture = (await readPages()).find(({ path }) => path === 'ARCHITECTURE.md');
if (architecture === undefined) throw new Error('ARCHITECTURE.md is missing');

describe('ARCHITECTURE.md', () => {
  it('names files that exist', async () => {
    const named = [...architecture.text.matchAll(/`([\w./-]+\.(?:[mc]?[jt]sx?|json))`/g)].map(
      ([, file = '']) => `/${file}`,
    );
    const present = await repositoryFiles();
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !present.some((each) => each.endsWith(file)))).toEqual([]);
  });

  it('has every module and sub-module of the sources in a row', async () => {
    const documented = tableBelow(architecture, '## Layers: who may import whom', '| Layer |').flatMap(
      (row) => {
        const [, modules = '', , parts = ''] = row.split(' | ');
        return codeIn(modules).map((module) => [module, codeIn(parts)] as const);
      },
    );
    const sources = (await repositoryFiles()).filter((file) => /^\/src\/.+\.ts$/.test(file));
    expect(new Set(documented.map(([module]) => module))).toEqual(
      new Set(sources.map((file) => file.split('/')[2])),
    );
    const inside: Readonly<Record<string, readonly (readonly string[])[]>> = layersInside;
    for (const [module, parts] of documented) {
      const declared = (inside[module] ?? []).flat().filter((part) => part !== '.');
      // Rows of modules with one part per format or group of commands name only the others.
      if (parts.length > 0) expect(declared, module).toEqual(expect.arrayContaining(parts));
      else expect(declared, module).toEqual([]);
    }
  });
});

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

async function repositoryFiles(): Promise<string[]> {
  const below = ['src', 'web', 'test', 'scripts', 'dist'].map(async (folder) =>
    (await readdir(join(repositoryRoot, folder), { recursive: true })).map((file) => `/${folder}/${file}`),
  );
  const top = (await readdir(repositoryRoot)).map((file) => `/${file}`);
  return [...top, ...(await Promise.all(below)).flat()].map((file) => file.replaceAll(sep, '/'));
}
