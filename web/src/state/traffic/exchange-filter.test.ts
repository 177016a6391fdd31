import { describe, expect, it } from 'vitest';
import {
  distinct,
  filterExchanges,
  NO_FILTER,
  typeName,
  WITHOUT_ROUTE,
  type FilterableExchange,
} from './exchange-filter.js';

const exchange = (changes: Partial<FilterableExchange>): FilterableExchange => ({
  method: 'GET',
  words: 'GET /crates/7?deep=1',
  status: 200,
  contentType: 'application/json',
  route: 'readCrate',
  ...changes,
});

const LIST = [
  exchange({}),
  exchange({ method: 'POST', words: 'POST /crates', status: 201, route: 'addCrate' }),
  exchange({ words: 'GET /page', status: 404, contentType: 'text/html; charset=utf-8', route: '' }),
];

describe('a filter of exchanges', () => {
  it.each([
    [{}, [0, 1, 2]],
    [{ text: 'CRATES' }, [0, 1]],
    [{ text: 'deep get' }, [0]],
    [{ method: 'POST' }, [1]],
    [{ status: '2' }, [0, 1]],
    [{ status: '4' }, [2]],
    [{ type: 'html' }, [2]],
    [{ route: 'readCrate' }, [0]],
    [{ route: WITHOUT_ROUTE }, [2]],
    [{ text: 'crates', status: '4' }, []],
  ])('%j', (filter, places) => {
    const found = filterExchanges(LIST, { ...NO_FILTER, ...filter }, (each) => each);
    expect(found).toEqual(places.map((place) => LIST[place]));
  });

  it('leaves a text to the server that has looked for it', () => {
    const list = [exchange({ words: '' })];
    expect(filterExchanges(list, { ...NO_FILTER, text: 'in a body' }, (each) => each)).toEqual(list);
  });
});

it.each([
  ['application/json', 'json'],
  ['application/problem+json; charset=utf-8', 'json'],
  ['application/atom+xml', 'xml'],
  ['image/svg+xml', 'image'],
  ['text/plain', 'text'],
  ['text/css', 'css'],
  ['application/javascript', 'script'],
  ['application/pdf', 'other'],
  ['', ''],
])('the type %s is called %s', (contentType, name) => {
  expect(typeName(contentType)).toBe(name);
});

it('values to choose from are distinct and sorted', () => {
  expect(distinct(['b', 'a', '', 'b'])).toEqual(['a', 'b']);
});
