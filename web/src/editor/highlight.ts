/** Highlights request files line by line; errors are found by the worker. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from '@codemirror/language';
import { Tag, tags } from '@lezer/highlight';
import type { Extension } from '@codemirror/state';
import { CONDITION_WORDS } from '../../../src/request-file/expressions/parse-conditions.js';
import { mayDefineBelow } from '../../../src/request-file/text/line-region.js';
import { METHODS } from '../../../src/request-file/text/methods.js';
import { operatorsByUse } from '../../../src/request-file/text/operators.js';

type Region = 'head' | 'headers' | 'body' | 'tail' | 'block';

interface HighlightState {
  region: Region;
  /** The word after `>>>` of the current block. */
  block: string;
  /** What the rest of the line is after its first word. */
  rest: string;
  /** Whether a line below may still define a variable instead of starting the body. */
  mayDefine: boolean;
}

const placeholder = Tag.define();
const separator = Tag.define();
const blockMark = Tag.define();
const directive = Tag.define();
const method = Tag.define();
const METHOD = new RegExp(`^(?:${METHODS.join('|')})(?=\\s|$)`, 'i');

const language = StreamLanguage.define<HighlightState>({
  name: 'request-file',
  startState: () => ({ region: 'head', block: '', rest: '', mayDefine: false }),
  copyState: (state) => ({ ...state }),
  blankLine(state) {
    if (state.region === 'headers') state.region = 'body';
  },
  token(stream, state) {
    if (stream.sol()) {
      state.rest = '';
      const { region } = state;
      if (region === 'head') state.mayDefine = true;
      else state.mayDefine &&= mayDefineBelow(region, stream.string);
      return lineStart(stream, state);
    }
    return inLine(stream, state);
  },
  tokenTable: { placeholder, separator, blockMark, directive, method },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['{', '[', '(', '"'] } },
});

const colours = HighlightStyle.define([
  { tag: separator, color: 'var(--code-separator)', fontWeight: '600' },
  { tag: blockMark, color: 'var(--code-block)', fontWeight: '600' },
  { tag: directive, color: 'var(--code-directive)' },
  { tag: method, color: 'var(--code-method)', fontWeight: '600' },
  { tag: placeholder, color: 'var(--code-placeholder)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.operator, color: 'var(--code-operator)' },
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.url, color: 'var(--code-url)' },
]);

export const requestFileLanguage: Extension = [language, syntaxHighlighting(colours)];

function lineStart(stream: StringStream, state: HighlightState): string | null {
  if (state.region === 'block') {
    if (stream.match('<<<')) {
      state.region = 'tail';
      stream.skipToEnd();
      return 'blockMark';
    }
    return blockLineStart(stream, state);
  }
  if (stream.match(/^#{3,}/)) {
    state.region = 'head';
    stream.skipToEnd();
    return 'separator';
  }
  if (stream.match(/^>>>\s*(\w*)/)) {
    state.block = /^>>>\s*(\w*)/.exec(stream.string)?.[1]?.toLowerCase() ?? '';
    state.region = 'block';
    stream.skipToEnd();
    return 'blockMark';
  }
  if (state.region === 'body' && !state.mayDefine) return inLine(stream, state);
  return headLineStart(stream, state);
}

function headLineStart(stream: StringStream, state: HighlightState): string | null {
  if (stream.match(/^\s*(?:#|\/\/)\s*@[A-Za-z][\w.-]*/)) {
    state.rest = 'directive';
    return 'directive';
  }
  if (stream.match(/^\s*(?:#|\/\/)/)) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^\s*@(?:secret\s+)?[A-Za-z_][\w.-]*(?=\s*=)/)) return 'propertyName';
  if (state.region === 'head') {
    if (stream.match(METHOD)) {
      state.region = 'headers';
      state.rest = 'url';
      return 'method';
    }
    if (stream.match(/^\s*(?:https?:|\{\{|\/)/, false)) {
      state.region = 'headers';
      state.rest = 'url';
    }
    return inLine(stream, state);
  }
  if (stream.match(/^\s*[?&]/)) return 'operator';
  if (stream.match(/^[\w!#$%&'*+.^`|~-]+(?=:)/)) return 'propertyName';
  return inLine(stream, state);
}

function blockLineStart(stream: StringStream, state: HighlightState): string | null {
  if (state.block === '' || state.block === 'capture' || state.block === 'db') {
    if (stream.match(/^\s*(?:#|\/\/)/)) {
      stream.skipToEnd();
      return 'comment';
    }
    if (state.block === 'capture' && stream.match(/^\s*global(?=\s+(?!from\s)\S)/i)) return 'keyword';
    if (state.block === 'capture' && stream.match(/^\s*[A-Za-z_][\w.-]*/)) return 'propertyName';
    if (stream.match(/^\s*(?:expect|assert)\b/)) {
      state.rest = 'assertion';
      return 'keyword';
    }
  }
  return inLine(stream, state);
}

/** Those that are written as words; the word before the source of a capture looks like one. */
const OPERATOR_WORD = new RegExp(
  `^!?(?:${operatorsByUse()
    .map(({ written }) => written)
    .filter((written) => /^\w+$/.test(written))
    .join('|')}|from)\\b`,
);

/** With the words that may follow the source of a capture. */
const CONDITION_WORD = new RegExp(`^(?:${CONDITION_WORDS.join('|')}|match|first)(?=\\s)`);

function inLine(stream: StringStream, state: HighlightState): string | null {
  if (stream.match(/^\{\{[^{}]*(?:\{\{[^{}]*\}\}[^{}]*)*\}\}/)) return 'placeholder';
  if (state.rest === 'url') {
    if (stream.match(/^HTTP\/\d(?:\.\d)?\s*$/)) return 'comment';
    if (stream.match(/^(?:(?!\{\{)\S)+/)) return 'url';
    stream.eatSpace();
    return null;
  }
  if (stream.match(/^"(?:[^"\\{]|\\.|\{(?!\{))*"(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^"(?:[^"\\{]|\\.|\{(?!\{))*"/)) return 'string';
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'bool';
  if (isCheckBlock(state) && stream.match(CONDITION_WORD)) return 'keyword';
  if (state.region === 'block' && stream.match(OPERATOR_WORD)) return 'operator';
  if (state.region === 'block' && stream.match(/^(?:[=!]==|[=!<>]=?|\?\?|\|\|)/)) return 'operator';
  if (stream.match(/^[\w-]+/)) return state.rest === 'directive' ? 'string' : null;
  stream.next();
  return null;
}

/** Conditions stand in assertions and captures only. */
function isCheckBlock({ region, block }: HighlightState): boolean {
  return region === 'block' && (block === '' || block === 'capture');
}
