import { expect, it } from 'vitest';
import { SIGN_IN_TEXT } from '../../../test/support/editors/sign-in-text.js';
import { analyseText } from '../analysed-text.js';
import { memoryIndex } from './memory-index.js';
import type { NamesIndex } from './names-index.js';
import { namesOtherFiles, tokensOf } from './tokens.js';

it('tokens are the names that a grammar cannot know', () => {
  const analysed = analyseText(SIGN_IN_TEXT, 'a.http');
  const shown = (index?: NamesIndex): string[] =>
    tokensOf(analysed, index).map(
      ({ type, modifiers, line, column, endColumn }) =>
        `${line}:${column}-${endColumn} ${[type, ...modifiers].join(' ')}`,
    );
  expect(shown()).toEqual(shown(memoryIndex({ 'a.http': SIGN_IN_TEXT })));
  expect(shown()).toEqual([
    '1:2-6 variable declaration',
    '3:9-14 function declaration',
    '4:8-12 variable',
    '4:27-31 macro',
    '7:14-18 property',
    '11:1-6 property declaration',
    '12:8-12 property declaration',
    '15:5-11 function declaration',
    '16:12-17 function',
    '17:8-9 property declaration',
    '18:7-11 variable',
    '18:16-21 function',
    '18:22-27 property',
  ]);
});

it('tokens mark what comes from outside, and leave out paths', () => {
  const text = '# @data a.csv\nGET {{$HOME}}{{stage}}{{row.id}}';
  const analysed = analyseText(text, 'a.http');
  const tokens = tokensOf(analysed);
  expect(tokens).toEqual(tokensOf(analysed, memoryIndex({})));
  expect(tokens.map(({ line, modifiers }) => [line, modifiers])).toEqual([
    [2, ['readonly']],
    [2, ['readonly']],
    [2, ['readonly']],
  ]);
});

it('tokens mark elements and their names, but no directive', () => {
  const text =
    '# @each {{ids}}\nGET {{each}}{{each_number}}\n###\n# @each [1] as each\nGET {{each}}\n###\n# @each 1..2 as n\nGET {{n}}';
  const analysed = analyseText(text, 'a.http');
  const tokens = tokensOf(analysed);
  expect(tokens).toEqual(tokensOf(analysed, memoryIndex({})));
  expect(tokens.map(({ line, column, modifiers }) => [line, column, ...modifiers].join(' '))).toEqual([
    '1 11 readonly',
    '2 7',
    '2 15',
    '5 7',
    '7 17 declaration',
    '8 7',
  ]);
});

it('tokens tell what other files give', () => {
  const login = '### login\nPOST a\n\n>>>capture\ntoken from body.token\n<<<\n';
  const text = '# @depends ./login.http#login\nGET a/{{login.token}}/{{token}}/{{login}}';
  const index = memoryIndex({ 'login.http': login, 'a.http': text });
  const analysed = analyseText(text, 'a.http');
  expect([namesOtherFiles(analysed), namesOtherFiles(analyseText(login, 'login.http'))]).toEqual([
    true,
    false,
  ]);
  const tokens = tokensOf(analysed, index);
  expect(tokens.map(({ type, column, endColumn }) => `${type} ${column}-${endColumn}`)).toEqual([
    'function 25-30',
    'function 9-14',
    'property 15-20',
    'property 25-30',
    'variable 35-40',
  ]);
});
