import { describe, expect, it } from 'vitest';
import { addAssertions } from './add-assertions.js';

const STATUS = 'expect status == 200';
const ID = 'expect body.id type number';

describe('assertions are added', () => {
  it.each([
    [
      'below the headers',
      'GET /x\nA: b\n',
      'GET /x\nA: b\n\n>>>\nexpect status == 200\nexpect body.id type number\n<<<\n',
    ],
    [
      'below the body',
      'POST /x\n\n{\n  "a": 1\n}\n\n### b\nGET /y\n',
      'POST /x\n\n{\n  "a": 1\n}\n\n>>>\nexpect status == 200\nexpect body.id type number\n<<<\n\n### b\nGET /y\n',
    ],
    [
      'to the last block of assertions',
      'GET /x\n\n>>>\nexpect size > 1\n<<<\n\n>>>\nexpect size > 2\n<<<\n',
      'GET /x\n\n>>>\nexpect size > 1\n<<<\n\n>>>\nexpect size > 2\nexpect status == 200\nexpect body.id type number\n<<<\n',
    ],
    [
      'above comments that end a block',
      'GET /x\n\n>>>\nexpect size > 1\n\n# expect size > 9\n<<<\n',
      'GET /x\n\n>>>\nexpect size > 1\nexpect status == 200\nexpect body.id type number\n\n# expect size > 9\n<<<\n',
    ],
    [
      'below a comment that is alone in its block',
      'GET /x\n\n>>>\n# What is checked\n<<<\n',
      'GET /x\n\n>>>\n# What is checked\n\nexpect status == 200\nexpect body.id type number\n<<<\n',
    ],
    [
      'with the indentation of the line above',
      'GET /x\n\n>>>\n\texpect size > 1\n<<<\n',
      'GET /x\n\n>>>\n\texpect size > 1\n\texpect status == 200\n\texpect body.id type number\n<<<\n',
    ],
    [
      'before captures and mock responses',
      'GET /x\n\n>>>mock\nHTTP/1.1 200\n\nexpect no block\n<<<\n',
      'GET /x\n\n>>>\nexpect status == 200\nexpect body.id type number\n<<<\n\n>>>mock\nHTTP/1.1 200\n\nexpect no block\n<<<\n',
    ],
    [
      'before scripts of other clients, whatever their lines look like',
      'GET /x\n\n> {%\n>>> 2\n<<<\n%}\n',
      'GET /x\n\n>>>\nexpect status == 200\nexpect body.id type number\n<<<\n\n> {%\n>>> 2\n<<<\n%}\n',
    ],
    [
      'above comments that formatting writes below the blocks',
      'GET /x\n\n# a note\n',
      'GET /x\n\n>>>\nexpect status == 200\nexpect body.id type number\n<<<\n\n# a note\n',
    ],
    [
      'with Windows line ends',
      '\ufeffGET /x\r\n\r\n>>>\r\nexpect size > 1\r\n<<<\r\n',
      '\ufeffGET /x\r\n\r\n>>>\r\nexpect size > 1\r\nexpect status == 200\r\nexpect body.id type number\r\n<<<\r\n',
    ],
  ])('%s', (_, before, after) => {
    expect(addAssertions(before, [{ line: 1, assertions: [STATUS, ID] }])).toBe(after);
  });

  it('to requests without separators', () => {
    const text = 'GET /x\n\n>>>\nexpect size > 1\n<<<\n\n# @name b\nGET /y\n\n>>>\nexpect size > 2\n<<<\n';
    expect(addAssertions(text, [{ line: 1, assertions: [STATUS] }])).toBe(
      text.replace('size > 1\n', `size > 1\n${STATUS}\n`),
    );
  });

  it('to several requests at once, in any order', () => {
    const text = '### a\nGET /x\n\n### b\nGET /y\n';
    const wanted = [
      { line: 4, assertions: [ID] },
      { line: 1, assertions: [STATUS] },
      { line: 4, assertions: [STATUS, ID] },
    ];
    expect(addAssertions(text, wanted)).toBe(
      `### a\nGET /x\n\n>>>\n${STATUS}\n<<<\n\n### b\nGET /y\n\n>>>\n${ID}\n${STATUS}\n<<<\n`,
    );
  });
});

describe('nothing is added', () => {
  const text = '### a\nGET /x\n\n>>>\nexpect  status == 200\n  expect body.id type number # why\n<<<\n';
  it.each([
    ['of what is there', 1, 'expect body.id type number # why'],
    ['that is no assertion', 1, 'id from body.id'],
    ['that has an error', 1, 'expect body.id type nothing'],
    ['of more than a line', 1, 'expect size > 1\n<<<\n### b\nDELETE /all'],
    ['to a line without a request', 2, STATUS],
  ])('%s', (_, line, assertion) => {
    expect(addAssertions(text, [{ line, assertions: [assertion] }])).toBe(text);
  });
});
