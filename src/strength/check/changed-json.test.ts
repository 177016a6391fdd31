import { describe, expect, it } from 'vitest';
import { storedExchange } from '../../../test/support/files/stored-exchange.js';
import { parseJson, toJson } from '../../evaluation/values/json.js';
import { changeResponse } from '../mutate/change-response.js';
import { mutantsOf } from '../mutate/mutants-of.js';
import { changedJson } from './changed-json.js';

const BODIES = [
  '{"id":7,"big":12345678901234567890,"price":1.10,"name":"Ada","tags":["a","b","a"],"none":null}',
  '[{"2":"two","1":"one"},{"at":"2031-02-03"},[],[[1,2],[3]],{}]',
  '{"items":[{"id":1,"of":{"id":2,"list":[1,2,3]}},{"id":3}],"__proto__":{"a":1},"total":-0}',
];

describe('a changed JSON value', () => {
  it.each(BODIES)('is what reading the changed text gives: %s', (body) => {
    const exchange = storedExchange({ body });
    const original = parseJson(body);
    let count = 0;
    for (const { change } of mutantsOf(exchange, { seed: 3, maxMutants: 1000 })) {
      if (change.on !== 'value') continue;
      count += 1;
      const changed = changedJson(original, change.path, change.edit);
      expect(toJson(changed)).toBe(toJson(parseJson(changeResponse(exchange, change).body)));
    }
    expect(count).toBeGreaterThan(20);
    expect(toJson(original)).toBe(toJson(parseJson(body)));
  });

  it('is none where the path leads to nothing', () => {
    const value = parseJson('{"a":[1],"b":{"c":1}}');
    expect(changedJson(value, ['x'], { kind: 'remove' })).toBeUndefined();
    expect(changedJson(value, ['a', 1], { kind: 'remove' })).toBeUndefined();
    expect(changedJson(value, ['b', 'c', 'd'], { kind: 'set', value: 1 })).toBeUndefined();
    expect(changedJson(value, ['b'], { kind: 'reverse' })).toBeUndefined();
    expect(changedJson(value, ['a'], { kind: 'repeat', index: 4 })).toBeUndefined();
  });
});
