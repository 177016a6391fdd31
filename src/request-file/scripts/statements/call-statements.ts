/** Calls that stand alone: tests, variables, loops over lists, functions of the script, and everything reported. */
import type { AnyNode, CallExpression, Expression } from 'acorn';
import type { Flow } from './flow.js';
import { SETTING_CALLS, TEST_CALLS } from '../values/global-names.js';
import { walkElements } from './loops.js';
import { UNCERTAIN, type Names } from '../values/names.js';
import { changeRequest } from './request-changes.js';
import { unknown, type Value } from '../values/script-values.js';
import { storeValue } from './store-value.js';
import { changedByCall, isIgnoredCall, statementsOf } from './syntax-questions.js';
import { textOf } from '../checks/own-member.js';
import type { FunctionValue, Walker } from './walker.js';

/** Methods that call a function for every element. */
const VISITING: ReadonlySet<string> = new Set(['forEach', 'map', 'each']);
const VISITING_CALLS: ReadonlySet<string> = new Set(['_.each', '_.forEach', 'lodash.each', 'lodash.forEach']);

export function callStatement(
  walker: Walker,
  node: AnyNode,
  call: CallExpression,
  names: Names,
  flow: Flow,
): void {
  const { callee } = call;
  if (callee.type === 'Super') return walker.reject(node, unknown('uses a class'), names, flow);
  const changed = changedByCall(callee);
  if (changed !== undefined && names.find(changed)) return names.assign(changed, UNCERTAIN);
  if (
    callee.type === 'MemberExpression' &&
    callee.object.type !== 'Super' &&
    !callee.computed &&
    callee.property.type === 'Identifier' &&
    VISITING.has(callee.property.name)
  ) {
    const list = walker.reader.read(callee.object, names);
    if (list.kind !== 'global')
      return walkElements(walker, node, list, firstFunction(walker, call, names), names, flow);
  }
  const called = walker.reader.read(callee, names);
  if (called.kind === 'global') return globalCall(walker, node, called.path, call, names, flow);
  if (called.kind === 'function') {
    const args = walker.reader.readArguments(call.arguments, names);
    if (!Array.isArray(args)) return walker.emit(node, args as Value, names, flow);
    return walker.openCalled(node, called, args as readonly Value[], names, flow);
  }
  return walker.emit(node, walker.reader.read(call, names), names, flow);
}

function firstFunction(
  walker: Walker,
  { arguments: args }: CallExpression,
  names: Names,
): FunctionValue | undefined {
  for (const arg of args) {
    if (arg.type === 'SpreadElement') continue;
    const value = walker.reader.read(arg, names);
    if (value.kind === 'function') return value;
  }
  return undefined;
}

function globalCall(
  walker: Walker,
  node: AnyNode,
  path: string,
  call: CallExpression,
  names: Names,
  flow: Flow,
): void {
  if (isIgnoredCall(path)) return walker.output.ignore(node, path);
  if (TEST_CALLS.has(path)) return openTest(walker, node, call, names, flow);
  if (VISITING_CALLS.has(path)) {
    const [list] = call.arguments;
    const value =
      list && list.type !== 'SpreadElement' ? walker.reader.read(list, names) : unknown('visits nothing');
    return walkElements(walker, node, value, firstFunction(walker, call, names), names, flow);
  }
  const scope = Object.hasOwn(SETTING_CALLS, path) ? SETTING_CALLS[path] : undefined;
  if (scope !== undefined) return store(walker, node, call, scope === 'global', names, flow);
  if (changeRequest(walker, path, call, names, flow)) return undefined;
  return walker.emit(node, walker.reader.read(call, names), names, flow);
}

/** `set(name, value)`; a value that depends on a condition is stored twice, each time under its side of it. */
function store(
  walker: Walker,
  node: AnyNode,
  call: CallExpression,
  isGlobal: boolean,
  names: Names,
  flow: Flow,
): void {
  const [first, second] = call.arguments;
  if (!first || first.type === 'SpreadElement' || !second || second.type === 'SpreadElement')
    return walker.reject(node, unknown('passes on a list of arguments'), names, flow);
  const name = walker.reader.read(first, names);
  const keep = (value: Expression) => (inner: Names, side: Flow) =>
    storeValue(walker, node, { name, value: walker.reader.read(value, inner), isGlobal }, inner, side);
  if (second.type !== 'ConditionalExpression') return keep(second)(names, flow);
  return walker.branch(node, second.test, names, flow, {
    holds: keep(second.consequent),
    otherwise: keep(second.alternate),
  });
}

/** `pm.test(name, f)`: its name goes to its first assertion. */
function openTest(walker: Walker, node: AnyNode, call: CallExpression, names: Names, flow: Flow): void {
  const body = firstFunction(walker, call, names);
  if (!body) return walker.reject(node, unknown('has no function that can be read'), names, flow);
  walker.markUsed(body.node);
  const [first] = call.arguments;
  const name = first && first.type !== 'SpreadElement' ? textOf(walker.reader.read(first, names)) : undefined;
  const isEmpty = body.node.body.type === 'BlockStatement' && statementsOf(body.node.body).length === 0;
  if (isEmpty) return walker.output.ignore(node, 'an empty test');
  const test = { name: name === undefined || name.trim() === '' ? undefined : name };
  return walker.open(body, [], { ...flow.context, test });
}
