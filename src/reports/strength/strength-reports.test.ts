import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import type { SurvivorAdvice } from '../../strength/model/advice.js';
import type { Mutant } from '../../strength/model/mutant.js';
import type { MutationKind } from '../../strength/model/mutation-kinds.js';
import type { RequestStrength, Tally } from '../../strength/model/strength.js';
import { styler } from '../console/style.js';
import { renderStrengthConsole } from './strength-console.js';
import { renderStrengthHtml } from './strength-html.js';
import { renderStrengthJson } from './strength-json.js';
import { STRENGTH_SCHEMA } from './strength-schema.js';
import { meetsMin, type StrengthReport } from './strength-text.js';

const [listOrders] = parseText('### List orders\nGET http://localhost/\n', 'orders.http').requests;

function mutant(kind: MutationKind, place: string, words: string): Mutant {
  return { kind, place, words, danger: 90, change: { on: 'status', status: 500 } };
}

function tally(killed: number, survived: number, equivalent = 0): Tally {
  const total = killed + survived;
  return {
    killed,
    survived,
    equivalent,
    total,
    score: total === 0 ? null : Math.round((killed / total) * 1000) / 10,
  };
}

const removed = mutant('field-removed', 'body.id', 'the field body.id was removed');
const date = mutant('header-missing', 'header Date', 'the header Date is missing');

function request(changes: Partial<RequestStrength> = {}): RequestStrength {
  return {
    ...tally(0, 0),
    file: 'orders.http',
    name: 'List orders',
    line: 3,
    survivors: [],
    equivalents: [],
    problems: [],
    ...changes,
  };
}

function survivor(assertion: string, changes: Partial<SurvivorAdvice> = {}): SurvivorAdvice {
  return {
    file: 'orders.http',
    line: 3,
    name: 'List orders',
    mutant: removed,
    before: '7',
    assertion,
    ...changes,
  };
}

function report(changes: Partial<StrengthReport> = {}): StrengthReport {
  if (listOrders === undefined) throw new Error('no request');
  const requests = [
    request({
      ...tally(5, 3, 1),
      survivors: [{ mutant: removed, before: '7' }],
      equivalents: [{ mutant: date, rule: 'infrastructure-header' }],
    }),
    request({ name: '', line: 12, problems: ['The history has no passed result of this request.'] }),
  ];
  const files = [{ ...tally(5, 3, 1), file: 'orders.http', requests }];
  const suggestion = {
    file: 'orders.http',
    request: listOrders,
    assertion: 'body.id type number',
    catches: 2,
  };
  return {
    strength: { ...tally(5, 3, 1), seed: 1, files },
    advice: {
      dangerous: [survivor('body.id type number'), survivor('', { mutant: date, before: '' })],
      suggestions: [suggestion],
    },
    ...changes,
  };
}

function consoleText(changes: Partial<StrengthReport> = {}, verbose = false, suggests = true): string {
  return [...renderStrengthConsole(report(changes), { style: styler(false), verbose, suggests })].join('');
}

