/** Rules for blocks: the opener, lines by the kind of block, and the closer. */
import { BLOCK_KINDS, blockOpener, type BlockKind } from '../../src/request-file/text/blocks.js';
import {
  ANY_LINE,
  BLANK_LINE,
  BLANKS,
  CONTINUES_QUERY,
  EXPECT_WORD,
  IN_BLOCK,
  INK,
  QUERY_WORD,
  START,
} from './line-shapes.js';
import {
  captures,
  command,
  embedded,
  include,
  LINE_SCOPES,
  within,
  type Captures,
  type Named,
  type Rule,
} from './rule.js';
import { HEADER_LINE, HEADER_PARTS } from './line-rules.js';
import { OPERATOR, SUBJECT, SUBJECT_CAPTURES } from './value-rules.js';

const raw = String.raw;

const LINE = LINE_SCOPES['block line'];

/** A line of a block from its keyword on; a line that no rule knows is marked as wrong. */
function blockLine(match: string, ...parts: readonly (string | Named)[]): Rule {
  return { name: LINE, match: raw`${START}${BLANKS}${match}$`, captures: captures(...parts) };
}

const EXPECT_LINE = blockLine(
  raw`(${EXPECT_WORD})(?:[ \t]+${SUBJECT}[ \t]*(${OPERATOR})?)?(.*)`,
  'keyword.control.expect',
  ...SUBJECT_CAPTURES,
  'keyword.operator',
  within('each-operator', 'expected', 'text'),
);

const LINES: Readonly<Partial<Record<BlockKind, readonly Rule[]>>> = {
  assertions: [EXPECT_LINE],
  capture: [
    blockLine(
      raw`(?:((?i:global))[ \t]+(?!(?i:from)[ \t]))?((?:\p{L}|_)[\w\-]*)[ \t]+((?i:from))[ \t]+${SUBJECT}(.*)`,
      'storage.modifier.global',
      'variable.other.definition',
      'keyword.control.from',
      ...SUBJECT_CAPTURES,
      within('fallback', 'expected', 'text'),
    ),
  ],
  multipart: [
    blockLine(
      raw`((?i:field))[ \t]+([^ \t=\n]+)${BLANKS}(=)${BLANKS}(.*)`,
      'keyword.control.field',
      'variable.parameter.field',
      'punctuation.separator',
      within('text'),
    ),
    blockLine(
      raw`((?i:file))[ \t]+(?:([^@ \t\n][^ \t\n]*)[ \t]+)?(@)(.*)`,
      'keyword.control.file',
      'variable.parameter.field',
      'punctuation.definition.file',
      within('part-option', 'file-path'),
    ),
  ],
  db: [
    EXPECT_LINE,
    {
      name: LINE,
      contentName: 'meta.embedded.block.sql',
      begin: raw`${START}${BLANKS}(${QUERY_WORD})`,
      beginCaptures: captures('keyword.control.query'),
      while: CONTINUES_QUERY,
      patterns: embedded('source.sql'),
    },
  ],
  shell: [
    {
      name: LINE,
      begin: raw`${START}${BLANKS}(-)?${BLANKS}(?=${INK})`,
      beginCaptures: captures('keyword.operator.ignore-failure'),
      ...command(),
    },
  ],
};

const WRONG_LINE: Rule = {
  name: LINE,
  match: raw`${START}${BLANKS}(${INK}.*)$`,
  captures: captures('invalid.illegal.block-line'),
};

/** The raw text of a block with the language it is in. */
const RAW: Readonly<Partial<Record<BlockKind, Rule>>> = {
  graphql: rawText('graphql', 'source.graphql'),
  variables: rawText('json', 'source.json'),
  mock: {
    name: LINE,
    begin: ANY_LINE,
    while: IN_BLOCK,
    patterns: [include('mock-status'), include('mock-body')],
  },
};

function rawText(language: string, grammar: string): Rule {
  const name = `${LINE} meta.embedded.block.${language}`;
  return { name, begin: ANY_LINE, while: IN_BLOCK, patterns: embedded(grammar) };
}

/** Lines are tried one by one, between the opener and whatever ends the block. */
function contentOf(kind: BlockKind): readonly Rule[] {
  const text = RAW[kind];
  return text ? [text] : [include('comment'), ...(LINES[kind] ?? []), WRONG_LINE];
}

const CLOSER: Captures = {
  '0': { name: LINE_SCOPES.closer },
  ...captures('punctuation.definition.block', 'comment.line.closer'),
};

function blockRule(word: string, wordScope: string, patterns: readonly Rule[]): Rule {
  return {
    begin: raw`^(>>>)${BLANKS}(${word})${BLANKS}$`,
    beginCaptures: {
      '0': { name: LINE_SCOPES['block opener'] },
      ...captures('punctuation.definition.block', wordScope),
    },
    end: raw`${START}(?:(<<<)(.*)$|(?=>>>))`,
    endCaptures: CLOSER,
    patterns,
  };
}

const MOCK_STATUS = raw`(?:(HTTP/\d+(?:\.\d+)?)[ \t]+)?([2-5]\d\d)(?=[ \t]|$)${BLANKS}(.*)`;

export const BLOCK_RULES: Readonly<Record<string, Rule>> = {
  blocks: {
    patterns: [
      ...BLOCK_KINDS.map((kind) => {
        const word = blockOpener(kind).slice('>>>'.length);
        return blockRule(`(?i:${word})`, 'keyword.control.block', contentOf(kind));
      }),
      blockRule('.*?', 'invalid.illegal.block', [{ name: LINE, match: raw`${START}${BLANKS}${INK}.*$` }]),
    ],
  },
  /** Headers follow a status line only, and the body follows the first blank line. */
  'mock-status': {
    begin: raw`${START}${MOCK_STATUS}$`,
    beginCaptures: captures('constant.other.version', 'constant.numeric.status', 'string.unquoted'),
    while: IN_BLOCK,
    patterns: [
      { begin: BLANK_LINE, while: '^', patterns: [include('mock-body')] },
      { match: raw`${START}${HEADER_LINE}`, captures: captures(...HEADER_PARTS, 'string.unquoted') },
    ],
  },
  'mock-body': { patterns: [include('json-text'), include('xml-text'), include('plain-text')] },
  'each-operator': {
    match: raw`(?<=[Ee][Aa][Cc][Hh])[ \t]+(?:(\.[^ \t\n]+)[ \t]+)?(${OPERATOR})`,
    captures: captures('variable.other.path', 'keyword.operator'),
  },
  fallback: {
    match: raw`(?<=[ \t])(\?\?|\|\|)[ \t]+(?:(?=["'\[{\d\-])|${SUBJECT})`,
    captures: captures('keyword.operator', ...SUBJECT_CAPTURES),
  },
  'part-option': {
    match: raw`(;)[ \t]*((?i:type|filename))(=)([^;\n]*)`,
    captures: captures(
      'punctuation.separator',
      'variable.parameter.option',
      'punctuation.separator',
      'string.unquoted',
    ),
  },
};
