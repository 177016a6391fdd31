import { expect, it } from 'vitest';
import type { ImportDraft } from '../../state/imports.js';
import { detectedKinds, importTasks } from './import-tasks.js';

const EMPTY: ImportDraft = {
  way: 'text',
  text: '',
  files: [],
  place: '',
  kind: '',
  baseUrl: '',
  isEveryEntry: false,
};
const tasksOf = (draft: Partial<ImportDraft>): string[] => {
  const whole = { ...EMPTY, ...draft };
  return importTasks(whole, detectedKinds(whole)).map(
    ({ source, path, kinds, problem }) => `${source}|${path}|${kinds.join()}|${problem.slice(0, 20)}`,
  );
};

it('gives each file its own kind, and a reason where there is none', () => {
  const files = [
    { name: 'a.har', text: '{"log": {"entries": []}}' },
    { name: 'b.json', text: '{"item": []}' },
    { name: 'c.bru', text: 'meta {\n  name: x\n}' },
    { name: 'd.txt', text: 'hello' },
    { name: 'empty', text: ' ' },
  ];
  expect(tasksOf({ files, text: 'curl http://h' })).toEqual([
    'a.har|a.har|har|',
    'b.json|b.json|collection|',
    'c.bru|c.bru|bruno|',
    'd.txt|d.txt||The kind of this tex',
  ]);
});

it('takes the text without files, and the chosen kind', () => {
  expect(tasksOf({ text: 'curl http://h' })).toEqual(['|pasted document|curl|']);
  expect(tasksOf({ text: 'hello', kind: 'openapi' })).toEqual(['|pasted document|openapi|']);
  expect(tasksOf({})).toEqual([]);
});
