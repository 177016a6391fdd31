import { describe, expect, it } from 'vitest';
import { SHAPE, at } from '../../../test/support/unit/complete-config-setup.js';

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