describe('the console report', () => {
  it('shows scores, what nothing notices with its remedy, problems and the next step', () => {
    expect(consoleText({ min: 80 })).toBe(`orders.http  62.5%
   62.5%  List orders (line 3)  5 of 8 noticed
       -  (unnamed) (line 12)   not checked

What nothing notices: the most dangerous of 3 changes
  orders.http:3  List orders
      the field body.id was removed; it was 7
    add: body.id type number
      the header Date is missing
    no robust assertion would notice this

What was not checked
  The history has no passed result of this request.
      orders.http:12  (unnamed)

The tests notice 5 of 8 changes of their responses: 62.5%; 1 equivalent change left out. Seed 1.
✗ The score of 62.5% is below 80%.
svc strength --fix adds 1 assertion that would notice more; --fix --dry-run shows them.
`);
  });

  it('lists with -v what was left out, and by which rule', () => {
    expect(consoleText()).not.toContain('the header Date is missing\n        ');
    expect(consoleText({}, true)).toContain(`Left out of the score, 1 change that no test has to notice
  orders.http:3  List orders
      The header belongs to servers between API and client, not to the API.
        the header Date is missing
`);
  });

  it('says nothing of fixing when there is nothing to add, or it was done', () => {
    expect(consoleText({ advice: { dangerous: [], suggestions: [] } })).not.toContain('--fix');
    expect(consoleText({}, false, false)).not.toContain('--fix');
  });

  it('shows at most ten survivors, those with the same remedy together', () => {
    const dangerous = Array.from({ length: 25 }, (_, index) =>
      survivor(index % 2 === 0 ? 'expect a exists' : 'expect b exists', { before: String(index) }),
    );
    const text = consoleText({ advice: { dangerous, suggestions: [] } });
    expect([...text.matchAll(/it was (\d+)|add: expect (\w)/g)].map((found) => found[1] ?? found[2])).toEqual(
      ['0', '2', '4', '6', '8', 'a', '1', '3', '5', '7', '9', 'b'],
    );
  });

  it('names some of many requests with the same problem, and all with -v', () => {
    const requests = Array.from({ length: 8 }, (_, line) =>
      request({ line: line + 1, problems: ['It is skipped.'] }),
    );
    const strength = { ...tally(0, 0), seed: 1, files: [{ ...tally(0, 0), file: 'orders.http', requests }] };
    expect(consoleText({ strength })).toContain(
      'orders.http:5  List orders\n      and 3 other requests; -v names all\n',
    );
    expect(consoleText({ strength }, true)).toContain('orders.http:8  List orders\n\nNo response');
  });

  it('makes control characters visible', () => {
    const dangerous = [survivor('', { before: '"\u001b[2J"', name: 'a\u001b]0;b' })];
    expect(consoleText({ advice: { dangerous, suggestions: [] } })).not.toContain('\u001b');
  });

  it('has colours only where they are wanted', () => {
    const view = { style: styler(true), verbose: false, suggests: true };
    expect([...renderStrengthConsole(report(), view)].join('')).toContain('\u001b[33m');
  });
});

describe('the score that is asked for', () => {
  const empty = { ...tally(0, 0), seed: 1, files: [] };

  it.each<[number | undefined, Partial<StrengthReport>, boolean | undefined]>([
    [undefined, {}, undefined],
    [62.5, {}, true],
    [62.6, {}, false],
    [0, { strength: empty }, false],
  ])('%s', (min, changes, expected) => {
    expect(meetsMin({ ...report(changes), min })).toBe(expected);
  });
});

describe('the JSON report', () => {
  it('matches its schema and has everything', () => {
    const document: unknown = JSON.parse([...renderStrengthJson(report())].join(''));
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(STRENGTH_SCHEMA);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document).toMatchObject({
      schemaVersion: 1,
      seed: 1,
      score: 62.5,
      total: 8,
      killed: 5,
      survived: 3,
      equivalent: 1,
      files: [
        {
          file: 'orders.http',
          score: 62.5,
          requests: [
            {
              name: 'List orders',
              line: 3,
              survivors: [
                { kind: 'field-removed', place: 'body.id', words: removed.words, danger: 90, before: '7' },
              ],
              equivalents: [{ place: 'header Date', reason: 'infrastructure-header' }],
            },
            { score: null, problems: ['The history has no passed result of this request.'] },
          ],
        },
      ],
      dangerous: [
        { file: 'orders.http', line: 3, name: 'List orders', assertion: 'body.id type number' },
        {},
      ],
      suggestions: [
        { file: 'orders.http', line: 1, name: 'List orders', assertion: 'body.id type number', catches: 2 },
      ],
    });
  });

  it('refuses what the schema does not know', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(STRENGTH_SCHEMA);
    const document = JSON.parse([...renderStrengthJson(report())].join('')) as Record<string, unknown>;
    expect(validate({ ...document, score: 101 })).toBe(false);
    expect(validate({ ...document, files: undefined })).toBe(false);
  });
});

describe('the HTML report', () => {
  it('has the same and no markup of the data', () => {
    const dangerous = [survivor('body.name == "<b>"', { before: '"<script>alert(1)</script>"' })];
    const advice = { ...report().advice, dangerous };
    const html = [...renderStrengthHtml(report({ advice, min: 50 }), '1.0.0')].join('');
    for (const text of [
      'The tests notice 5 of 8 changes of their responses: 62.5%; 1 equivalent change left out.',
      'The score of 62.5% is at least 50%.',
      'body.name == &quot;&lt;b&gt;&quot;',
      'body.id type number',
      'would notice 2 changes',
      'The header belongs to servers between API and client, not to the API.',
      'The history has no passed result of this request.',
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('<script>alert');
  });
});
