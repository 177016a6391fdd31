import { describe, expect, it } from 'vitest';
import { withSafeFixes } from './all-safe-fixes.js';

const REQUEST = 'GET http://x/\n>>>\nexpect status 200\n<<<\n';

describe('all safe fixes', () => {
  it.each([
    { what: 'nothing', before: REQUEST, after: REQUEST },
    {
      what: 'several of one line, one after the other',
      before: `${REQUEST}@timeout 5 s\nGET http://x/a b\nTE: x\n`,
      after: `${REQUEST}###\n# @timeout 5 s\nGET http://x/a%20b\n`,
    },
    {
      what: 'all but the last of many names',
      before: '@a = 1\n@a = 2\n@b = 1\n@a = 3\n@b = 2\nGET http://x/{{a}}{{b}}',
      after: '@a = 3\n@b = 2\nGET http://x/{{a}}{{b}}',
    },
    {
      what: 'what changes nothing among what would, with the line ends of the text',
      before: '@secret a = 1\r\n@a = 2\r\n@b = 1\r\n@b = 2\r\nGET http://x/a b\r\nTE: x',
      after: '@secret a = 1\r\n@a = 2\r\n@b = 2\r\nGET http://x/a%20b',
    },
    {
      what: 'no unsafe one, also in a text with errors',
      before: '# @timeuot 5 s\nGTE http://x/\n\n###\nGET http://x/a b\n>>>\n',
      after: '# @timeuot 5 s\nGTE http://x/\n\n###\nGET http://x/a%20b\n>>>\n',
    },
  ])('make $what', async ({ before, after }) => {
    expect(await withSafeFixes(before)).toBe(after);
  });
});
