import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { RULES } from '../request-file/model/diagnostic.js';
import { FAILURE_EXPLANATIONS } from './failure-explanations.js';
import { FINDING_EXPLANATIONS } from './finding-explanations.js';

/** The members of a union of texts, read from its source, because types are gone at run time. */
async function membersOf(path: string, type: string): Promise<string[]> {
  const source = await readFile(new URL(path, import.meta.url), 'utf8');
  const [, union = ''] = new RegExp(`export type ${type} =([^;]*);`).exec(source) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

const ALL = { ...FINDING_EXPLANATIONS, ...FAILURE_EXPLANATIONS };

describe('explanations', () => {
  it('exist for every finding', () => {
    expect(Object.keys(FINDING_EXPLANATIONS).toSorted()).toEqual(
      [...Object.keys(RULES), 'undefined_variable'].toSorted(),
    );
  });

  it('exist for every kind of failure', async () => {
    const kinds = [
      ...(await membersOf('../runner/outcome/result.ts', 'ErrorKind')),
      ...(await membersOf('../http/message/message.ts', 'FailureKind')),
    ];
    expect(kinds.length).toBeGreaterThan(15);
    expect(Object.keys(FAILURE_EXPLANATIONS).toSorted()).toEqual(kinds.toSorted());
  });

  it.each(Object.entries(ALL))('are one sentence each: %s', (_code, { why, whatToDo }) => {
    for (const text of [why, whatToDo]) expect(text).toMatch(/^[A-Z`][^\n]*\.$/);
    for (const text of [why, whatToDo]) expect(text.replaceAll(/`[^`]*`/g, '')).not.toMatch(/\. /);
    expect(why).not.toBe(whatToDo);
  });
});
