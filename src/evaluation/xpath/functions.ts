/** The core function library of XPath 1.0 (section 4). */
import { countCodePoints } from '../values/body-path.js';
import { spendSteps } from '../bounded/step-budget.js';
import { indexOfText } from '../values/find-text.js';
import { descendants, stringValue, type TreeNode } from './tree.js';
import { XPathProblem } from '../../request-file/expressions/xpath/tokens.js';
import { isNodeSet, toBoolean, toNumber, toText, type XPathValue } from './values.js';

export interface FunctionContext {
  readonly node: TreeNode;
  readonly position: number;
  readonly size: number;
}

interface CoreFunction {
  readonly least: number;
  readonly most: number;
  readonly call: (args: readonly XPathValue[], context: FunctionContext) => XPathValue;
}

/** Throws XPathProblem for an unknown name or a wrong number of arguments. */
export function coreFunction(name: string, count: number): CoreFunction['call'] {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!found) throw new XPathProblem(`unknown function ${name}()`);
  if (count < found.least || count > found.most)
    throw new XPathProblem(`${name}() has a wrong number of arguments`);
  return found.call;
}

const row = (least: number, most: number, call: CoreFunction['call']): CoreFunction => ({
  least,
  most,
  call,
});

const FUNCTIONS: Readonly<Record<string, CoreFunction>> = {
  last: row(0, 0, (_, { size }) => size),
  position: row(0, 0, (_, { position }) => position),
  count: row(1, 1, ([set]) => nodesOf(set).length),
  id: row(1, 1, ([ids], { node }) => byId(ids ?? '', node)),
  'local-name': row(0, 1, (args, context) => subject(args, context)?.local ?? ''),
  'namespace-uri': row(0, 1, (args, context) => subject(args, context)?.namespace ?? ''),
  name: row(0, 1, (args, context) => subject(args, context)?.name ?? ''),
  string: row(0, 1, (args, context) => ownText(args, context)),
  concat: row(2, Infinity, (args) => args.map(toText).join('')),
  'starts-with': row(2, 2, ([text, start]) => textOf(text).startsWith(textOf(start))),
  contains: row(2, 2, ([text, part]) => indexOfText(textOf(text), textOf(part)) >= 0),
  'substring-before': row(2, 2, ([text, part]) => {
    const at = indexOfText(textOf(text), textOf(part));
    return at < 0 ? '' : textOf(text).slice(0, at);
  }),
  'substring-after': row(2, 2, ([text, part]) => {
    const at = indexOfText(textOf(text), textOf(part));
    return at < 0 ? '' : textOf(text).slice(at + textOf(part).length);
  }),
  substring: row(2, 3, ([text, from, length]) =>
    substring(textOf(text), toNumber(from ?? 1), length === undefined ? Infinity : toNumber(length)),
  ),
  'string-length': row(0, 1, (args, context) => countCodePoints(ownText(args, context))),
  'normalize-space': row(0, 1, (args, context) =>
    ownText(args, context)
      .replace(/[ \t\r\n]+/g, ' ')
      .replace(/^ | $/g, ''),
  ),
  translate: row(3, 3, ([text, from, to]) => translate(textOf(text), textOf(from), textOf(to))),
  boolean: row(1, 1, ([value]) => toBoolean(value ?? false)),
  not: row(1, 1, ([value]) => !toBoolean(value ?? false)),
  true: row(0, 0, () => true),
  false: row(0, 0, () => false),
  lang: row(1, 1, ([language], { node }) => hasLanguage(node, textOf(language))),
  number: row(0, 1, ([value], { node }) => toNumber(value ?? [node])),
  sum: row(1, 1, ([set]) => nodesOf(set).reduce((sum, node) => sum + toNumber([node]), 0)),
  floor: row(1, 1, ([value]) => Math.floor(toNumber(value ?? Number.NaN))),
  ceiling: row(1, 1, ([value]) => Math.ceil(toNumber(value ?? Number.NaN))),
  // Halves are rounded up, as the built-in function does.
  round: row(1, 1, ([value]) => Math.round(toNumber(value ?? Number.NaN))),
};

function textOf(value: XPathValue | undefined): string {
  return toText(value ?? '');
}

function ownText([value]: readonly XPathValue[], { node }: FunctionContext): string {
  return toText(value ?? [node]);
}

function nodesOf(value: XPathValue | undefined): readonly TreeNode[] {
  if (value === undefined || !isNodeSet(value)) throw new XPathProblem('a set of nodes is needed here');
  return value;
}

function subject(args: readonly XPathValue[], { node }: FunctionContext): TreeNode | undefined {
  return args.length === 0 ? node : nodesOf(args[0])[0];
}

/** Positions are rounded numbers from 1 on; others select fewer characters (XPath 1.0, section 4.2). */
function substring(text: string, from: number, length: number): string {
  const start = Math.round(from);
  const end = start + Math.round(length);
  return Array.from(text)
    .filter((_, index) => index + 1 >= start && index + 1 < end)
    .join('');
}

function translate(text: string, from: string, to: string): string {
  const replacements = new Map<string, string>();
  const targets = Array.from(to);
  Array.from(from).forEach((character, index) => {
    if (!replacements.has(character)) replacements.set(character, targets[index] ?? '');
  });
  return Array.from(text, (character) => replacements.get(character) ?? character).join('');
}

function hasLanguage(node: TreeNode, language: string): boolean {
  for (let at: TreeNode | undefined = node; at; at = at.parent) {
    const written = at.attributes.find(({ name }) => name === 'xml:lang')?.value.toLowerCase();
    if (written === undefined) continue;
    const wanted = language.toLowerCase();
    return written === wanted || written.startsWith(`${wanted}-`);
  }
  return false;
}

/** No document type is read, so every attribute called `id` is an identifier. */
function byId(ids: XPathValue, context: TreeNode): readonly TreeNode[] {
  const texts = isNodeSet(ids) ? ids.map(stringValue) : [toText(ids)];
  const wanted = new Set(texts.flatMap((text) => text.split(/[ \t\r\n]+/)));
  let root = context;
  while (root.parent) root = root.parent;
  const found: TreeNode[] = [];
  for (const node of descendants(root)) {
    if (node.attributes.some(({ local, value }) => local === 'id' && wanted.delete(value))) found.push(node);
    spendSteps(1 + node.children.length);
  }
  return found;
}
