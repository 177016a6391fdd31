import { describe, expect, it } from 'vitest';
import { markedTexts, renameInTexts, type Texts } from '../../../test/support/runs/renamed-texts.js';
import { parseEditedText } from '../../request-file/parse-file.js';
import { analyseText } from '../analysed-text.js';
import { memoryIndex } from './memory-index.js';
import { prepareRename, renameAt } from './rename.js';

/** Renames the name at the bar. */
function rename(marked: Texts, newName: string, isComplete = true): Promise<unknown> {
  const { texts, place } = markedTexts(marked);
  return renameInTexts(texts, place, newName, isComplete);
}

const CAPTURE = '\n>>>capture\n';

describe('a rename is refused', () => {
  const two = `### a\nGET x${CAPTURE}t from body\n<<<\n### b\nGET x${CAPTURE}t from body\n<<<\n`;

  it.each([
    ['a request', '### |a\nGET x\n###\n# @name b\nGET x', 'b', '`b` is already used on line 4'],
    [
      'a capture',
      `### a\nGET x${CAPTURE}|t from body\nu from body\n<<<\n`,
      'u',
      '`u` is already used on line 5',
    ],
    ['a variable', '@|a = 1\n@b = 2\nGET {{a}}', 'b', '`b` is already used on line 2'],
    ['a name of an environment', '@|a = 1\nGET {{a}}\nA: {{b.x}}', 'b', '`b` is already used on line 3'],
    ['a use that would mean it', '### |a\nGET x\n### c\nGET {{b.x}}', 'b', '`b` is already used on line 4'],
    [
      'a variable that a capture would hide',
      `@u = 1\n### a\nGET {{u}}${CAPTURE}|t from body\n<<<\n`,
      'u',
      '`u` is already used on line 1',
    ],
    [
      'a capture that would hide it',
      `@|u = 1\n### a\nGET {{u}}${CAPTURE}t from body\n<<<\n`,
      't',
      '`t` is already used on line 5',
    ],
    [
      'an unwritable name',
      '### |a\nGET x\n### b\n# @depends a\nGET {{a.response.status}}',
      'x}}y',
      '`x}}y` cannot be written inside {{…}}; it is used on line 5',
    ],
    [
      'a function',
      '### |a\nGET x\n### b\n# @depends a\nGET {{a.response.status}}',
      '$a',
      '`$a` cannot be written inside {{…}}; it is used on line 5',
    ],
    ['an empty name', '### |a\nGET x', ' ', '`` cannot be written inside {{…}}; it is used on line 1'],
    ['two lines', '### |a\nGET x', 'b\nc', '`b\nc` cannot be written inside {{…}}; it is used on line 1'],
    [
      'a capture with blanks',
      `### a\nGET x${CAPTURE}|t from body\n<<<\n### b\n# @depends a\nGET {{t}}`,
      'my t',
      '`my t` cannot be written inside {{…}}; it is used on line 8',
    ],
    [
      'a variable with blanks',
      '@|a = 1\nGET {{a}}',
      'my a',
      '`my a` cannot be written inside {{…}}; it is used on line 2',
    ],
    [
      'several captures',
      `${two}### c\nGET {{|t}}`,
      'u',
      '`t` is captured by several requests (lines 4, 9); rename the qualified uses',
    ],
    [
      'a variable that is captured',
      `@t = 1\n### a\nGET x${CAPTURE}t from body\n<<<\n### b\nGET {{|t}}`,
      'u',
      '`t` is captured by several requests (lines 1, 5); rename the qualified uses',
    ],
    ['an environment', 'GET {{|stage.url}}', 'u', '`stage` comes from service.yaml; change it there'],
    ['a file with errors', '### |a\nGET x\n>>>', 'u', 'the file has errors'],
    ['a function name', 'GET {{$|uuid}}', 'u', undefined],
    ['an element without a name', '# @each {{a}}\nGET {{|each.id}}', 'u', undefined],
    ['the number of an element', '# @each {{a}} as x\nGET {{|each_number}}', 'u', undefined],
    ['a path', '# @data |a.csv\nGET x', 'u', undefined],
    ['the process', 'GET {{$|HOME}}', 'u', undefined],
    ['a request that does not exist', '# @depends |a\nGET x', 'u', undefined],
    ['no name', 'GET |x', 'u', undefined],
  ])('for %s', async (_name, text, newName, expected) => {
    expect(await rename({ 'a.http': text }, newName)).toBe(expected);
  });

  it.each([
    [
      'the last of several captures',
      `${two.replace(/t from body\n<<<\n$/, '|t from body\n<<<\n')}### c\nGET {{t}}`,
    ],
    [
      'one that a request of an unusual order uses',
      `${two.replace('t from', '|t from').replace('### a', '### a\n# @depends b')}### c\nGET {{t}}`,
    ],
  ])('for %s', async (_name, text) => {
    expect(await rename({ 'a.http': text }, 'u')).toMatch(
      /^`t` is captured by several requests \(lines \d+, \d+\); rename the qualified uses$/,
    );
  });

  it('while files are still unread', async () => {
    const text = '### |a\nGET x';
    expect(await rename({ 'a.http': text }, 'b', false)).toBe(
      'the index is not complete yet; try again in a moment',
    );
  });

  it('where another file would mean something else', async () => {
    const files = {
      'a.http': '### |a\nGET x',
      'b.http': '###\n# @depends a.http#a\nGET {{a.response.status}}\n### z\nGET x',
    };
    expect(await rename(files, 'z')).toBe('`z` is already used on line 4');
  });

  it('where a name of two files would mean only one of them', async () => {
    const files = {
      'a.http': '### |a\nGET x',
      'b.http': '### a\nGET x',
      'c.http': '###\n# @depends a.http#a, b.http#a\nGET {{a.response.status}}',
    };
    expect(await rename(files, 'z')).toBe('`z` is already used on line 3');
  });

  it('where a dependent has errors', async () => {
    const files = { 'a.http': '### |a\nGET x', 'b.http': '###\n# @depends a.http#a\nGET x\n>>>' };
    expect(await rename(files, 'z')).toBe('the file has errors');
  });

  it('not for a name that stays', async () => {
    expect(await rename({ 'a.http': '### |a\nGET x' }, 'a')).toEqual({});
  });
});

