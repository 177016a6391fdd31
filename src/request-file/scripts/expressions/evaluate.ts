/** Reads expressions: what each stands for, without running any of them. */
import type {
  ArrayExpression,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  SpreadElement,
  TemplateLiteral,
} from 'acorn';
import type { Json } from '../../model/model.js';
import { objectFrom } from '../../../primitives/json/key-order.js';
import { keyName, keyOf, readConstant } from './constants.js';
import { callWord, readWord } from '../checks/expect-words.js';
import { callGlobal, globalMember, newGlobal } from './globals.js';
import { member } from '../checks/members.js';
import { callMethod } from './methods.js';
import { NAMED_SUBJECT_CALLS } from '../values/global-names.js';
import { Names } from '../values/names.js';
import { textOf } from '../checks/own-member.js';
import { readBinary, readLogical, readUnary } from '../checks/operations.js';
import type { Reader } from '../checks/reader.js';
import {
  UNDEFINED,
  json,
  template,
  unknown,
  type FunctionNode,
  type NameTable,
  type Value,
} from '../values/script-values.js';
import { withoutChain } from '../values/subjects.js';
import type { ScriptSource } from '../translation.js';
import { joinTemplates, templateText } from '../values/written-values.js';

/** Each read expression costs one; functions that call each other many times would cost more than their length. */
const MAX_STEPS = 100_000;
/** How deep functions of the script may call each other. */
const MAX_CALLS = 3;
const MAX_MEMBERS = 5000;

export class ExpressionReader implements Reader {
  readonly source: ScriptSource;
  /** Functions of the script whose result could be read. */
  readonly applied = new Set<FunctionNode>();
  #steps = 0;
  #calls = 0;

  constructor(source: ScriptSource) {
    this.source = source;
  }

  /** Counts what is done, so that a script cannot make it more than its length. */
  spend(): boolean {
    this.#steps += 1;
    return this.#steps <= MAX_STEPS;
  }

  read(node: Expression, names: NameTable): Value {
    if (!this.spend()) return unknown('needs too many steps');
    switch (node.type) {
      case 'Identifier':
        return (
          names.find(node.name) ??
          (node.name === 'undefined' ? UNDEFINED : globalMember('', node.name, this.source))
        );
      case 'Literal':
        return readConstant(node);
      case 'TemplateLiteral':
        return this.#template(node, names);
      case 'ArrayExpression':
        return this.#list(node, names);
      case 'ObjectExpression':
        return this.#object(node, names);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { kind: 'function', node, names };
      case 'UnaryExpression':
        return readUnary(node.operator, this.read(node.argument, names));
      case 'BinaryExpression':
        return node.left.type === 'PrivateIdentifier'
          ? unknown('uses a private member')
          : readBinary(node.operator, this.read(node.left, names), this.read(node.right, names));
      case 'LogicalExpression':
        return readLogical(node.operator, this.read(node.left, names), this.read(node.right, names));
      case 'MemberExpression':
        return this.#member(node, names);
      case 'CallExpression':
        return this.#call(node, names);
      case 'NewExpression':
        return this.#create(node, names);
      case 'AwaitExpression':
        return this.read(node.argument, names);
      case 'ChainExpression': {
        const value = this.read(node.expression, names);
        return value.kind === 'subject' ? { ...value, subject: withoutChain(value.subject) } : value;
      }
      case 'ParenthesizedExpression':
        return this.read(node.expression, names);
      default:
        return unknown('computes something that only the script can compute');
    }
  }

