/** What an expression of a script stands for, as far as that is certain without running it. */
import type { ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from 'acorn';
import type { Json } from '../../model/model.js';
import type { Subject } from './subjects.js';

export type FunctionNode = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;

/** What names stand for. */
export interface NameTable {
  find(name: string): Value | undefined;
  findVariable(name: string): Value | undefined;
  declare(name: string, value: Value): void;
  assign(name: string, value: Value): void;
}

/** One line of an assertion or one part of a condition. */
export interface Check {
  readonly subject: Subject;
  /** The canonical name of the operator. */
  readonly operator: string;
  readonly expected: Json;
  readonly raw: string;
  /** Lines that belong to it, such as the type of a number: where one does not hold, the script is false. */
  readonly also?: readonly Check[];
  /** Where one of these does not hold, the script throws, also if the check is negated. */
  readonly needs?: readonly Check[];
  /** These fail for values that the script converts to another type before it compares them. */
  readonly converts?: readonly Check[];
  /** As a line it counts only when these hold, and not where those of `unless` do. */
  readonly when?: readonly Check[];
  readonly unless?: readonly Check[];
  /** The check whose opposite it is, by which conditions are written because it fails for values of other types. */
  readonly negates?: Check;
  /** Whether it means what the script does only as an assertion. */
  readonly isLineOnly?: true;
  /** What holds if it does not hold, unless that is the opposite operator; empty if that cannot be written. */
  readonly opposite?: readonly Check[];
  /** The JSON Schema that has to be saved for it. */
  readonly schema?: Json;
}

/** What an assertion library is asked to check, word by word. */
export interface Chain {
  readonly kind: 'chain';
  /** The words that it takes: those after `expect(…)`, or those after `pm.response.to`. */
  readonly words: 'expect' | 'response';
  readonly target: Value;
  /** What was checked so far. */
  readonly checks: readonly Check[];
  /** Whether a word has checked something, also if that needs no line. */
  readonly isChecked: boolean;
  readonly negated: boolean;
  /** Words that change the meaning of the next check, such as `nested` or `length`. */
  readonly modes: ReadonlySet<string>;
}

export type Value =
  | Unknown
  | Chain
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'undefined' }
  /** Text with placeholders; `isText` if it was joined to text, so that it is no number or list. */
  | { readonly kind: 'template'; readonly text: string; readonly isText: boolean }
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly size: number }
  | {
      readonly kind: 'object';
      readonly entries: readonly (readonly [string, Value])[];
      readonly size: number;
    }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'subject'; readonly subject: Subject }
  /** `a && a.b`: the member, or `a` where that is false. */
  | { readonly kind: 'and'; readonly subject: Subject }
  /** `Number(E)` and the like. */
  | { readonly kind: 'number'; readonly of: Value }
  /** `String(E)`, `JSON.stringify(E)` and the like. */
  | { readonly kind: 'text'; readonly of: Value; readonly isJson: boolean }
  /** Several conjunctions, of which one holds. */
  | { readonly kind: 'condition'; readonly any: readonly (readonly Check[])[] }
  | { readonly kind: 'or'; readonly operator: '??' | '||'; readonly first: Value; readonly second: Value }
  /** The first group of a pattern in the text of a subject. */
  | { readonly kind: 'match'; readonly subject: Subject; readonly pattern: string }
  | { readonly kind: 'split'; readonly subject: Subject; readonly separator: string }
  | {
      readonly kind: 'pattern-match';
      readonly subject: Subject;
      readonly source: string;
      readonly flags: string;
    }
  /** The elements of a list whose member has a value; `isList` for `filter`. */
  | {
      readonly kind: 'found';
      readonly list: Subject;
      readonly key: readonly string[];
      readonly value: string | number | boolean;
      readonly steps: readonly (string | number)[];
      readonly isList: boolean;
    }
  | { readonly kind: 'keys'; readonly subject: Subject }
  | { readonly kind: 'position'; readonly of: Subject; readonly value: Value }
  /** A place counted from the end of a list, as in `list[list.length - 1]`. */
  | { readonly kind: 'from-end'; readonly list: Subject; readonly step: number }
  /** The place after the last separator of a text, if `isAfter`, else of that separator. */
  | {
      readonly kind: 'last-place';
      readonly subject: Subject;
      readonly separator: string;
      readonly isAfter: boolean;
    }
  /** The counter of a loop over a list. */
  | { readonly kind: 'counter'; readonly list: Subject }
  | { readonly kind: 'date'; readonly of: Subject | undefined; readonly isText: boolean }
  /** A typeof expression. */
  | { readonly kind: 'typeof'; readonly subject: Subject }
  | { readonly kind: 'random'; readonly times: number | undefined; readonly isFloored: boolean }
  | { readonly kind: 'now'; readonly isSeconds: boolean }
  | { readonly kind: 'hash'; readonly name: string; readonly args: readonly string[] }
  | {
      readonly kind: 'schema-check';
      readonly subject: Subject;
      readonly schema: Json;
      readonly draft: string;
    }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly names: NameTable }
  /** A name of the client or of the language, such as `pm.response`. */
  | { readonly kind: 'global'; readonly path: string };

/** An expression without a translation. */
export interface Unknown {
  readonly kind: 'unknown';
  /** What it is, such as `pm.sendRequest`; empty if the statement as a whole is named. */
  readonly form: string;
  /** A verb and what follows, such as `starts another request`. */
  readonly reason: string;
  /** Whether it does something by itself, so that it is reported also where its value is not used. */
  readonly isEffect?: boolean;
}

export function unknown(reason: string, form = '', isEffect = false): Unknown {
  return { kind: 'unknown', form, reason, isEffect };
}

export const UNDEFINED: Value = { kind: 'undefined' };

export function json(value: Json): Value {
  return { kind: 'json', value };
}

export function ofSubject(subject: Subject): Value {
  return { kind: 'subject', subject };
}

export function template(text: string, isText = false): Value {
  return { kind: 'template', text, isText };
}
