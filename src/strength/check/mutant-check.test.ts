import { describe, expect, it } from 'vitest';
import { replayText } from '../../../test/support/runs/replay-text.js';
import type { Change, ValueEdit, ValuePath } from '../model/mutant.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import type { Notice } from '../model/strength.js';
import { MutantCheck } from './mutant-check.js';

const BODY = {
  id: 7,
  name: 'Ada',
  price: 9.5,
  due: '2026-01-31T00:00:00Z',
  tags: ['new', 'heavy'],
  items: [{ sku: 'a' }, { sku: 'b' }],
  note: null,
  paid: true,
};

const RESPONSE: Partial<StoredExchange> = {
  status: 200,
  headers: [
    ['Content-Type', 'application/json'],
    ['Location', '/parcels/7'],
    ['Set-Cookie', 'desk=oslo; Path=/'],
  ],
  body: JSON.stringify(BODY),
};

const at = (path: ValuePath, edit: ValueEdit): Change => ({ on: 'value', path, edit });
const REMOVED: ValueEdit = { kind: 'remove' };
const set = (value: Extract<ValueEdit, { kind: 'set' }>['value']): ValueEdit => ({ kind: 'set', value });

async function noticeOf(
  text: string,
  change: Change,
  responses: Readonly<Record<string, Partial<StoredExchange>>> = { a: RESPONSE },
): Promise<Notice | undefined> {
  const [first] = await replayText(text, { responses });
  const [replayed] = first?.replayed ?? [];
  if (replayed === undefined) throw new Error('the request was not replayed');
  expect(replayed.problems).toEqual([]);
  return new MutantCheck(replayed).noticeOf({
    kind: 'field-removed',
    place: '',
    words: '',
    danger: 1,
    change,
  });
}

const requestWith = (assertion: string): string =>
  `### a\nGET http://localhost/parcels/7\n\n>>>\nexpect ${assertion}\n<<<\n`;

type Row = readonly [assertion: string, change: Change, isNoticed: boolean];

const removedSku = at(['items', 1, 'sku'], REMOVED);
const otherName = at(['name'], set('Bob'));
const noName = at(['name'], REMOVED);
const renamed = at(['name'], { kind: 'rename', to: 'name_x' });
const status = (value: number): Change => ({ on: 'status', status: value });
const header = (name: string, value?: string): Change => ({ on: 'header', name, value });
const cutBody: Change = { on: 'text', start: 20, end: JSON.stringify(BODY).length, text: '' };

const ROWS: readonly Row[] = [
  ['status == 200', status(500), true],
  ['status == 200', status(201), true],
  ['status < 300', status(201), false],
  ['status == 200', noName, false],
  ['body.name == "Ada"', noName, true],
  ['body.name == "Ada"', renamed, true],
  ['body.name == "Ada"', otherName, true],
  ['body.name exists', otherName, false],
  ['body.name exists', at(['name'], set(null)), true],
  ['body.name type string', at(['name'], set(1)), true],
  ['body.name length 3', at(['name'], set('')), true],
  ['body.name_x absent', renamed, true],
  ['body.name_x absent', noName, false],
  ['body.price > 9', at(['price'], set(-9.5)), true],
  ['body.price > 9', at(['price'], set(10.5)), false],
  ['body.note == null', at(['note'], set(1)), true],
  ['body.paid == true', at(['paid'], set(false)), true],
  ['body.paid type boolean', at(['paid'], set(false)), false],
  ['body.paid == true', at(['paid'], set('true')), true],
  ['body.tags length 2', at(['tags'], { kind: 'repeat', index: 0 }), true],
  ['body.tags[0] == new', at(['tags'], { kind: 'reverse' }), true],
  ['body.tags[0] == new', at(['tags', 0], REMOVED), true],
  ['body.tags[-1] == heavy', at(['tags'], { kind: 'reverse' }), true],
  ['body.tags includes heavy', at(['tags'], { kind: 'reverse' }), false],
  ['body.tags includes heavy', at(['tags'], set([])), true],
  ['body.items[*].sku length 2', removedSku, true],
  ['body.items each .sku exists', removedSku, true],
  ['body.items[0].sku == a', removedSku, false],
  ['body.items.length == 2', at(['items'], { kind: 'repeat', index: 0 }), true],
  ['body contains heavy', at(['tags'], set([])), true],
  ['body contains heavy', removedSku, false],
  ['body type object', cutBody, true],
  ['jsonpath $.items[1].sku exists', removedSku, true],
  ['regex /"sku":"b"/ exists', removedSku, true],
  ['size > 10', cutBody, false],
  ['size > 40', cutBody, true],
  ['header Location exists', header('Location'), true],
  ['header Location exists', header('Content-Type'), false],
  ['header location endsWith /7', header('Location', '/parcels/8'), true],
  ['header Content-Type contains json', header('content-type', 'text/html'), true],
  ['cookie desk == oslo', header('Set-Cookie'), true],
  ['duration < 1000', noName, false],
  ['body.name == "Ada" when status == 200', otherName, true],
  ['body.name == "Ada" when status == 200', status(201), false],
  ['body.name == "Ada" when body.id == 7', at(['id'], set(8)), false],
  ['status == 200 unless body.id == 8', at(['id'], set(8)), false],
];

describe('a changed response', () => {
  it.each(ROWS)('with %s', async (assertion, change, isNoticed) => {
    const notice = await noticeOf(requestWith(assertion), change);
    expect(notice !== undefined).toBe(isNoticed);
    if (notice?.kind === 'assertion') expect(notice.line).toBe(5);
  });
});

describe('a response without assertions', () => {
  const text = '### a\nGET http://localhost/\n';

  it('is noticed by a status that is no success', async () => {
    expect(await noticeOf(text, status(404))).toEqual({ kind: 'status-check' });
  });

  it.each([status(201), noName, cutBody])('is not noticed by %o', async (change) => {
    expect(await noticeOf(text, change)).toBeUndefined();
  });

  it('is judged by its status when no condition of an assertion is met', async () => {
    const conditional = requestWith('body.id == 7 when status == 200');
    expect(await noticeOf(conditional, status(500))).toEqual({ kind: 'status-check' });
  });
});
