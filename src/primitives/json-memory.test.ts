import { describe, expect, it } from 'vitest';
import { jsonOverrun } from './json-memory.js';

const LIMIT = 1 << 20;
/** As long as the limit allows. */
const full = (unit: string): string => `[${unit.repeat(Math.floor(LIMIT / unit.length)).slice(0, -1)}]`;

function unique(unit: (index: number) => string): string {
  const units: string[] = [];
  for (let size = 0, index = 0; size < LIMIT - 100; index++) size += (units[index] = unit(index)).length + 1;
  return `[${units.join(',')}]`;
}

describe('JSON that takes much more memory than text', () => {
  it.each([
    ['empty lists', full('[],')],
    ['empty objects', full('{},')],
    ['nested lists', full(`${'['.repeat(90)}${']'.repeat(90)},`)],
    ['objects with keys of their own', unique((index) => `{"k${index}":1}`)],
    ['objects with shapes of their own', unique((index) => shape(index))],
    ['blanks between them', full('[] ,\n')],
  ])('%s', (_case, text) => {
    expect(jsonOverrun(text, LIMIT)).toBeGreaterThan(0);
    expect(jsonOverrun(text.slice(0, LIMIT / 10), LIMIT)).toBe(-1);
  });

  it('returns the position at which it is too much', () => {
    const text = full('[],');
    const at = jsonOverrun(text, LIMIT);
    expect(jsonOverrun(text.slice(0, at), LIMIT)).toBe(-1);
    expect(jsonOverrun(text.slice(0, at + 1), LIMIT)).toBe(at);
  });
});

it.each([
  ['records', unique((n) => `{"id":${n},"name":"item ${n}","price":${n}.5,"tags":["a","b"]}`)],
  ['numbers', unique(String)],
  ['brackets in a text', JSON.stringify(['[],{}'.repeat(LIMIT / 6)])],
  ['escaped quotes in a text', JSON.stringify(['"[],'.repeat(LIMIT / 7)])],
  ['long texts', unique((n) => JSON.stringify(`text ${n} ${'x'.repeat(40)}`))],
  [
    'an object of records',
    `{${unique((n) => `"key${n}":{"id":${n},"value":"${'x'.repeat(60)}"}`).slice(1, -1)}}`,
  ],
])('ordinary JSON fits: %s', (_case, text) => {
  expect(jsonOverrun(text, LIMIT)).toBe(-1);
});

it('broken JSON is for the parser', () => {
  for (const text of ['', '"', '["\\', ']]]', '{"a"', '}'.repeat(200_000)]) {
    expect(jsonOverrun(text.padEnd(300_000), 1024)).toBe(-1);
  }
});

/** Of few keys in ever new order. */
function shape(index: number): string {
  const keys = [index % 50, 50 + (Math.floor(index / 50) % 50), 100 + (Math.floor(index / 2500) % 50)];
  return `{${keys.map((key) => `"k${key}":1`).join(',')}}`;
}
