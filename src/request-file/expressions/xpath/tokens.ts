/** Splits an XPath 1.0 expression into tokens (XPath 1.0, section 3.7). */

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | {
      readonly kind: 'literal' | 'name' | 'symbol' | 'operator' | 'variable';
      readonly text: string;
      readonly at: number;
    };

export class XPathProblem extends Error {}

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?|\.\d+)|"([^"]*)"|'([^']*)'|(\$?)((?:[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*:)?(?:[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*|(?<=:)\*))|(\/\/?|!=|<=?|>=?|[|+\-=])|(\.\.|::|[()[\].@,*]))/uy;

const OPERATOR_NAMES: ReadonlySet<string> = new Set(['and', 'or', 'mod', 'div']);

export function readTokens(expression: string): Token[] {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(expression);
    if (!found) throw new XPathProblem(`unexpected \`${expression.slice(at, at + 20).trim()}\``);
    tokens.push(tokenOf(found, at, tokens.at(-1)));
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function tokenOf(found: RegExpExecArray, at: number, before: Token | undefined): Token {
  const [, number, double, single, dollar, name, operator, symbol = ''] = found;
  if (number !== undefined) return { kind: 'number', value: Number(number), at };
  const literal = double ?? single;
  if (literal !== undefined) return { kind: 'literal', text: literal, at };
  if (name !== undefined) {
    if (dollar === '$') return { kind: 'variable', text: name, at };
    const isOperator = OPERATOR_NAMES.has(name) && endsOperand(before);
    return { kind: isOperator ? 'operator' : 'name', text: name, at };
  }
  if (operator !== undefined) return { kind: 'operator', text: operator, at };
  if (symbol === '*') return { kind: endsOperand(before) ? 'operator' : 'name', text: '*', at };
  return { kind: 'symbol', text: symbol, at };
}

/** After an operand `*` multiplies and `and`, `or`, `mod`, `div` are operators; elsewhere they are names. */
function endsOperand(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'operator') return false;
  return before.kind !== 'symbol' || !['@', '::', '(', '[', ','].includes(before.text);
}
