import { describe, expect, it } from 'vitest';
import { SecretSet } from '../../redaction/secret-set.js';
import { readState, writeState } from './state-file.js';
import { StateStore } from './state-store.js';

describe('the file of a state', () => {
  it('is read as it was written', () => {
    const store = new StateStore();
    store.load('/orders/7/lines', [{ id: 'a', value: [1, 2n ** 60n] }]);
    store.load('/orders', [
      { id: 7, value: { id: 7, '2': 'two', '1': 'one' } },
      { id: 8, value: 'a,b', contentType: 'text/csv' },
      { id: 9, value: 'AAE=', contentType: 'image/png', encoding: 'base64' },
    ]);
    const text = writeState(store, new SecretSet());
    expect(text).toMatch(/^\{\n {2}"version": 1,\n {2}"collections": \{\n {4}"\/orders": \[/);
    const again = new StateStore();
    expect(readState(text, again)).toBe('');
    expect(again.all()).toEqual(store.all());
    expect(writeState(again, new SecretSet())).toBe(text);
  });

  it('has no secret', () => {
    const secrets = new SecretSet();
    secrets.add('hunter22');
    const store = new StateStore();
    store.load('/users', [{ id: 1, value: { password: 'hunter22', hunter22: ['a hunter22'] } }]);
    expect(writeState(store, secrets)).not.toContain('hunter22');
  });

  it.each([
    ['{', 'it is not valid JSON'],
    ['[]', 'it is not the state of a mock server, which has `version` and `collections`'],
    ['{"version": 1}', 'it is not the state of a mock server, which has `version` and `collections`'],
    ['{"version": 2, "collections": {}}', 'its version is 2; this svc reads version 1'],
    ['{"version": 1, "collections": {"orders": []}}', '"orders" is not the path of a collection'],
    ['{"version": 1, "collections": {"/a/%": []}}', '"/a/%" is not the path of a collection'],
    ['{"version": 1, "collections": {"/a": {}}}', '/a is not a list of items'],
    [
      '{"version": 1, "collections": {"/a": [{"id": 1}]}}',
      'item 1 of /a needs `id` (text or integer) and `value`',
    ],
    [
      '{"version": 1, "collections": {"/a": [{"id": 1, "value": 1}, {"id": "1", "value": 1}]}}',
      'item 2 of /a has the id of another item',
    ],
    [
      String.raw`{"version": 1, "collections": {"/a": [{"id": 1, "value": "", "contentType": "a\r\nb"}]}}`,
      'item 1 of /a needs `id` (text or integer) and `value`',
    ],
  ])('%s is refused', (text, reason) => {
    expect(readState(text, new StateStore())).toBe(reason);
  });
});
