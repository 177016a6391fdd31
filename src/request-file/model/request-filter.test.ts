import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { requestMatcher, selectsEverything, type RequestFilter } from './request-filter.js';

const TEXT = `### Create order
# @name createOrder
# @tags Write,  smoke
POST http://127.0.0.1:1/orders

### Read order
# @tags read
GET http://127.0.0.1:1/orders/1

###
DELETE http://127.0.0.1:1/orders/1
`;
const { requests } = parseText(TEXT, 'orders.http');
const NOTHING: RequestFilter = { names: [], tags: [], excludeTags: [] };

function selected(filter: Partial<RequestFilter>): string[] {
  return requests.filter(requestMatcher({ ...NOTHING, ...filter })).map(({ name, method }) => name || method);
}

describe('requestMatcher', () => {
  it.each<[Partial<RequestFilter>, string[]]>([
    [{}, ['createOrder', 'Read order', 'DELETE']],
    [{ names: ['createOrder'] }, ['createOrder']],
    [{ names: ['Create order'] }, []],
    [{ names: ['*order'] }, ['Read order']],
    [{ names: ['nothing', 'DELETE http://*'] }, ['DELETE']],
    [{ names: ['GET *'] }, []],
    [{ tags: [' WRITE '] }, ['createOrder']],
    [{ tags: ['read', 'smoke'] }, ['createOrder', 'Read order']],
    [{ excludeTags: ['SMOKE'] }, ['Read order', 'DELETE']],
    [{ tags: ['read', 'smoke'], excludeTags: ['write'], names: ['*'] }, ['Read order']],
  ])('%j', (filter, expected) => {
    expect(selected(filter)).toEqual(expected);
  });

  it('knows when it asks for nothing', () => {
    expect(selectsEverything(NOTHING)).toBe(true);
    for (const key of ['names', 'tags', 'excludeTags']) {
      expect(selectsEverything({ ...NOTHING, [key]: ['x'] })).toBe(false);
    }
  });
});
