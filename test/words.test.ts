import { describe, expect, it } from 'vitest';
import {
  brokenDocumentLinks,
  citationViolations,
  documentLinks,
  pageCitations,
} from './support/rules/citations.js';
import { readPages } from './support/files/markdown.js';
import { readSourceWords, sourceWords } from './support/rules/source-words.js';
import { vocabularyViolations } from './support/rules/vocabulary.js';

const sources = await readSourceWords();
const pages = await readPages();

describe('the words of the sources', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap(({ identifiers }) => identifiers).length).toBeGreaterThan(1000);
  });

  it('are those that engineers expect', () => {
    expect(sources.flatMap(vocabularyViolations)).toEqual([]);
  });

  it('cite no document that is not in the repository', () => {
    expect(sources.flatMap(citationViolations)).toEqual([]);
  });

  it('link only to headings of the documentation that exist', () => {
    const linked = sources.flatMap(({ comments }) => comments.flatMap(({ text }) => documentLinks(text)));
    expect(linked.length).toBeGreaterThan(5);
    expect(sources.flatMap((source) => brokenDocumentLinks(source, pages))).toEqual([]);
  });
});

describe('the documentation', () => {
  it('cites no document that is not in the repository', () => {
    expect(pages.flatMap(pageCitations)).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it.each([
    ['const wish = 1;', 'wish'],
    ['const mockWishes = 1;', 'mockWishes'],
    ['class HTTPDesk {}', 'HTTPDesk'],
    ['class A { #doors = 1; }', 'doors'],
    ['const MOST_BYTES = 1;', 'MOST_BYTES'],
    ['function f(mostBytes: number) {}', 'mostBytes'],
    ['type LONGEST = 1;', 'LONGEST'],
    ['const a = { putBack: 1 };', 'putBack'],
    ['const known = 1;', 'known'],
    ['function isHeard() {}', 'isHeard'],
  ])('refuses the name in %s', (text, name) => {
    expect(vocabularyViolations(sourceWords('src/a.ts', text))).toEqual([
      expect.stringContaining(`src/a.ts:1: ${name}: use `),
    ]);
  });

  it.each([
    'const isKnown = 1;',
    'const almostAll = 1;',
    'const method = 1;',
    "const text = 'the answer is told at the door';",
    '// Tell users what is known; the deepest level is said to be the last.',
  ])('accepts %s', (text) => {
    expect(vocabularyViolations(sourceWords('src/a.ts', text))).toEqual([]);
  });

  it('refuses an answer in a comment and in the name of a file', () => {
    expect(
      vocabularyViolations(sourceWords('src/block-answer.ts', '/**\n * Reads\n * the answers.\n */')),
    ).toEqual([
      'src/block-answer.ts: block-answer: use response',
      'src/block-answer.ts:1: "answers" in a comment; use response',
    ]);
  });
});

describe('a citation', () => {
  it.each([
    'server.md 2.1',
    'see language 9.3',
    'the order of language section 4',
    'row H12',
    'by rule 7',
    "in the seed's form",
    '(sections 1.2, 3.4)',
  ])('of an absent document is refused: %s', (text) => {
    expect(citationViolations(sourceWords('src/a.ts', `// ${text}`))).not.toEqual([]);
  });

  it.each([
    'RFC 9110, section 5.6.2',
    'XPath 1.0, section 3.7',
    'see docs/server.md#errors',
    'the language of 2020',
    'a row of 12 cells, by the rule that the seed is a number',
  ])('of a public document or our own is accepted: %s', (text) => {
    expect(citationViolations(sourceWords('src/a.ts', `// ${text}`))).toEqual([]);
  });

  it.each([
    ['docs/language.md', true],
    ['docs/language.md#paths', true],
    ['docs/language.md#no-such-heading', false],
    ['docs/no-such-page.md', false],
  ])('of our own page has to exist: %s', (target, exists) => {
    const broken = brokenDocumentLinks(sourceWords('src/a.ts', `// See ${target}.`), pages);
    expect(broken).toEqual(exists ? [] : [`src/a.ts:1: ${target}`]);
  });
});
