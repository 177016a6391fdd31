import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { NamedPath } from '../paths/read-inside.js';
import { surveyClientEnv } from './survey-client-env.js';

const ENV = 'http-client.env.json';

it('lists a bounded number of files and names', async () => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`e${index}`, {}]));
  const root = await temporaryWorkspace({ [ENV]: JSON.stringify(many) });
  expect((await surveyClientEnv({ root, folders: [], named: [] })).environments).toHaveLength(1000);
  const small = await temporaryWorkspace({ 'one.json': '{}', 'large.json': `{} //${'x'.repeat(1_000_000)}` });
  const repeated = (name: string, length: number): readonly NamedPath[] =>
    Array.from({ length }, (_, index) => ({ absolute: join(small, name), shown: `n${index}` }));
  for (const [name, count] of [
    ['one.json', 1000],
    ['large.json', 5],
  ] as const) {
    const look = (length: number) =>
      surveyClientEnv({ root: small, folders: [], named: repeated(name, length) });
    expect((await look(count)).problems).toEqual([]);
    expect((await look(count + 2)).problems).toMatchObject([{ file: `n${count}`, isWarning: true }]);
  }
});
