import { expect, it } from 'vitest';
import { SIGN_IN_TEXT } from '../../../test/support/editors/sign-in-text.js';
import { analyseText } from '../analysed-text.js';
import { memoryIndex } from './memory-index.js';
import { tokensOf } from './tokens.js';

it('are the names that a grammar cannot know', () => {
  const tokens = tokensOf(analyseText(SIGN_IN_TEXT, 'a.http'), memoryIndex({ 'a.http': SIGN_IN_TEXT })).map(
    ({ type, modifiers, line, column, endColumn }) =>
      `${line}:${column}-${endColumn} ${[type, ...modifiers].join(' ')}`,
  );
  expect(tokens).toEqual([
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

it('mark what comes from outside, and leave out paths', () => {
  const text = '# @data a.csv\nGET {{$HOME}}{{stage}}{{row.id}}';
  const tokens = tokensOf(analyseText(text, 'a.http'), memoryIndex({}));
  expect(tokens.map(({ line, modifiers }) => [line, modifiers])).toEqual([
    [2, ['readonly']],
    [2, ['readonly']],
    [2, ['readonly']],
  ]);
});

it('tell what other files give', () => {
  const login = '### login\nPOST a\n\n>>>capture\ntoken from body.token\n<<<\n';
  const text = '# @depends ./login.http#login\nGET a/{{login.token}}/{{token}}/{{login}}';
  const index = memoryIndex({ 'login.http': login, 'a.http': text });
  const tokens = tokensOf(analyseText(text, 'a.http'), index);
  expect(tokens.map(({ type, column, endColumn }) => `${type} ${column}-${endColumn}`)).toEqual([
    'function 25-30',
    'function 9-14',
    'property 15-20',
    'property 25-30',
    'variable 35-40',
  ]);
});