  #template({ quasis, expressions }: TemplateLiteral, names: NameTable): Value {
    const parts: string[] = [];
    for (const [i, { value }] of quasis.entries()) {
      const read = joinTemplates([templateText(json(value.cooked ?? '')) ?? '']);
      parts.push(read ?? '');
      const expression = expressions[i];
      if (!expression) continue;
      const inner = this.read(expression, names);
      const text = inner.kind === 'unknown' ? inner : templateText(inner);
      if (typeof text === 'object') return text;
      if (text === undefined) return unknown('puts a value into a text that only the script has');
      parts.push(text);
    }
    const constant = quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
    if (typeof constant === 'string') return json(constant);
    const text = joinTemplates(parts);
    return text === undefined ? unknown('builds a text that cannot be written') : template(text, true);
  }

  #list({ elements }: ArrayExpression, names: NameTable): Value {
    const items: Value[] = [];
    for (const element of elements) {
      if (!element || element.type === 'SpreadElement') return unknown('builds a list from other lists');
      items.push(this.read(element, names));
    }
    return sized(items, () => {
      const constants = items.map((item) => (item.kind === 'json' ? item.value : undefined));
      return constants.includes(undefined)
        ? { kind: 'list', items, size: sizeOf(items) }
        : json(constants as Json[]);
    });
  }

  #object({ properties }: ObjectExpression, names: NameTable): Value {
    const entries: (readonly [string, Value])[] = [];
    for (const property of properties) {
      const key = property.type === 'Property' ? keyOf(property) : undefined;
      if (key === undefined || property.type !== 'Property')
        return unknown('builds an object from computed members');
      entries.push([key, this.read(property.value, names)]);
    }
    const values = entries.map(([, value]) => value);
    return sized(values, () =>
      values.every((value) => value.kind === 'json')
        ? json(
            objectFrom(
              entries.map(([key, value]) => [key, value.kind === 'json' ? value.value : null] as const),
            ),
          )
        : { kind: 'object', entries, size: sizeOf(values) },
    );
  }

  #member(node: MemberExpression, names: NameTable): Value {
    if (node.object.type === 'Super') return unknown('uses a class');
    const of = this.read(node.object, names);
    if (of.kind === 'unknown') return of;
    const key = this.#key(node, names);
    if (key.kind === 'unknown') return key;
    if (of.kind === 'global') {
      if (key.kind !== 'json') return unknown('reads a computed name');
      const found = globalMember(of.path, keyName(key.value), this.source);
      const isVariable = found.kind === 'subject' && found.subject.kind === 'variable';
      return (isVariable ? names.findVariable(found.subject.name) : undefined) ?? found;
    }
    if (of.kind === 'chain')
      return key.kind === 'json' ? readWord(of, keyName(key.value)) : unknown('uses a computed word');
    return member(of, key, node.optional);
  }

  /** The member of a value by its name, as in `const { name } = value`. */
  memberOf(of: Value, name: string): Value {
    return of.kind === 'global' ? globalMember(of.path, name, this.source) : member(of, json(name), false);
  }

  #key({ computed, property }: MemberExpression, names: NameTable): Value {
    if (property.type === 'PrivateIdentifier') return unknown('uses a private member');
    return computed ? this.read(property, names) : json(property.type === 'Identifier' ? property.name : '');
  }

  #call(node: CallExpression, names: NameTable): Value {
    const { callee } = node;
    if (callee.type === 'Super') return unknown('uses a class');
    const args = this.readArguments(node.arguments, names);
    if (!Array.isArray(args)) return args;
    if (callee.type === 'MemberExpression' && callee.object.type !== 'Super') {
      const key = this.#key(callee, names);
      const name = key.kind === 'json' && typeof key.value === 'string' ? key.value : undefined;
      const self = this.read(callee.object, names);
      if (self.kind === 'unknown') return self;
      if (name === undefined) return unknown('calls a computed name');
      if (self.kind === 'chain') return callWord(self, name, args, this);
      if (self.kind !== 'global') return callMethod(self, name, args, this);
    }
    const called = this.read(callee, names);
    if (called.kind === 'global')
      return storedBefore(called.path, args, names) ?? callGlobal(called.path, args, this);
    return this.apply(called, args);
  }

  /** An unknown argument is only a reason where it is used. */
  readArguments(nodes: readonly (Expression | SpreadElement)[], names: NameTable): Value | Value[] {
    const args: Value[] = [];
    for (const node of nodes) {
      if (node.type === 'SpreadElement') return unknown('passes on a list of arguments');
      args.push(this.read(node, names));
    }
    return args;
  }

  #create(node: NewExpression, names: NameTable): Value {
    const callee = this.read(node.callee, names);
    const args = this.readArguments(node.arguments, names);
    if (!Array.isArray(args)) return args;
    return callee.kind === 'global' ? newGlobal(callee.path, args) : unknown('creates an object');
  }

  apply(called: Value, args: readonly Value[]): Value {
    if (called.kind === 'unknown') return called;
    if (called.kind !== 'function') return unknown('calls what is no function of the script');
    if (this.#calls >= MAX_CALLS) return unknown('calls functions within functions');
    this.#calls += 1;
    try {
      const result = this.#result(called.node, bindParameters(called.node, called.names, args));
      if (result.kind !== 'unknown') this.applied.add(called.node);
      return result;
    } finally {
      this.#calls -= 1;
    }
  }

  /** A single expression, or declarations and a `return`. */
  #result({ body }: FunctionNode, names: NameTable): Value {
    if (body.type !== 'BlockStatement') return this.read(body, names);
    for (const statement of body.body) {
      if (statement.type === 'ReturnStatement')
        return statement.argument ? this.read(statement.argument, names) : UNDEFINED;
      if (statement.type !== 'VariableDeclaration') break;
      for (const { id, init } of statement.declarations) {
        if (id.type !== 'Identifier') return unknown('takes a value apart in a function');
        names.declare(id.name, init ? this.read(init, names) : UNDEFINED);
      }
    }
    return unknown('calls a function that does more than return a value');
  }
}

export function bindParameters(node: FunctionNode, outer: NameTable, args: readonly Value[]): Names {
  const names = new Names(outer as Names);
  for (const [i, parameter] of node.params.entries()) {
    if (parameter.type === 'Identifier') names.declare(parameter.name, args[i] ?? UNDEFINED);
    else if (parameter.type === 'ObjectPattern') {
      for (const property of parameter.properties) {
        if (property.type !== 'Property' || property.value.type !== 'Identifier') continue;
        const key = keyOf(property);
        const of = args[i] ?? UNDEFINED;
        names.declare(
          property.value.name,
          key === undefined ? unknown('takes a value apart') : member(of, json(key), false),
        );
      }
    }
  }
  return names;
}

/** What the script itself has stored in a variable that it reads. */
function storedBefore(path: string, [name]: readonly Value[], names: NameTable): Value | undefined {
  const isVariable = Object.hasOwn(NAMED_SUBJECT_CALLS, path) && NAMED_SUBJECT_CALLS[path] === 'variable';
  const text = isVariable ? textOf(name) : undefined;
  return text === undefined ? undefined : names.findVariable(text);
}

/** The number of values inside, because a value may be used many times within another. */
function sizeOf(items: readonly Value[]): number {
  return items.reduce((sum, item) => sum + ('size' in item ? item.size : 1), 1);
}

function sized(items: readonly Value[], build: () => Value): Value {
  const bad = items.find((item) => item.kind === 'unknown');
  if (bad) return bad;
  return sizeOf(items) > MAX_MEMBERS ? unknown('builds a very large value') : build();
}
