/** Evaluates XPath 1.0 expressions on a document. */
import { spend } from '../bounded/step-budget.js';
import { isReverse, nodesOn } from './axes.js';
import { nodesOnAll } from './axis-union.js';
import { coreFunction, type FunctionContext } from './functions.js';
import type { MarkupDocument } from './markup.js';
import type {
  BinaryOperator,
  Expression,
  NodeTest,
  Step,
} from '../../request-file/expressions/xpath/parse-xpath.js';
import { XPathProblem } from '../../request-file/expressions/xpath/tokens.js';
import { isPositional } from './positional.js';
import type { TreeNode } from './tree.js';
import { compare, isNodeSet, toBoolean, toNumber, type XPathValue } from './values.js';

/** Throws XPathProblem. */
export function evaluateXPath(expression: Expression, document: MarkupDocument): XPathValue {
  return new Evaluator(document).value(expression, { node: document.root, position: 1, size: 1 });
}

class Evaluator {
  readonly #document: MarkupDocument;

  constructor(document: MarkupDocument) {
    this.#document = document;
  }

  value(expression: Expression, context: FunctionContext): XPathValue {
    spend(1);
    switch (expression.kind) {
      case 'number':
      case 'literal':
        return expression.value;
      case 'negate':
        return -toNumber(this.value(expression.operand, context));
      case 'call': {
        const call = coreFunction(expression.name, expression.args.length);
        return call(
          expression.args.map((argument) => this.value(argument, context)),
          context,
        );
      }
      case 'binary':
        return this.#binary(expression.operator, expression.left, expression.right, context);
      case 'filter': {
        const nodes = this.#nodes(expression.primary, context);
        return this.#filter(nodes, expression.predicates);
      }
      case 'path':
        return this.#path(expression.start, expression.steps, context);
    }
  }

  #nodes(expression: Expression, context: FunctionContext): readonly TreeNode[] {
    const value = this.value(expression, context);
    if (!isNodeSet(value)) throw new XPathProblem('a set of nodes is needed before `/`, `[` and around `|`');
    return value;
  }

  #binary(
    operator: BinaryOperator,
    left: Expression,
    right: Expression,
    context: FunctionContext,
  ): XPathValue {
    switch (operator) {
      case 'or':
        return toBoolean(this.value(left, context)) || toBoolean(this.value(right, context));
      case 'and':
        return toBoolean(this.value(left, context)) && toBoolean(this.value(right, context));
      case '|':
        return inOrder([...this.#nodes(left, context), ...this.#nodes(right, context)]);
      case '+':
      case '-':
      case '*':
      case 'div':
      case 'mod':
        return calculate(operator, toNumber(this.value(left, context)), toNumber(this.value(right, context)));
      default:
        return compare(operator, this.value(left, context), this.value(right, context));
    }
  }

  #path(
    start: 'root' | 'context' | Expression,
    steps: readonly Step[],
    context: FunctionContext,
  ): readonly TreeNode[] {
    let nodes: readonly TreeNode[] =
      start === 'root'
        ? [this.#document.root]
        : start === 'context'
          ? [context.node]
          : this.#nodes(start, context);
    for (const step of steps) nodes = this.#step(step, nodes);
    return nodes;
  }

  #step({ axis, test, predicates }: Step, from: readonly TreeNode[]): readonly TreeNode[] {
    const matches = this.#matcher(test, axis === 'attribute');
    // Without positions it does not matter from which node another one was reached: each is looked at once.
    if (from.length > 1 && !predicates.some(isPositional))
      return this.#filter(inOrder(matching(nodesOnAll(axis, from), matches)), predicates);
    const found: TreeNode[] = [];
    for (const node of from) {
      const candidates = matching(nodesOn(axis, node), matches);
      for (const selected of this.#filter(candidates, predicates)) found.push(selected);
    }
    return from.length === 1 && !isReverse(axis) ? found : inOrder(found);
  }

  /** Each predicate sees the nodes that the ones before it left. */
  #filter(nodes: readonly TreeNode[], predicates: readonly Expression[]): readonly TreeNode[] {
    let left = nodes;
    for (const predicate of predicates) {
      const size = left.length;
      left = left.filter((node, index) => {
        const value = this.value(predicate, { node, position: index + 1, size });
        return typeof value === 'number' ? value === index + 1 : toBoolean(value);
      });
    }
    return left;
  }

  #matcher(test: NodeTest, ofAttributes: boolean): (node: TreeNode) => boolean {
    switch (test.kind) {
      case 'node':
        return () => true;
      case 'text':
      case 'comment':
        return (node) => node.kind === test.kind;
      case 'processing-instruction':
        return (node) => node.kind === test.kind && (test.target === undefined || node.name === test.target);
      case 'name':
        return this.#nameMatcher(test, ofAttributes ? 'attribute' : 'element');
    }
  }

  #nameMatcher(
    { prefix, local }: Extract<NodeTest, { kind: 'name' }>,
    kind: 'attribute' | 'element',
  ): (node: TreeNode) => boolean {
    const { namespaces, kind: language } = this.#document;
    const name = language === 'html' ? local.toLowerCase() : local;
    const fits = (node: TreeNode): boolean => node.kind === kind && (name === '*' || node.local === name);
    if (prefix !== '') {
      const namespace = namespaces.get(prefix);
      if (namespace === undefined)
        throw new XPathProblem(`the root element declares no prefix \`${prefix}\``);
      return (node) => fits(node) && node.namespace === namespace;
    }
    if (name === '*') return fits;
    // Unprefixed names also match the default namespace (language section 6.2).
    const usual = namespaces.get('') ?? '';
    return (node) => fits(node) && (node.prefix === '' || (kind === 'element' && node.namespace === usual));
  }
}

function calculate(operator: '+' | '-' | '*' | 'div' | 'mod', left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case 'div':
      return left / right;
    case 'mod':
      return left % right;
  }
}

function matching(nodes: Iterable<TreeNode>, matches: (node: TreeNode) => boolean): TreeNode[] {
  const found: TreeNode[] = [];
  for (const node of nodes) {
    spend(1);
    if (matches(node)) found.push(node);
  }
  return found;
}

/** In document order, each node once. */
function inOrder(nodes: readonly TreeNode[]): readonly TreeNode[] {
  spend(nodes.length);
  const sorted = [...nodes].sort((a, b) => a.order - b.order);
  return sorted.filter((node, index) => node !== sorted[index - 1]);
}
