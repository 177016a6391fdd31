/** Parses scripts within limits, so that no script costs more than its length allows. */
import { parse, tokTypes, type AnyNode, type Options, type Program, type Token } from 'acorn';

export type ParsedScript =
  | { readonly ok: true; readonly program: Program }
  /** `offset` is where the script cannot be read; undefined if the script as a whole is meant. */
  | { readonly ok: false; readonly reason: string; readonly offset?: number };

const MAX_SCRIPT_BYTES = 256 * 1024;
const MAX_NODES = 20_000;
const MAX_NESTING = 256;
/** Operators in a row, each of which is one more call of the parser. */
const MAX_CHAIN = 2000;

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowHashBang: true,
  checkPrivateFields: false,
};

export function parseScript(text: string): ParsedScript {
  if (text.length > MAX_SCRIPT_BYTES || new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES)
    return { ok: false, reason: 'is larger than 256 KiB' };
  try {
    const program = parse(text, { ...OPTIONS, onToken: limitNesting() });
    const excess = treeProblem(program);
    return excess === undefined ? { ok: true, program } : { ok: false, reason: excess };
  } catch (cause) {
    return syntaxProblem(cause);
  }
}

const TOO_DEEP = `is nested deeper than ${MAX_NESTING} levels`;

class TooDeep extends Error {}

/** The parser calls itself for every bracket and operator, so both are counted while it goes from token to token. */
function limitNesting(): (token: Token) => void {
  let depth = 0;
  let chain = 0;
  return (token) => {
    if (OPENING.has(token.type)) depth += 1;
    else if (CLOSING.has(token.type)) depth -= 1;
    else if (token.type === tokTypes.semi || token.type === tokTypes.comma) chain = 0;
    else if (isChained(token)) chain += 1;
    if (depth > MAX_NESTING || chain > MAX_CHAIN) throw new TooDeep();
  };
}

type TokenType = Token['type'];

const OPENING: ReadonlySet<TokenType> = new Set([
  tokTypes.bracketL,
  tokTypes.braceL,
  tokTypes.parenL,
  tokTypes.dollarBraceL,
]);
const CLOSING: ReadonlySet<TokenType> = new Set([tokTypes.bracketR, tokTypes.braceR, tokTypes.parenR]);

/** Operators, and the words that open another statement or expression without a bracket. */
function isChained({ type }: Token): boolean {
  const { beforeExpr } = type as TokenType & { readonly beforeExpr?: boolean };
  return beforeExpr === true;
}

function treeProblem(program: Program): string | undefined {
  let count = 0;
  let level: AnyNode[] = [program];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return TOO_DEEP;
    count += level.length;
    if (count > MAX_NODES) return `has more than ${MAX_NODES} syntax nodes`;
    const next: AnyNode[] = [];
    for (const node of level) addChildren(node, next);
    level = next;
  }
  return undefined;
}

/** The nodes directly below a node. */
export function childNodes(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  addChildren(node, children);
  return children;
}

function addChildren(node: AnyNode, to: AnyNode[]): void {
  const members = node as unknown as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isNode(item)) to.push(item);
    } else if (isNode(value)) to.push(value);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function syntaxProblem(cause: unknown): ParsedScript {
  if (cause instanceof TooDeep || cause instanceof RangeError) return { ok: false, reason: TOO_DEEP };
  if (!(cause instanceof SyntaxError) || !('pos' in cause)) throw cause;
  const message = cause.message.replace(/ \(\d+:\d+\)$/, '');
  return {
    ok: false,
    reason: `cannot be read: ${message.slice(0, 1).toLowerCase()}${message.slice(1)}`,
    offset: cause.pos as number,
  };
}
