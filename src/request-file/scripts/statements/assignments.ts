/** Assignments and declarations: names of the script, results of old tests, and variables of the client. */
import type { AnyNode, AssignmentExpression, Pattern } from 'acorn';
import { unknownCall } from '../expressions/globals.js';
import { keyOf } from '../expressions/constants.js';
import type { Flow } from './flow.js';
import { MODULES, SETTING_MEMBERS } from '../values/global-names.js';
import { emitChecks, emitFailure } from './emit.js';
import { member } from '../checks/members.js';
import { UNCERTAIN, type Names } from '../values/names.js';
import { readBinary } from '../checks/operations.js';
import { toCondition } from '../checks/reader.js';
import { json, unknown, type Value } from '../values/script-values.js';
import { storeValue } from './store-value.js';
import { rootName } from './syntax-questions.js';
import type { Walker } from './walker.js';

/** Binds the names of `const { a, b: [c] } = …`. */
export function bindPattern(
  walker: Walker,
  pattern: Pattern,
  value: Value,
  names: Names,
  declares = true,
): void {
  switch (pattern.type) {
    case 'Identifier':
      if (declares) names.declare(pattern.name, value);
      else names.assign(pattern.name, value);
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          bindPattern(walker, property.argument, unknown('takes the rest of a value'), names, declares);
          continue;
        }
        const key = keyOf(property);
        bindPattern(
          walker,
          property.value,
          key === undefined ? unknown('takes a value apart') : walker.reader.memberOf(value, key),
          names,
          declares,
        );
      }
      return;
    case 'ArrayPattern':
      for (const [i, element] of pattern.elements.entries())
        if (element)
          bindPattern(
            walker,
            element,
            element.type === 'RestElement' ? UNCERTAIN : member(value, json(i), false),
            names,
            declares,
          );
      return;
    case 'AssignmentPattern':
      // The default counts only for a missing value, which an assertion sees as absent.
      bindPattern(
        walker,
        pattern.left,
        value.kind === 'undefined' ? walker.reader.read(pattern.right, names) : value,
        names,
        declares,
      );
      return;
    case 'RestElement':
      bindPattern(walker, pattern.argument, UNCERTAIN, names, declares);
      return;
    default:
  }
}

export function assign(
  walker: Walker,
  node: AnyNode,
  expression: AssignmentExpression,
  names: Names,
  flow: Flow,
): void {
  const { left, operator } = expression;
  const right = walker.reader.read(expression.right, names);
  if (right.kind === 'unknown' && right.isEffect === true) walker.reject(node, right, names, flow);
  if (left.type === 'MemberExpression') return assignMember(walker, node, expression, right, names, flow);
  if (left.type === 'Identifier' && operator !== '=') {
    const before = names.find(left.name) ?? UNCERTAIN;
    const isSum = operator === '+=';
    return names.assign(left.name, isSum ? readBinary('+', before, right) : UNCERTAIN);
  }
  return bindPattern(walker, left, right, names, false);
}

function assignMember(
  walker: Walker,
  node: AnyNode,
  expression: AssignmentExpression,
  right: Value,
  names: Names,
  flow: Flow,
): void {
  const { left } = expression;
  if (left.type !== 'MemberExpression' || left.object.type === 'Super') return;
  const of = walker.reader.read(left.object, names);
  if (of.kind !== 'global') {
    // A value of the script is changed in place, so that nothing is certain about it any more.
    const root = rootName(left);
    if (root !== undefined && names.find(root)) names.assign(root, UNCERTAIN);
    else walker.reject(node, unknown('changes a value of the client'), names, flow);
    return;
  }
  if (of.path === 'tests') return oldTest(walker, node, left, right, names, flow);
  const scope = Object.hasOwn(SETTING_MEMBERS, of.path) ? SETTING_MEMBERS[of.path] : undefined;
  const key = left.computed || left.property.type !== 'Identifier' ? undefined : left.property.name;
  if (scope !== undefined && key !== undefined && expression.operator === '=')
    return storeValue(
      walker,
      node,
      { name: json(key), value: right, isGlobal: scope === 'global' },
      names,
      flow,
    );
  const reason = unknownCall(key === undefined ? of.path : `${of.path}.${key}`);
  return walker.reject(node, reason, names, flow);
}

/** `tests["name"] = B`. */
function oldTest(
  walker: Walker,
  node: AnyNode,
  left: AssignmentExpression['left'],
  right: Value,
  names: Names,
  flow: Flow,
): void {
  const value = toCondition(right);
  if (value.kind === 'unknown') return walker.reject(node, value, names, flow);
  const title =
    left.type === 'MemberExpression' && left.computed && left.property.type === 'Literal'
      ? String(left.property.value)
      : undefined;
  const test = { name: title };
  const inner: Flow = { ...flow, context: { ...flow.context, test } };
  if (value.kind === 'json') {
    if (value.value === true) return walker.output.ignore(node, 'a check that always passes');
    return emitFailure(walker, node, inner);
  }
  if (value.kind !== 'condition' || value.any.length !== 1)
    return walker.reject(node, unknown('is a choice between several conditions'), names, flow);
  return emitChecks(walker, node, value.any[0] ?? [], names, inner);
}

/** `import { expect } from "chai"`; whether the module has a counterpart. */
export function importModule(walker: Walker, node: AnyNode, names: Names): boolean {
  if (node.type !== 'ImportDeclaration') return false;
  const name = String(node.source.value);
  const path = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
  if (path === undefined) return false;
  const module: Value = { kind: 'global', path };
  for (const specifier of node.specifiers) {
    const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined;
    const key = imported?.type === 'Identifier' ? imported.name : undefined;
    names.declare(specifier.local.name, key === undefined ? module : walker.reader.memberOf(module, key));
  }
  return true;
}
