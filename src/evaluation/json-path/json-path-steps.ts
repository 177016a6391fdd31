/** Makes a compiled query count its steps, and walk long lists of nodes one by one instead of spreading them. */
import { JSONPathNode, jsonpath, type JSONPathQuery, type JSONValue } from 'json-p3';
import { entriesOf, keptKeys } from '../../primitives/json/key-order.js';
import { checkTime, spendSteps } from '../bounded/step-budget.js';

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } =
  jsonpath.expressions;
const { FilterSelector } = jsonpath.selectors;

type Segment = JSONPathQuery['segments'][number];
type Selector = Segment['selectors'][number];

export function countSteps(query: JSONPathQuery): void {
  for (const segment of query.segments) {
    for (const selector of segment.selectors) if (selector instanceof FilterSelector) countFilter(selector);
    const isDeep = segment.toString().startsWith('..');
    segment.resolve = (nodes) => resolveAll(segment.selectors, isDeep ? withDescendants(nodes) : nodes);
  }
}

function resolveAll(selectors: readonly Selector[], nodes: Iterable<JSONPathNode>): JSONPathNode[] {
  const found: JSONPathNode[] = [];
  for (const node of nodes) {
    for (const selector of selectors) {
      spendSteps(1);
      const selected = inKeptOrder(selector.resolve(node), node);
      spendSteps(selected.length);
      for (const one of selected) found.push(one);
    }
  }
  return found;
}

/** The library selects the members of an object in the order of JavaScript. */
function inKeptOrder(selected: JSONPathNode[], { value }: JSONPathNode): JSONPathNode[] {
  const keys = typeof value === 'object' && value !== null ? keptKeys(value) : undefined;
  if (keys === undefined || selected.length < 2) return selected;
  const places = new Map<unknown, number>(keys.map((key, index) => [key, index]));
  const placeOf = ({ location }: JSONPathNode): number => places.get(location.at(-1)) ?? 0;
  return selected.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Every node with all its descendants, parents first. */
function* withDescendants(nodes: Iterable<JSONPathNode>): Generator<JSONPathNode> {
  for (const start of nodes) {
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      yield node;
      const { value, location, root } = node;
      if (typeof value !== 'object' || value === null) continue;
      // The location is copied for each member, which takes steps.
      const below: JSONPathNode[] = Array.isArray(value)
        ? (value as readonly JSONValue[]).map(
            (member, index) => new JSONPathNode(member, location.concat(index), root),
          )
        : entriesOf(value).map(([key, member]) => new JSONPathNode(member, location.concat(key), root));
      spendSteps(below.length * (1 + location.length / LOCATION_STEPS));
      for (let at = below.length - 1; at >= 0; at--) waiting.push(below[at] as JSONPathNode);
    }
  }
}

const LOCATION_STEPS = 16;

/** A filter is tested for each member, and comparing two members takes time in proportion to their size. */
function countFilter(selector: InstanceType<typeof FilterSelector>): void {
  const { expression } = selector;
  const evaluate = expression.evaluate.bind(expression);
  expression.evaluate = (context) => {
    spendSteps(1);
    checkTime();
    return evaluate(context);
  };
  countExpression(expression);
}

function countExpression(expression: unknown): void {
  if (expression instanceof FilterQuery) countSteps(expression.path);
  else if (expression instanceof FunctionExtension) expression.args.forEach(countExpression);
  else if (expression instanceof PrefixExpression) countExpression(expression.right);
  else if (expression instanceof LogicalExpression) countExpression(expression.expression);
  else if (expression instanceof InfixExpression) {
    countExpression(expression.left);
    countExpression(expression.right);
  }
}
