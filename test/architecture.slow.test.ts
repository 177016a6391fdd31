import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import configuration from '../.dependency-cruiser.mjs';
import { repositoryRoot } from './support/program/run-svc.js';
import { temporaryDirectory, temporaryWorkspace, writeFiles } from './support/files/workspace.js';

/** Reading every file takes long on a busy machine; this is only against hanging. */
const WHOLE_TREE_TIMEOUT_MS = 120_000;

describe('the sources', () => {
  it(
    'keep the layers and have no circles, types included',
    async () => {
      const { summary } = await cruiseSources(repositoryRoot);
      expect(summary.violations.map(describeViolation)).toEqual([]);
      // TypeScript 7 offers no parser: without swc the cruise would see nothing and find nothing.
      expect(summary.totalCruised).toBeGreaterThan(20);
      expect(summary.totalDependenciesCruised ?? 0).toBeGreaterThan(20);
    },
    WHOLE_TREE_TIMEOUT_MS,
  );
});

/** The files of each have a folder or a name that no other has. */
const FORBIDDEN_IMPORTS = [
  ['a neighbour', 'src/http/a.ts', '../request-file/y.js', 'layer-3-http'],
  ['a higher layer', 'src/primitives/b.ts', '../cli/y.js', 'layer-1-primitives'],
  ['the entry', 'src/cli/c.ts', '../main.js', 'layer-10-cli'],
  ['an unknown module', 'src/cli/d.ts', '../extras/y.js', 'layer-10-cli'],
  ['a higher layer of its module', 'src/http/connect/e.ts', '../auth/y.js', 'http-layer-1-connect'],
  ['a neighbour inside of its module', 'src/cli/mock/f.ts', '../run/y.js', 'cli-layer-3-mock'],
  ['a file above its part', 'src/runner/plan/g.ts', '../y.js', 'runner-layer-0-plan'],
  ['a test helper', 'src/cli/h.ts', '../../test/y.js', 'product-stands-alone'],
] as const;

describe('the import rules', () => {
  /** What one look at all forbidden imports finds: each look reads the rules anew, which takes longer than the files. */
  let forbidden: readonly string[] = [];

  beforeAll(async () => {
    const root = await temporaryDirectory();
    const files = FORBIDDEN_IMPORTS.flatMap(([, from, specifier]) => [
      [target(from, specifier), TARGET],
      ...forbiddenImports(specifier).map((text, at) => [numbered(from, at), text]),
    ]);
    writeFiles(root, Object.fromEntries(files) as Record<string, string>);
    forbidden = await findings(root);
    await rm(root, { recursive: true, force: true });
    expect(forbidden).toHaveLength(3 * FORBIDDEN_IMPORTS.length);
  });

  it('accept imports from lower layers and from the own module', async () => {
    const root = await temporaryWorkspace({
      'src/errors.ts': 'export class E {}',
      'src/primitives/a.ts': "import { E } from '../errors.js'; export const a = E;",
      'src/http/auth/b.ts': "import { c } from '../message/c.js'; export const b = c;",
      'src/http/message/c.ts': "import { a } from '../../primitives/a.js'; export const c = a;",
      'src/main.ts': "import { b } from './http/auth/b.js'; b;",
    });
    expect(await findings(root)).toEqual([]);
  });

  it.each(FORBIDDEN_IMPORTS)('refuse %s, by value, by type and lazily', (_case, from, specifier, rule) => {
    const to = target(from, specifier);
    const expected = forbiddenImports(specifier).map((_, at) => `${rule}: ${numbered(from, at)} -> ${to}`);
    expect(forbidden.filter((line) => line.includes(` ${from.replace('.ts', '-')}`))).toEqual(expected);
  });

  it('refuse a neighbour file, by value, by type and lazily', async () => {
    for (const text of forbiddenImports('./version.js')) {
      const root = await temporaryWorkspace({ 'src/errors.ts': text, 'src/version.ts': TARGET });
      expect(await findings(root), text).toEqual(['layer-0-errors.ts: src/errors.ts -> src/version.ts']);
    }
  });

  it('refuse a circle made of types only', async () => {
    const root = await temporaryWorkspace({
      'src/cli/x.ts': "import type { Y } from './y.js'; export type X = Y;",
      'src/cli/y.ts': "import type { X } from './x.js'; export type Y = X;",
    });
    expect(await findings(root)).toEqual(['no-circles: src/cli/x.ts -> src/cli/y.ts']);
  });
});

const TARGET = 'export const y = 1; export type Y = 1;';

/** By value, by type and lazily. */
function forbiddenImports(specifier: string): readonly string[] {
  return [
    `import { y } from '${specifier}'; export const x = y;`,
    `import type { Y } from '${specifier}'; export type X = Y;`,
    `export const x = () => import('${specifier}');`,
  ];
}

function numbered(from: string, at: number): string {
  return from.replace('.ts', `-${at}.ts`);
}

async function findings(root: string): Promise<string[]> {
  const { summary } = await cruiseSources(root);
  return summary.violations.map(describeViolation).sort();
}

async function cruiseSources(root: string): Promise<ICruiseResult> {
  const { forbidden = [], options } = configuration;
  const { output } = await cruise(['src'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function describeViolation({ rule, from, to }: ICruiseResult['summary']['violations'][number]): string {
  return `${rule.name}: ${from} -> ${to}`;
}

function target(from: string, specifier: string): string {
  return posix.join(from, '..', specifier).replace(/js$/, 'ts');
}
