import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInline, readReference } from '../../scripts/reference.mjs';
import { repositoryRoot } from '../support/program/run-svc.js';

test('marks within a line are read, and nothing else is taken for one', () => {
  expect(
    readInline('Use `a|b` and **two `c`**, see [there](#x); 2 * 3 * 4, snake_case_name, `` `t` ``'),
  ).toEqual([
    'Use ',
    ['code', 'a|b'],
    ' and ',
    ['strong', ['two ', ['code', 'c']]],
    ', see ',
    ['link', ['there'], '#x'],
    '; 2 * 3 * 4, snake_case_name, ',
    ['code', '`t`'],
  ]);
});

test('every heading, example and table of the language page is in the help', async () => {
  const page = await readFile(join(repositoryRoot, 'docs', 'language.md'), 'utf8');
  const sections = readReference(page);
  const examples = sections.flatMap(({ blocks }) => blocks.filter(([kind]) => kind === 'code'));
  const fences = [...page.matchAll(/^```(.*)\n([^]*?)\n```$/gm)].map(([, language, text]) => [
    'code',
    language,
    text,
  ]);
  expect(examples).toEqual(fences);
  const outside = page.replaceAll(/^```[^]*?^```$/gm, '');
  expect(sections.map(({ level }) => level)).toEqual(
    [...outside.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length),
  );
  const rows = sections
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block[0] === 'table' ? block[2].length + 2 : 0), 0);
  expect(rows).toBe([...outside.matchAll(/^\|/gm)].length);
  const anchors: string[] = [];
  JSON.stringify(sections, (_, value: unknown) => {
    if (Array.isArray(value) && value[0] === 'link') anchors.push(String(value[2]));
    return value;
  });
  const ids = new Set(sections.map(({ id }) => id));
  const inside = anchors.filter((anchor) => anchor.startsWith('#'));
  expect(inside.filter((anchor) => !ids.has(anchor.slice(1)))).toEqual([]);
  expect(inside.length).toBeGreaterThan(20);
  expect(ids.size).toBe(sections.length);
});
