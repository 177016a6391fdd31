/** Parses XPath 1.0 expressions (XPath 1.0, section 3). */
import { XPathProblem, readTokens, type Token } from './tokens.js';

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | {
      readonly kind: 'path';
      readonly start: 'root' | 'context' | Expression;
      readonly steps: readonly Step[];
    }
  | { readonly kind: 'filter'; readonly primary: Expression; readonly predicates: readonly Expression[] };

export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '|';

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
}

export type Axis = (typeof AXES)[number];

export type NodeTest =
  | { readonly kind: 'node' | 'text' | 'comment' }
  | { readonly kind: 'processing-instruction'; readonly target: string | undefined }
  /** `*` matches every local name; the prefix is empty if none is written. */
  | { readonly kind: 'name'; readonly prefix: string; readonly local: string };

const AXES = [
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'namespace',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
] as const;

const ANY_NODE: NodeTest = { kind: 'node' };
const EVERYTHING_BELOW: Step = { axis: 'descendant-or-self', test: ANY_NODE, predicates: [] };
const NODE_TYPES: ReadonlySet<string> = new Set(['comment', 'text', 'processing-instruction', 'node']);
/** Operators by precedence, weakest first (XPath 1.0, sections 3.4 and 3.5). */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];
const MAX_DEPTH = 100;

/** Throws an XPathProblem if the expression is invalid. */
export function parseXPath(text: string): Expression {
  return new XPathParser(readTokens(text)).whole();
}

class XPathParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#expression();
    if (this.#at < this.#tokens.length) this.#refuse();
    return expression;
  }

  #refuse(): never {
    const token = this.#tokens[this.#at];
    if (!token) throw new XPathProblem('the expression ends too early');
    const shown = token.kind === 'number' ? String(token.value) : token.text;
    throw new XPathProblem(`unexpected \`${shown.slice(0, 40)}\` at character ${token.at + 1}`);
  }

  #isNext(...texts: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined || (token.kind !== 'symbol' && token.kind !== 'operator')) return false;
    return texts.includes(token.text);
  }

  #take(text: string): boolean {
    if (!this.#isNext(text)) return false;
    this.#at++;
    return true;
  }

  #demand(text: string): void {
    if (!this.#take(text)) this.#refuse();
  }

  #expression(): Expression {
    if (++this.#depth > MAX_DEPTH) throw new XPathProblem('the expression is nested too deeply');
    const expression = this.#level(0);
    this.#depth--;
    return expression;
  }

  #level(level: number): Expression {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#level(level + 1);
    for (;;) {
      const token = this.#tokens[this.#at];
      const operator = token?.kind === 'operator' ? operators.find((name) => name === token.text) : undefined;
      if (operator === undefined) return left;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) };
    }
  }

  #unary(): Expression {
    let negations = 0;
    while (this.#take('-')) negations++;
    const operand = this.#union();
    if (negations === 0) return operand;
    const once: Expression = { kind: 'negate', operand };
    return negations % 2 === 1 ? once : { kind: 'negate', operand: once };
  }

  #union(): Expression {
    let left = this.#path();
    while (this.#take('|')) left = { kind: 'binary', operator: '|', left, right: this.#path() };
    return left;
  }

  #path(): Expression {
    const start = this.#isNext('/', '//') ? 'root' : this.#startsPrimary() ? this.#filter() : 'context';
    const steps: Step[] = [];
    if (start === 'context') steps.push(this.#step());
    if (start === 'root' && this.#take('/')) {
      if (!this.#startsStep()) return { kind: 'path', start, steps };
      steps.push(this.#step());
    }
    for (;;) {
      if (this.#take('//')) steps.push(EVERYTHING_BELOW);
      else if (!this.#take('/')) break;
      steps.push(this.#step());
    }
    return typeof start === 'object' && steps.length === 0 ? start : { kind: 'path', start, steps };
  }

  #startsStep(): boolean {
    return this.#tokens[this.#at]?.kind === 'name' || this.#isNext('.', '..', '@');
  }

  /** Whether a literal, number, parenthesis or function call comes next; node types such as `text()` are steps. */
  #startsPrimary(): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#refuse();
    if (token.kind === 'variable') throw new XPathProblem(`variable $${token.text} has no value here`);
    if (token.kind === 'number' || token.kind === 'literal') return true;
    if (token.kind === 'name') return !NODE_TYPES.has(token.text) && this.#isCallAfter();
    return this.#isNext('(');
  }

  #isCallAfter(): boolean {
    const next = this.#tokens[this.#at + 1];
    return next?.kind === 'symbol' && next.text === '(';
  }

  #filter(): Expression {
    const primary = this.#primary();
    const predicates = this.#predicates();
    return predicates.length === 0 ? primary : { kind: 'filter', primary, predicates };
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'number') return { kind: 'number', value: token.value };
    if (token?.kind === 'literal') return { kind: 'literal', value: token.text };
    if (token?.kind === 'name') {
      this.#at++;
      return { kind: 'call', name: token.text, args: this.#arguments() };
    }
    const inner = this.#expression();
    this.#demand(')');
    return inner;
  }

  #arguments(): Expression[] {
    const args: Expression[] = [];
    if (this.#take(')')) return args;
    do args.push(this.#expression());
    while (this.#take(','));
    this.#demand(')');
    return args;
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.#take('[')) {
      predicates.push(this.#expression());
      this.#demand(']');
    }
    return predicates;
  }

  #step(): Step {
    if (this.#take('.')) return { axis: 'self', test: ANY_NODE, predicates: [] };
    if (this.#take('..')) return { axis: 'parent', test: ANY_NODE, predicates: [] };
    const axis = this.#axis();
    const test = this.#test();
    return { axis, test, predicates: this.#predicates() };
  }

  #axis(): Axis {
    if (this.#take('@')) return 'attribute';
    const token = this.#tokens[this.#at];
    const next = this.#tokens[this.#at + 1];
    if (token?.kind !== 'name' || next?.kind !== 'symbol' || next.text !== '::') return 'child';
    const axis = AXES.find((name) => name === token.text);
    if (axis === undefined) return this.#refuse();
    this.#at += 2;
    return axis;
  }

  #test(): NodeTest {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') return this.#refuse();
    if (this.#isCallAfter()) return this.#typeTest(token.text);
    this.#at++;
    const colon = token.text.indexOf(':');
    return {
      kind: 'name',
      prefix: colon < 0 ? '' : token.text.slice(0, colon),
      local: token.text.slice(colon + 1),
    };
  }

  #typeTest(name: string): NodeTest {
    if (!NODE_TYPES.has(name)) this.#refuse();
    this.#at += 2;
    const argument = this.#tokens[this.#at];
    const target =
      name === 'processing-instruction' && argument?.kind === 'literal' ? argument.text : undefined;
    if (target !== undefined) this.#at++;
    this.#demand(')');
    if (name === 'processing-instruction') return { kind: name, target };
    return { kind: name as 'node' | 'text' | 'comment' };
  }
}
