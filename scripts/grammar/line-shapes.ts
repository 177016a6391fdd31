/**
 * Patterns that decide what a line is, as the parser does. Each is tried at the start of a line only, and none can be
 * read in two ways, so that every line costs as much as it is long.
 */
import { METHODS, GRAPHQL, UNSUPPORTED_METHODS } from '../../src/request-file/text/methods.js';
import { DIRECTIVES } from '../../src/request-file/text/directives.js';
import { REQUEST_TYPE_HEADER } from '../../src/request-file/text/header-name.js';
import { anyOf } from './rule.js';

const raw = String.raw;

/**
 * The start of a line inside of a region. The engine gives up at once where this fails, instead of trying every further
 * character of a long line; it needs the region to have gone on in this line, so that a rule that may follow the end of
 * another one has to begin with `^`.
 */
export const START = raw`\G^`;
export const BLANKS = raw`[ \t]*`;
/** A character that is neither blank nor the end of the line. */
export const INK = raw`[^ \t\r\n]`;
const WORD_END = raw`(?=[ \t]|$)`;
const ONE_WORD = raw`[ \t]+${INK}+[ \t]*$`;
const NAME_REST = raw`[\w.\-]*`;

export const SEPARATOR = '###';
export const BLANK_LINE = raw`${START}[ \t]*$`;
/** At a line that has something in it. */
export const ANY_LINE = raw`${START}(?=[ \t]*${INK})`;
export const COMMENT_MARK = raw`(?:#|//)`;

/** Text in a placeholder, in which braces stand alone. */
export const PLAIN = raw`[^{}\n]+|\{(?!\{)|\}(?!\})`;
export const INNER = raw`\{\{(?>(?:${PLAIN})*)\}\}`;
/** A placeholder that is closed on its line and not empty; others may stand in its arguments. */
const PLACEHOLDER = raw`\{\{(?!\{)(?![ \t]*\}\})(?>(?:${PLAIN}|${INNER})*)\}\}`;

export const METHOD = raw`(?i:${anyOf([...METHODS, GRAPHQL, ...UNSUPPORTED_METHODS])})${WORD_END}`;
export const GRAPHQL_METHOD = raw`(?i:${GRAPHQL})${WORD_END}`;
const BARE_URL = raw`(?:(?i:https?://)|\{*${PLACEHOLDER})`;
export const BARE_URL_AHEAD = raw`(?=${BARE_URL})`;
export const VERSION = raw`HTTP/\d+(?:\.\d+)?(?:[ \t]+\(Prior Knowledge\))?`;

const VARIABLE_NAME = raw`(?:\p{L}|_)${NAME_REST}`;
/** `name =` or `secret name =`, with what they consist of as groups. */
export const DEFINITION = raw`(?:(secret)[ \t]+(?=${INK})(?!=))?(${VARIABLE_NAME})${BLANKS}(:?=)`;
export const DEFINES = raw`@(?:secret[ \t]+)?${VARIABLE_NAME}${BLANKS}:?=`;

export const DIRECTIVE_NAME = raw`\p{L}${NAME_REST}`;
const DIRECTIVE_MARK = raw`${COMMENT_MARK}${BLANKS}@`;
export const DIRECTIVE_END = raw`(?=[ \t]|$|=(?!=))`;
const DIRECTIVE = raw`${DIRECTIVE_MARK}${DIRECTIVE_NAME}${DIRECTIVE_END}`;
const BARE_DIRECTIVE = raw`@(?i:${anyOf(DIRECTIVES.keys())})${WORD_END}(?!${BLANKS}=)`;

/** In a tail, these lines start a request although there is no separator. */
export const NEXT_HEAD = raw`(?=${BLANKS}(?:${DIRECTIVE}|${BARE_DIRECTIVE}|${METHOD}|${BARE_URL}))`;
export const VARIABLE_LINE = raw`${START}${BLANKS}(?=${DEFINES})`;

export const SCRIPT_OPENING = raw`[<>]${BLANKS}\{%`;
export const BRACES_OPENING = raw`\{\{(?:[@+][A-Za-z0-9_\-]+)?[ \t]*$`;
/** Lines of other clients that end headers and bodies. */
export const FOREIGN_LINE = raw`(?:<>${ONE_WORD}|>>!?${ONE_WORD}|>${ONE_WORD}|\?\?)`;
const FOREIGN = raw`${SCRIPT_OPENING}|${FOREIGN_LINE}|${BRACES_OPENING}`;
const RUN_LINE = raw`run[ \t]+(?:#.+|[^\s#(]\S*(?:[ \t]*\([^()\n]*\))?[ \t]*)$`;
/** Lines of other clients that count only before a request line. */
export const HEAD_FOREIGN_LINE = raw`(?:${FOREIGN_LINE}|<[ \t]+${INK}|import${ONE_WORD}|${RUN_LINE})`;

/** A tail starts at a block or at a line of another client. */
export const TAIL_START = raw`${START}(?=>>>|${FOREIGN})`;
const REGION_END = raw`${SEPARATOR}|>>>|${FOREIGN}`;
export const IN_SECTION = raw`^(?!${SEPARATOR})`;
export const IN_BODY = raw`^(?!${REGION_END})`;
export const IN_BLOCK = raw`^(?!${SEPARATOR}|>>>|<<<)`;

export const GRAPHQL_HEADER = raw`(?i:${REQUEST_TYPE_HEADER}:[ \t]*graphql[ \t]*$)`;
export const TYPE_HEADER = '(?i:content-type:)';

/** Header lines go on until a blank line, and until one of the headers given, which decides about the body. */
export function inHeaders(...deciding: readonly string[]): string {
  const headers = deciding.map((each) => raw`|${BLANKS}${each}`).join('');
  return raw`^(?!${REGION_END}${headers})(?=${BLANKS}${INK})`;
}

/** The name of a header, which is a token. */
export const HEADER_NAME = raw`[!#$%&'*+\-.^_\x60|~0-9A-Za-z]+`;
/** URLs go on in indented lines. */
export const CONTINUATION = raw`[ \t]+(?:/(?!/)|[?&]${INK})`;
const KEY = raw`${BLANKS}(?=[^ \t=\r\n])`;
export const QUERY_MARK = raw`(?:\?|[ \t]+\?(?=[ \t]))${KEY}`;
const PAIR = raw`${KEY}(?=[^=:\n]*=)`;
export const FURTHER_QUERY_MARK = raw`${BLANKS}&(?=[ \t])${PAIR}`;
/** Before any header, other clients need no blank. */
export const FIRST_QUERY_MARK = raw`(?:[ \t]+&(?=[ \t])|&)${PAIR}`;

/** Lines that are meant as queries, but name nothing. */
export const KEYLESS_QUERY = raw`(?:(?:\?(?=.)|[ \t]+\?(?=[ \t]))[ \t]*(?:=.*)?$|(?:[ \t]*&[ \t]+|&)=.*$)`;

/** An indented line goes on with the query above it. */
export const QUERY_WORD = raw`(?i:query)(?=[ \t]+${INK})`;
export const EXPECT_WORD = raw`(?i:expect)${WORD_END}`;
export const CONTINUES_QUERY = raw`^(?=[ \t]+${INK})(?!${BLANKS}(?:${COMMENT_MARK}|${EXPECT_WORD}|${QUERY_WORD}))`;
