import { describe, expect, it } from 'vitest';
import { readSql } from './sql-parameters.js';

const numbered = (position: number): string => `$${position}`;

describe('readSql', () => {
  it.each([
    ['select 1', 'select 1', []],
    ['select * from t where a = {{x}}', 'select * from t where a = $1', [['{{x}}', false]]],
    ['select * from t where a={{x}}', 'select * from t where a=$1', [['{{x}}', false]]],
    [
      "select * from t where a = '{{x}}' and b = {{y}}",
      'select * from t where a = $1 and b = $2',
      [
        ['{{x}}', true],
        ['{{y}}', false],
      ],
    ],
    [
      'select {{x}}::int, ({{y}})',
      'select $1::int, ($2)',
      [
        ['{{x}}', false],
        ['{{y}}', false],
      ],
    ],
    [
      'select * from t where a in ({{x}}, {{y}})',
      'select * from t where a in ($1, $2)',
      [
        ['{{x}}', false],
        ['{{y}}', false],
      ],
    ],
    ["select 'it''s' where a = {{x}}", "select 'it''s' where a = $1", [['{{x}}', false]]],
    [`select "odd'name" where a = {{x}}`, `select "odd'name" where a = $1`, [['{{x}}', false]]],
    ["select 1 -- don't\nwhere a = {{x}}", "select 1 -- don't\nwhere a = $1", [['{{x}}', false]]],
    ["select 1 /* it's */ where a = {{x}}", "select 1 /* it's */ where a = $1", [['{{x}}', false]]],
    ["select '\\{{x}}'", "select '{{x}}'", []],
  ] as const)('%s', (template, sql, parameters) => {
    expect(readSql(template, numbered)).toEqual({
      sql,
      parameters: parameters.map(([source, text]) => ({ source, text })),
    });
  });

  it.each([
    "select 'a{{x}}'",
    "select '{{x}}b'",
    "select '{{x}}{{y}}'",
    "select '''{{x}}'",
    "select '{{x}}'''",
    "select E'{{x}}'",
    'select * from t_{{x}}',
    'select {{x}}_name',
    'select {{x}}{{y}}',
    'select "{{x}}"',
    'select `{{x}}`',
    'select {{x}}(1)',
    'select 1 -- {{x}}',
    'select 1 /* {{x}} */',
  ])('refuses %s', (template) => {
    const failure = expect.objectContaining({ errorKind: 'db', message: expect.stringContaining('{{x}}') });
    expect(() => readSql(template, numbered)).toThrow(failure);
  });
});