describe('the range of a rename', () => {
  it.each([
    ['GET x\n### |a\nGET x', { name: 'a', line: 2, column: 5, endColumn: 6 }],
    ['@host = 1\nGET {{host|}}', { name: 'host', line: 2, column: 7, endColumn: 11 }],
    ['GET {{|stage}}', { refusal: '`stage` comes from service.yaml; change it there' }],
    ['### |a\nGET x\n>>>', { refusal: 'the file has errors' }],
    ['GET |x', undefined],
    ['run #|a\n### a\n# @name b\nGET x', undefined],
  ])('in %j', async (text, expected) => {
    const { texts, place } = markedTexts({ 'a.http': text });
    const index = memoryIndex(texts);
    const analysed = await index.analyse(place.path);
    expect(analysed && prepareRename(analysed, index, place)).toEqual(expected);
  });

  it('is none for a name that nothing gives', async () => {
    const index = { ...memoryIndex({ 'a.http': 'GET {{x}}' }), hasEnvironmentKey: () => false };
    const analysed = await index.analyse('a.http');
    expect(analysed && prepareRename(analysed, index, { line: 1, column: 7 })).toBeUndefined();
  });
});

describe('scripts of other clients', () => {
  const stored = '### b\nGET x\n\n> {% client.global.set("s", response.body.s) %}\n';

  async function renameScripted(marked: string, newName: string): Promise<unknown> {
    const { texts, place } = markedTexts({ 'a.http': marked });
    const text = texts['a.http'] ?? '';
    const { file } = await parseEditedText(text, 'a.http');
    const analysed = { ...analyseText(text, 'a.http'), file };
    const index = memoryIndex(texts);
    return renameAt(analysed, { ...index, analyse: () => Promise.resolve(analysed) }, place, newName);
  }

  it.each([
    [`@|v = 1\n${stored}### c\nGET {{v}}`, 's', { refusal: '`s` is already used on line 2' }],
    [
      `@|s = 1\n${stored}### c\nGET {{s}}`,
      'v',
      { refusal: '`s` is captured by several requests (lines 2); rename the qualified uses' },
    ],
  ])('keep a name that they store: %j', async (marked, newName, expected) => {
    expect(await renameScripted(marked, newName)).toEqual(expected);
  });

  it('do not keep other names from being changed', async () => {
    expect(await renameScripted(`@|v = 1\n${stored}### c\nGET {{v}}{{s}}`, 'w')).toMatchObject([
      { path: 'a.http', edits: [{ line: 1 }, { line: 7 }] },
    ]);
  });
});
