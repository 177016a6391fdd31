import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { apiSurface, SURFACE_FILE } from '../../scripts/api-surface.mjs';
import type { AssertionResult, RequestErrorKind, RequestResult } from '../../src/programs/result-types.js';
import type { Settings } from '../../src/programs/settings-type.js';
import type {
  AssertionResult as RunnerAssertion,
  ErrorKind,
  RequestResult as RunnerResult,
} from '../../src/runner/outcome/result.js';
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

describe('the results of programs', () => {
  it('have the kinds of errors and the members of the runner', () => {
    const kinds: Same<RequestErrorKind, ErrorKind> = true;
    // What only clients of the server are sent, or what is stored, is no member of programs.
    const results: Same<keyof RequestResult, Exclude<keyof RunnerResult, 'exchange' | 'unevaluated'>> = true;
    const responses: Same<
      keyof RequestResult['response'],
      Exclude<keyof RunnerResult['response'], 'bodyBase64'>
    > = true;
    const assertions: Same<keyof AssertionResult, Exclude<keyof RunnerAssertion, 'stored'>> = true;
    expect([kinds, results, responses, assertions]).not.toContain(false);
  });
});
