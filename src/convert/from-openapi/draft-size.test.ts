import { describe, expect, it } from 'vitest';
import { printBuilt } from '../../request-file/print-built.js';
import { assembleFiles } from '../assemble-files.js';
import type { ImportedRequestDraft } from '../import-draft.js';
import { statusEquals } from '../imported-assertions.js';
import { draftBytes } from './draft-size.js';
import { TextBudget, TooMuchText } from './sample-value.js';

const TINY: ImportedRequestDraft = {
  place: '',
  title: 'getA',
  name: 'getA',
  method: 'GET',
  url: '{{baseUrl}}/a',
  assertions: [statusEquals(200)],
};
const WHOLE: ImportedRequestDraft = {
  ...TINY,
  title: 'Read what is there',
  description: 'Reads everything that is there',
  tags: ['a', 'b'],
  query: [{ key: 'limit', value: '20' }],
  queryComments: ['& page = 1 (the page)'],
  headers: [{ key: 'Content-Type', value: 'application/json' }],
  directives: { auth: { type: 'bearer', params: ['{{token}}'] } },
  body: { kind: 'text', text: `{"a": "${'é'.repeat(200)}"}` },
};
const FORM: ImportedRequestDraft = {
  ...TINY,
  body: { kind: 'form', fields: [{ key: 'a', value: 'b'.repeat(100) }] },
};
const PARTS: ImportedRequestDraft = {
  ...TINY,
  body: {
    kind: 'multipart',
    fields: [
      { kind: 'field', name: 'a', value: 'b'.repeat(100) },
      { kind: 'file', name: 'f', path: './f.bin' },
    ],
  },
};

describe('the size of a request', () => {
  it.each([
    ['a small one', TINY],
    ['one with everything', WHOLE],
    ['a form', FORM],
    ['parts', PARTS],
  ])('is that of its text: %s', (_name, draft) => {
    const options = { tests: true, saveBodies: true };
    const drafts = Array.from({ length: 20 }, (_, i) => ({ ...draft, name: `${draft.name}${i}` }));
    const { files } = assembleFiles([{ path: '', title: 'T', format: 'openapi', requests: drafts }], options);
    const printed = printBuilt(files[0]?.file ?? expect.fail());
    const written = 'text' in printed ? Buffer.byteLength(printed.text) : 0;
    const counted = drafts.reduce((sum, each) => sum + draftBytes(each), 0);
    expect(counted / written).toBeGreaterThan(0.9);
    expect(counted / written).toBeLessThan(1.5);
  });

  it('is taken from a budget once, and no part may exceed what is left', () => {
    const budget = new TextBudget(100);
    const made = budget.takeWhole(
      () => budget.take('x'.repeat(60)),
      () => 10,
    );
    expect(made).toHaveLength(60);
    budget.take('x'.repeat(90));
    expect(() => budget.take('x')).toThrow(TooMuchText);
  });
});
