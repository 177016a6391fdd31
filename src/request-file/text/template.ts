/** Splits text at its placeholders and classifies them; see docs/language.md#placeholders. */
import { functionShape, isMissingFunction } from './function-names.js';
import { skipBlanks, trimBlanks } from './characters.js';
import { EMPTY_LIST } from './lists.js';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly inner: string; readonly source: string };

export type Placeholder =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly args: readonly string[];
      readonly isKnown: boolean;
    };

/** The extent of a `{{`, and whether it starts a placeholder. */
export interface Opening {
  /** The offset of the two opening braces. */
  readonly start: number;
  /** The offset after the closing braces; after the opening ones if it is no placeholder. */
  readonly end: number;
  readonly state: 'closed' | 'empty' | 'unclosed' | 'escaped';
}

/** Splits a text; `\{{` is decoded. */
export function cutTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = '';
  let at = 0;
  for (;;) {
    const found = text.indexOf('{{', at);
    if (found < 0) break;
    const opening = openingAt(text, found, text.length);
    if (opening.state === 'closed') {
      literal += text.slice(at, opening.start);
      if (literal !== '') parts.push({ kind: 'text', text: literal });
      literal = '';
      const source = text.slice(opening.start, opening.end);
      parts.push({ kind: 'placeholder', inner: trimBlanks(source.slice(2, -2)), source });
    } else if (opening.state === 'escaped') {
      literal += text.slice(at, found - 1) + '{{';
    } else {
      literal += text.slice(at, opening.end);
    }
    at = opening.end;
  }
  literal += text.slice(at);
  if (literal !== '' || parts.length === 0) parts.push({ kind: 'text', text: literal });
  return parts;
}

/** Parses the opening at `found`, the first of its braces, within one line. */
export function openingAt(text: string, found: number, limit: number): Opening {
  if (found > 0 && text.charCodeAt(found - 1) === 92) {
    return { start: found, end: found + 2, state: 'escaped' };
  }
  let start = found;
  while (text.charCodeAt(start + 2) === 123 && start + 2 < limit) start++;
  const end = closingEnd(text, start + 2, limit, 1);
  if (end < 0) return { start, end: start + 2, state: 'unclosed' };
  if (skipBlanks(text, start + 2, end - 2) === end - 2) return { start, end, state: 'empty' };
  return { start, end, state: 'closed' };
}

/** The offset after the closing `}}`; inner placeholders are skipped, one level deep. */
function closingEnd(text: string, from: number, limit: number, levels: number): number {
  for (let at = from; at < limit - 1; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return -1;
    if (code === 125 && text.charCodeAt(at + 1) === 125) return at + 2;
    if (code === 123 && text.charCodeAt(at + 1) === 123) {
      if (levels === 0) return -1;
      const inner = closingEnd(text, at + 2, limit, levels - 1);
      if (inner < 0) return -1;
      at = inner - 1;
    }
  }
  return -1;
}

/** Whether the whole text is one placeholder. */
export function isOnePlaceholder(text: string): boolean {
  if (!text.startsWith('{{') || text.startsWith('{{{')) return false;
  const opening = openingAt(text, 0, text.length);
  return opening.state === 'closed' && opening.end === text.length;
}

export function hasPlaceholder(text: string): boolean {
  return text.includes('{{') && cutTemplate(text).some((part) => part.kind === 'placeholder');
}

/** The names of the variables in a text, those in the arguments of functions included. */
export function variablesIn(text: string): readonly string[] {
  let at = text.indexOf('{{');
  if (at < 0) return EMPTY_LIST;
  const names: string[] = [];
  while (at >= 0) {
    const { state, start, end } = openingAt(text, at, text.length);
    if (state === 'closed') {
      const found = classifyPlaceholder(trimBlanks(text.slice(start + 2, end - 2)));
      if (found.kind === 'variable') names.push(found.name);
      else if (found.kind === 'function')
        for (const argument of found.args) for (const name of variablesIn(argument)) names.push(name);
    }
    at = text.indexOf('{{', end);
  }
  return names;
}

const CALL = /^\$?([A-Za-z_][\w.]*)\s*\(([\s\S]*)\)$/;
const SPACED = /^\$([A-Za-z_][\w.]*)[ \t]+(.*)$/s;
/** How JetBrains writes a variable of the process environment. */
const ENVIRONMENT_PATH = /^\$env\.[A-Za-z_]\w*$/;
const DOLLAR = /^\$([A-Za-z_]\w*)$/;

/** How REST Client writes the value of a variable with its characters encoded for a URL. */
const ENCODED = /^%[ \t]*([A-Za-z_$][\w.$-]*)$/;

export function classifyPlaceholder(inner: string): Placeholder {
  const encoded = inner.charCodeAt(0) === 37 ? ENCODED.exec(inner)?.[1] : undefined;
  if (encoded !== undefined) return asFunction('urlComponent', [`{{${encoded}}}`]);
  if (inner.charCodeAt(0) !== 36 && inner.charCodeAt(inner.length - 1) !== 41)
    return { kind: 'variable', name: inner };
  const call = CALL.exec(inner);
  if (call) return asFunction(call[1] ?? '', splitArguments(call[2] ?? ''));
  const dollar = DOLLAR.exec(inner);
  if (dollar) {
    const name = dollar[1] ?? '';
    if (functionShape(name) || isMissingFunction(name)) return asFunction(name, []);
    return { kind: 'environment', name };
  }
  const spaced = SPACED.exec(inner);
  if (spaced) return spacedCall(spaced[1] ?? '', spaced[2] ?? '');
  if (ENVIRONMENT_PATH.test(inner)) return asFunction('processEnv', [inner.slice('$env.'.length)]);
  // `$random.integer` is no process variable, because their names have no dot.
  if (inner.startsWith('$') && /^\$[A-Za-z_][\w.]*$/.test(inner)) return asFunction(inner.slice(1), []);
  return { kind: 'variable', name: inner };
}

function spacedCall(name: string, rest: string): Placeholder {
  const shape = functionShape(name);
  if (!shape?.takesSpacedArguments) return { kind: 'function', name, args: [rest], isKnown: false };
  if (name === 'randomInt') return asFunction(name, rest.split(/[ \t]+/));
  if (shape.maxArguments === 1) return asFunction(name, [rest]);
  const [, layout = rest, offset] = LAYOUT_AND_OFFSET.exec(rest) ?? [];
  return asFunction(name, offset === undefined ? [layout] : [layout, offset]);
}

const LAYOUT_AND_OFFSET = /^("[^"]*"|'[^']*'|[^\s"'][^\s]*)(?:[ \t]+(.+))?$/s;

function asFunction(name: string, args: readonly string[]): Placeholder {
  return { kind: 'function', name, args, isKnown: functionShape(name) !== undefined };
}

/**
 * Splits at commas outside quotes and inner placeholders. Inner values are inserted after the split, so that a value
 * cannot add an argument.
 */
export function splitArguments(text: string): string[] {
  if (trimBlanks(text) === '') return [];
  const args: string[] = [];
  let start = 0;
  let quote = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === 92) at++;
      else if (code === quote) quote = 0;
    } else if ((code === 34 || code === 39) && skipBlanks(text, start, at) === at) {
      quote = code;
    } else if (code === 123 && text.charCodeAt(at + 1) === 123) {
      const end = text.indexOf('}}', at + 2);
      if (end > 0) at = end + 1;
    } else if (code === 44) {
      args.push(trimBlanks(text.slice(start, at)));
      start = at + 1;
    }
  }
  args.push(trimBlanks(text.slice(start)));
  return args;
}
