import { describe, expect, it } from 'vitest';
import { ABSENT } from '../../evaluation/values/absent.js';
import type { ValueEdit, ValuePath } from '../model/mutant.js';
import { reducedDocument } from './changed-document.js';

const DOCUMENT = { order: { id: 7, tags: ['new', 'paid'], lines: [{ sku: 'a', price: 4 }] }, version: 2 };

type Row = readonly [what: string, path: ValuePath, edit: ValueEdit, reduced: unknown];

const ROWS: readonly Row[] = [
  ['a field without its value', ['order', 'id'], { kind: 'remove' }, { order: {} }],
  ['a field of the top without its value', ['version'], { kind: 'remove' }, {}],
  ['an element that was removed', ['order', 'tags', 1], { kind: 'remove' }, { order: { tags: [] } }],
  [
    'a field with another name',
    ['order', 'id'],
    { kind: 'rename', to: 'orderId' },
    { order: { orderId: 7 } },
  ],
  [
    'a field of an element with another name',
    ['order', 'lines', 0, 'sku'],
    { kind: 'rename', to: 'code' },
    { order: { lines: [{ code: 'a' }] } },
  ],
  [
    'another value',
    ['order', 'lines', 0, 'price'],
    { kind: 'set', value: null },
    { order: { lines: [{ price: null }] } },
  ],
  [
    'an element that follows itself',
    ['order', 'tags'],
    { kind: 'repeat', index: 0 },
    { order: { tags: ['new', 'new', 'paid'] } },
  ],
  [
    'a list the other way round',
    ['order', 'tags'],
    { kind: 'reverse' },
    { order: { tags: ['paid', 'new'] } },
  ],
];

const MISSING: readonly (readonly [what: string, path: ValuePath, edit: ValueEdit])[] = [
  ['a field that is not there', ['order', 'total'], { kind: 'remove' }],
  ['a field below a value', ['version', 'major'], { kind: 'set', value: 1 }],
  ['an element after the last one', ['order', 'tags', 2], { kind: 'remove' }],
  ['the repetition of an element that is not there', ['order', 'tags'], { kind: 'repeat', index: 2 }],
  ['the repetition of an element of no list', ['order'], { kind: 'repeat', index: 0 }],
];

describe('a changed document has the change and the way to it only', () => {
  it.each(ROWS)('%s', (_what, path, edit, reduced) => {
    expect(reducedDocument(DOCUMENT, path, edit)).toEqual(reduced);
  });

  it.each(MISSING)('nothing for %s', (_what, path, edit) => {
    expect(reducedDocument(DOCUMENT, path, edit)).toBe(ABSENT);
  });
});
