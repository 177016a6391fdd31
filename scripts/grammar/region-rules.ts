/**
 * Rules for the regions of a file. Regions end by `while`, which is asked at the start of each line before anything
 * else, so that neither a rule of ours nor one of an embedded language can go on beyond its region.
 */
import {
  ANY_LINE,
  BLANKS,
  BRACES_OPENING,
  GRAPHQL_HEADER,
  GRAPHQL_METHOD,
  IN_SECTION,
  inHeaders,
  INK,
  NEXT_HEAD,
  SCRIPT_OPENING,
  SEPARATOR,
  START,
  TAIL_START,
  TYPE_HEADER,
} from './line-shapes.js';
import { HEADER_CAPTURES, HEADER_LINE, REQUEST_LINE, REQUEST_LINE_CAPTURES } from './line-rules.js';
import { bodyRegion, LANGUAGES, type BodyForm } from './body-rules.js';
import { captures, embedded, include, LINE_SCOPES, scope, type Rule } from './rule.js';

const raw = String.raw;

/** The end of a line that another rule has read. */
const AFTER_LINE = '(?<=.)$';

const HEADER_LINES = ['query', 'directive', 'comment', 'header', 'misplaced'].map(include);

interface RequestForm {
  readonly body: BodyForm;
  /** Whether a Content-Type has been read. */
  readonly typed: boolean;
}

/** Everything from the line that a form begins with up to the next request. */
function requestRule(
  start: Pick<Extract<Rule, { begin: string; end: string }>, 'begin' | 'beginCaptures'>,
  form: RequestForm,
  isFirst: boolean,
): Rule {
  const deciding = [
    ...(form.typed ? [] : [TYPE_HEADER]),
    ...(form.body === 'graphql' ? [] : [GRAPHQL_HEADER]),
  ];
  const headers = inHeaders(...deciding);
  const beforeHeaders = [
    'continuation',
    'first-query',
    'query',
    'directive',
    'comment',
    'keyless-query',
    'misplaced-definition',
  ].map(include);
  return {
    ...start,
    end: raw`^${NEXT_HEAD}`,
    patterns: [
      {
        begin: AFTER_LINE,
        while: headers,
        patterns: isFirst
          ? [...beforeHeaders, { begin: ANY_LINE, while: '^', patterns: HEADER_LINES }]
          : HEADER_LINES,
      },
      ...laterForms(form).map(include),
      bodyRegion(form.body, !form.typed),
      include('tail'),
    ],
  };
}

/** The rules that a deciding header leads to. */
function laterForms({ body, typed }: RequestForm): readonly string[] {
  if (body === 'graphql') return typed ? [] : ['typed-graphql'];
  if (typed) return ['requested-typed-graphql'];
  return ['requested-graphql', 'typed-json', 'typed-xml', 'typed-graphql-document', 'typed'];
}

const GRAPHQL_LINE = {
  begin: raw`${START}(?=${BLANKS}${GRAPHQL_HEADER})${HEADER_LINE}`,
  beginCaptures: HEADER_CAPTURES,
};

function typeLine(type: string): { readonly begin: string; readonly beginCaptures: typeof HEADER_CAPTURES } {
  return {
    begin: raw`${START}(?=${BLANKS}${TYPE_HEADER}(?i:${type}))${HEADER_LINE}`,
    beginCaptures: HEADER_CAPTURES,
  };
}

const REQUEST = { begin: raw`^${REQUEST_LINE}`, beginCaptures: REQUEST_LINE_CAPTURES };
const GRAPHQL_REQUEST = { ...REQUEST, begin: raw`^(?=${BLANKS}${GRAPHQL_METHOD})${REQUEST_LINE}` };

const REQUEST_RULES: Readonly<Record<string, Rule>> = {
  request: {
    patterns: [
      requestRule(GRAPHQL_REQUEST, { body: 'graphql', typed: false }, true),
      requestRule(REQUEST, { body: 'start', typed: false }, true),
    ],
  },
  'requested-graphql': requestRule(GRAPHQL_LINE, { body: 'graphql', typed: false }, false),
  'requested-typed-graphql': requestRule(GRAPHQL_LINE, { body: 'graphql', typed: true }, false),
  'typed-graphql': requestRule(typeLine(''), { body: 'graphql', typed: true }, false),
  'typed-graphql-document': requestRule(
    typeLine(LANGUAGES.graphql.type),
    { body: 'graphql', typed: true },
    false,
  ),
  'typed-json': requestRule(typeLine(LANGUAGES.json.type), { body: 'json', typed: true }, false),
  'typed-xml': requestRule(typeLine(LANGUAGES.xml.type), { body: 'xml', typed: true }, false),
  typed: requestRule(typeLine(''), { body: 'start', typed: true }, false),
};

/** A script of another client up to the line that ends it; its language cannot hide that line. */
const SCRIPT: Rule = {
  name: LINE_SCOPES.foreign,
  begin: raw`${START}(${SCRIPT_OPENING})(.*)$`,
  beginCaptures: captures('punctuation.definition.script', {
    name: 'meta.embedded.line.javascript',
    patterns: embedded('source.js'),
  }),
  end: raw`${START}(.*)(%\})(.*)$`,
  endCaptures: captures('', 'punctuation.definition.script'),
  patterns: [
    {
      name: 'meta.embedded.block.javascript',
      begin: ANY_LINE,
      while: raw`^(?!.*%\})`,
      patterns: embedded('source.js'),
    },
  ],
};

const BRACES: Rule = {
  name: LINE_SCOPES.foreign,
  begin: raw`${START}(?=${BRACES_OPENING})(.*)$`,
  beginCaptures: captures('punctuation.definition.script'),
  end: raw`${START}(\}\}).*$`,
  endCaptures: captures('punctuation.definition.script'),
  patterns: [
    {
      name: 'meta.embedded.block.javascript',
      begin: ANY_LINE,
      while: raw`^(?!\}\})`,
      patterns: embedded('source.js'),
    },
  ],
};

const SKIPPED: Rule = {
  name: scope('meta.skipped'),
  begin: raw`${START}${BLANKS}(${INK}.*)$`,
  beginCaptures: captures('invalid.illegal.request-line'),
  while: '^',
};

/** These two are all that stands outside of a section. */
export const SECTION_RULES: Readonly<Record<string, Rule>> = {
  section: {
    begin: raw`^(${SEPARATOR}#*)${BLANKS}(.*)$`,
    beginCaptures: {
      '0': { name: LINE_SCOPES.separator },
      ...captures('punctuation.definition.separator', 'entity.name.section'),
    },
    while: IN_SECTION,
    patterns: [include('head')],
  },
  /** What stands before the first separator ends there too. */
  'first-section': { begin: IN_SECTION, while: IN_SECTION, patterns: [include('head')] },
};

export const REGION_RULES: Readonly<Record<string, Rule>> = {
  head: {
    patterns: [
      ...[
        'script',
        'head-foreign-line',
        'variable',
        'directive',
        'comment',
        'misplaced-definition',
        'stray-closer',
        'late-directive',
        'request',
      ].map(include),
      SKIPPED,
    ],
  },
  tail: {
    begin: TAIL_START,
    end: raw`${START}${NEXT_HEAD}`,
    patterns: ['script', 'foreign-line', 'comment', 'variable', 'blocks', 'stray-closer', 'misplaced'].map(
      include,
    ),
  },
  script: { patterns: [include('one-line-script'), SCRIPT, BRACES] },
  ...REQUEST_RULES,
};
