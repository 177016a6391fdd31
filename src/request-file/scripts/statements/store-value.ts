/** Statements that store a value in a variable. */
import type { AnyNode } from 'acorn';
import type { Conditional } from '../../model/model.js';
import { capturedValue, variableText } from './captured.js';
import type { Flow } from './flow.js';
import { conditional } from './lines.js';
import { variableEntry, type Names } from '../values/names.js';
import { textOf } from '../checks/own-member.js';
import { unknown, type Unknown, type Value } from '../values/script-values.js';
import { subject } from '../values/subjects.js';
import { storedName } from '../stored-name.js';
import type { Walker } from './walker.js';

export interface Stored {
  readonly name: Value;
  readonly value: Value;
  readonly isGlobal: boolean;
}

export function storeValue(walker: Walker, node: AnyNode, stored: Stored, names: Names, flow: Flow): void {
  const title = textOf(stored.name);
  if (title === undefined) {
    const problem =
      stored.name.kind === 'unknown' ? stored.name : unknown('sets a variable with a computed name');
    names.loseVariable(undefined);
    return walker.reject(node, problem, names, flow);
  }
  const { value } = stored;
  const isSame =
    value.kind === 'subject' && value.subject.kind === 'variable' && value.subject.name === title;
  if (isSame && value.subject.steps.length === 0)
    return walker.output.ignore(node, 'a variable that is set to itself');
  const problem = store(walker, node, title, stored, flow);
  if (problem) walker.reject(node, problem, names, flow);
  if (problem) return names.loseVariable(title);
  const again = readAgain(walker, title, value, flow);
  if (again !== value) names.replace(value, again);
  return names.assign(variableEntry(title), again);
}

/** What the value is where the script uses it again: one that changes each time it is made stands in the variable. */
function readAgain({ source }: Walker, title: string, value: Value, { context }: Flow): Value {
  const text = value.kind === 'json' || value.kind === 'subject' ? undefined : variableText(value);
  if (typeof text !== 'string' || !CHANGING.test(text)) return value;
  if (source.stage === 'before' && context.frames.length === 0)
    return { kind: 'subject', subject: subject('variable', title) };
  return unknown('uses a value again that is another one each time');
}

const CHANGING = /\{\{\$(?:u?uid|guid|random|now|date|local|timestamp|isoTimestamp)/i;

function store(
  walker: Walker,
  node: AnyNode,
  title: string,
  { value, isGlobal }: Stored,
  flow: Flow,
): Unknown | undefined {
  const { output, source } = walker;
  const { context } = flow;
  if (context.blocked) return context.blocked;
  const name = storedName(title);
  if (name !== title && !source.importing) return unknown('sets a variable whose name cannot be written');
  const around = conditional(context.frames);
  if (!around) return unknown('depends on a place that cannot be written');
  const scope = isGlobal || source.global === true ? { global: true as const } : {};
  if (source.stage === 'before') return storeBefore(walker, { name, ...scope }, value, around);
  if (context.loop && !isElement(value)) return unknown('sets a variable in a loop');
  const captured = capturedValue(value);
  if ('kind' in captured) return captured;
  const or = captured.or.length === 0 ? {} : { or: captured.or };
  output.capture({ name, ...captured.value, ...or, ...scope, ...around, line: output.lineOf(node) });
  return undefined;
}

function isElement(value: Value): boolean {
  if (value.kind === 'number' || value.kind === 'text') return isElement(value.of);
  return value.kind === 'subject' && value.subject.element !== undefined;
}

function storeBefore(
  { output }: Walker,
  target: { readonly name: string; readonly global?: true },
  value: Value,
  around: Conditional,
): Unknown | undefined {
  if (value.kind === 'undefined' || (value.kind === 'json' && value.value === null))
    return unknown('removes a variable');
  const text = variableText(value);
  if (typeof text !== 'string') return text;
  output.set({ ...target, value: text, ...around });
  return undefined;
}
