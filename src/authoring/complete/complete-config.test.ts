import { describe, expect, it } from 'vitest';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import { completeConfig } from './complete-config.js';
import type { Completions } from './completion-item.js';

const SHAPE: Shape = {
  type: 'object',
  additionalProperties: false,
  properties: {
    defaultEnvironment: {
      type: 'string',
      names: 'environment',
      default: 'dev',
      description: 'The usual one',
    },
    timeout: { type: 'number', default: 30_000 },
    bail: { type: 'boolean', default: false },
    httpVersion: { enum: ['auto', '1.1', '2', 1.1, 2] },
    reporters: { type: 'array', items: { enum: ['console', 'json', 'junit'] } },
    workers: { anyOf: [{ type: 'integer' }, { const: 'all' }] },
    headers: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { names: 'header' } },
    history: {
      type: 'object',
      properties: { enabled: { type: 'boolean' }, path: { type: 'string', rule: 'a path' } },
    },
    environments: { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
    profiles: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          rate: { type: 'number' },
          stages: {
            type: 'array',
            items: { type: 'object', properties: { duration: { type: 'string' }, vus: { type: 'integer' } } },
          },
        },
      },
    },
  },
};

/** Completions at the mark of a text. */
function at(marked: string, environments: readonly string[] = []): Completions | undefined {
  const before = marked.slice(0, marked.indexOf('|')).split(/\r\n|[\r\n]/);
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return completeConfig({ ...place, text: marked.replace('|', '') }, SHAPE, environments);
}

function labels(marked: string): string[] | undefined {
  return at(marked)?.items.map(({ label }) => label);
}

describe('keys', () => {
  it.each([
    ['|', Object.keys(SHAPE.properties ?? {})],
    ['history:\n  |', ['enabled', 'path']],
    ['history:\n  en|', ['enabled', 'path']],
    ['history:\r\n  "en|', ['enabled', 'path']],
    ['history:\n  path: x\n  |', ['enabled']],
    ['history:\n  |\n  path: x\nbail: true', ['enabled']],
    ['history:\n  # a: comment\n\n  path: x\n  |', ['enabled']],
    ['history: {|', ['enabled', 'path']],
    ['history: {path: x, |', ['enabled']],
    ['history: {\n  path: "a, b",\n  e|\n}', ['enabled']],
    ['profiles:\n  evening:\n    |', ['rate', 'stages']],
    ['profiles:\n  evening:\n    stages:\n      - |', ['duration', 'vus']],
    ['profiles:\n  evening:\n    stages:\n      - duration: 1s\n        |', ['vus']],
    ['profiles:\n  evening:\n    stages:\n    - duration: 1s\n    - |\n    - vus: 1', ['duration', 'vus']],
    ['profiles: {evening: {stages: [{duration: 1s}, {|', ['duration', 'vus']],
    ['broken: [\nhistory:\n  |', ['enabled', 'path']],
  ])('in %j are %j', (marked, wanted) => {
    expect(labels(marked)).toEqual(wanted);
  });

  it('have the form of their value, its default and their meaning', () => {
    expect(at('defaultE|')?.items[0]).toEqual({
      ...{ label: 'defaultEnvironment', kind: 'key', rank: 0 },
      ...{ detail: 'string; default dev', meaning: 'The usual one.', insert: 'defaultEnvironment: ' },
    });
    const inserted = at('|')?.items.map(({ insert }) => insert);
    expect(inserted).toEqual(expect.arrayContaining(['timeout: ', 'history:', 'reporters:']));
    expect(at('history:\n  pa|th: x')?.items.at(-1)).toMatchObject({ insert: 'path', detail: 'a path' });
    expect(at('history:\n  pa|')?.column).toBe(3);
  });

  it('of headers are those that requests often have', () => {
    expect(labels('headers:\n  Accept: x\n  |')).toContain('Authorization');
    expect(labels('headers:\n  Accept: x\n  |')).not.toContain('Accept');
  });
});

describe('values', () => {
  it.each([
    ['bail: |', ['false', 'true']],
    ['history:\n  enabled: t|', ['true', 'false']],
    ['httpVersion: |', ['auto', '1.1', '2']],
    ['httpVersion: "a|', ['auto', '1.1', '2']],
    ['timeout: |', ['30000']],
    ['workers: |', ['all']],
    ['reporters:\n  - c|', ['console', 'json', 'junit']],
    ['reporters:\n- c|', ['console', 'json', 'junit']],
    ['reporters: [console, |', ['console', 'json', 'junit']],
    ['reporters: [\n  console, # the usual\n  j|\n]', ['console', 'json', 'junit']],
    [
      'defaultEnvironment: |\nenvironments:\n  staging:\n    a: 1\n  "prod": {}\nbail: true',
      ['staging', 'prod', 'dev'],
    ],
  ])('in %j are %j', (marked, wanted) => {
    expect(labels(marked)).toEqual(wanted);
  });

  it('name environments of elsewhere, too', () => {
    const found = at('defaultEnvironment: st|', ['staging']);
    expect(found?.column).toBe(21);
    expect(found?.items.map(({ label }) => label)).toEqual(['staging', 'dev']);
  });
});

it.each([
  '# |',
  'bail: true # |',
  'bail: true |',
  'bail: tr ue|',
  'note: |',
  'environments:\n  dev:\n    host: |',
  'environments:\n  dev:\n    |',
  'history:\n  path: >\n    en|',
  'history:\n  path: >-\n    a\n    en|',
  'history: {enabled: true} |',
  'history: {enabled: "true" |',
  'reporters: [console] |',
  'constructor:\n  |',
])('nothing is offered in %j', (marked) => {
  expect(at(marked)).toBeUndefined();
});

it.each([
  ['dashes', '- '.repeat(100_000)],
  ['open brackets', 'a: ['.repeat(100_000)],
  ['open lines', 'a: [\n'.repeat(50_000)],
  [
    'deeper and deeper lines',
    Array.from({ length: 1000 }, (_, index) => `${' '.repeat(index)}a: [\n`).join(''),
  ],
  ['keys', Array.from({ length: 50_000 }, (_, index) => `k${index}:\n`).join('')],
  ['quotes', '"'.repeat(200_000)],
])('many %s cost little', (_name, text) => {
  expect(() => at(`${text}${' '.repeat(1001)}|`)).not.toThrow();
});
