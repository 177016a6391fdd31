import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { apiSurface, SURFACE_FILE } from '../../scripts/api-surface.mjs';
import type { Settings } from '../../src/programs/settings-type.js';
import type { Config } from '../../src/workspace/config/config.js';

describe('the declarations of the library', () => {
  it('are those of declarations.txt; npm run api-surface writes it anew', async () => {
    const emitted = await apiSurface();
    expect(emitted).toBe(await readFile(SURFACE_FILE, 'utf8'));
    expect(emitted).toContain('export declare function run(');
    expect(emitted).toContain('export declare function requestTests(');
  });

  it('need no package but the types of Node', async () => {
    const imported = [...(await apiSurface()).matchAll(/(?:from |import\()'([^'.][^']*)'/g)];
    expect(imported.map(([, name]) => name)).toEqual([]);
  });
});

/** What stands for a setting that may be left out. */
type Given<T> = { readonly [Key in keyof T]-?: Exclude<T[Key], undefined> };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

describe('the settings of programs', () => {
  it('have the keys and values of service.yaml', () => {
    // Compared by the compiler: a key that is missing or has another type is an error here.
    const keys: Same<keyof Settings, keyof Config> = true;
    type Plain = Exclude<
      keyof Config,
      'stress' | 'tls' | 'history' | 'queue' | 'coverage' | 'tracing' | 'secrets'
    >;
    const plain: Same<Pick<Given<Settings>, Plain>, Pick<Given<Config>, Plain>> = true;
    type Nested = 'tls' | 'history' | 'queue' | 'coverage' | 'tracing';
    const nested: { readonly [Key in Nested]: Same<Given<Given<Settings>[Key]>, Given<Given<Config>[Key]>> } =
      {
        tls: true,
        history: true,
        queue: true,
        coverage: true,
        tracing: true,
      };
    const secrets: Same<
      Extract<Given<Settings>['secrets'][number], string>,
      Extract<Given<Config>['secrets'][number], string>
    > = true;
    expect([keys, plain, secrets, ...Object.values(nested)]).not.toContain(false);
  });
});
