/** Rules for the text of bodies and raw blocks, in whatever language it is. */
import { ANY_LINE, BLANK_LINE, BLANKS, COMMENT_MARK, IN_BODY, INK, START } from './line-shapes.js';
import { captures, embedded, include, LINE_SCOPES, scope, type Rule } from './rule.js';

const raw = String.raw;

/** The media types that decide in which language a body is, and the texts of a body that decide without one. */
export const LANGUAGES = {
  json: { type: raw`[^;\n]*json`, start: raw`(?:\{(?!\{)|\[)`, grammar: 'source.json' },
  xml: { type: raw`[^;\n]*(?:xml|html)`, start: raw`<(?:\?xml|!?[A-Za-z])`, grammar: 'text.xml' },
  graphql: { type: raw`[ \t]*application/graphql[ \t]*(?:;|$)`, start: '', grammar: 'source.graphql' },
} as const;
type Language = keyof typeof LANGUAGES;

/** The text of a body from its first line on; it goes on until its region ends. */
function bodyText(language: Language | 'text', start: string): Rule {
  const inside = language === 'text' ? '' : ` meta.embedded.block.${language}`;
  return {
    name: `${LINE_SCOPES.body}${inside}`,
    begin: raw`${START}(?=${BLANKS}${start})`,
    while: '^',
    patterns: [
      include('file-line'),
      language === 'text' ? include('pair') : { include: LANGUAGES[language].grammar },
    ],
  };
}

const ANY_START = INK;
/** A file alone is no text in the language of the body. */
const FILE_START = raw`<(?:@[A-Za-z0-9_\-]*)?[ \t]`;
const BY_START: readonly Rule[] = [
  bodyText('text', FILE_START),
  bodyText('json', LANGUAGES.json.start),
  bodyText('xml', LANGUAGES.xml.start),
  bodyText('text', ANY_START),
];

/** GraphQL of other clients: paragraphs of a document, and at last one of variables. */
const GRAPHQL_TEXT: Rule = {
  name: LINE_SCOPES.body,
  begin: ANY_LINE,
  while: '^',
  patterns: [
    {
      name: 'meta.embedded.block.graphql',
      begin: ANY_LINE,
      while: ANY_LINE,
      patterns: [include('file-line'), { include: LANGUAGES.graphql.grammar }],
    },
    {
      begin: BLANK_LINE,
      while: raw`^(?=[ \t]*$|[ \t]*\{)`,
      patterns: [
        {
          name: 'meta.embedded.block.json',
          begin: raw`${START}(?=[ \t]*\{)`,
          while: '^',
          patterns: embedded(LANGUAGES.json.grammar),
        },
      ],
    },
  ],
};

export type BodyForm = Language | 'start';

function textRules(form: BodyForm): readonly Rule[] {
  if (form === 'start') return BY_START;
  if (form === 'graphql') return [GRAPHQL_TEXT];
  return [bodyText('text', FILE_START), bodyText(form, ANY_START)];
}

/**
 * The region after the blank line that ends the headers. Comments before anything else are taken for comments: only the
 * last line of the region would tell whether they are, and no grammar can look there.
 */
export function bodyRegion(form: BodyForm, variablesAllowed: boolean): Rule {
  const text = textRules(form);
  return {
    begin: BLANK_LINE,
    while: IN_BODY,
    patterns: [
      ...(variablesAllowed ? [include('variable')] : []),
      {
        begin: raw`${START}(?=${BLANKS}${COMMENT_MARK})`,
        while: '^',
        patterns: [include('comment'), ...text],
      },
      ...text,
    ],
  };
}

export const BODY_RULES: Readonly<Record<string, Rule>> = {
  'json-text': embeddedText('json'),
  'xml-text': embeddedText('xml'),
  'plain-text': { begin: ANY_LINE, while: '^', name: scope('string.unquoted') },
  'file-line': {
    match: raw`${START}${BLANKS}(<)(@[A-Za-z0-9_\-]*)?[ \t]+(${INK}.*)$`,
    captures: captures('keyword.operator.file', 'keyword.operator.file', 'string.unquoted.path'),
  },
  pair: {
    match: raw`${START}${BLANKS}(&)?${BLANKS}([^ \t=<>"&{}\n]+)${BLANKS}(=)`,
    captures: captures('punctuation.separator', 'variable.parameter.form', 'punctuation.separator'),
  },
};

/** Text in a raw block, whose language its first characters tell. */
function embeddedText(language: 'json' | 'xml'): Rule {
  const { start, grammar } = LANGUAGES[language];
  return {
    name: `meta.embedded.block.${language}`,
    begin: raw`${START}(?=${BLANKS}${start})`,
    while: '^',
    patterns: embedded(grammar),
  };
}
