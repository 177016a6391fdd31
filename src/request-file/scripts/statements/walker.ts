/** What the parts of the walk through statements need of each other. */
import type { AnyNode, Expression, Statement } from 'acorn';
import type { ExpressionReader } from '../expressions/evaluate.js';
import type { Context, Flow } from './flow.js';
import type { Frame } from './lines.js';
import type { Names } from '../values/names.js';
import type { Output } from './output.js';
import type { Unknown, Value } from '../values/script-values.js';
import type { ScriptSource } from '../translation.js';

export type FunctionValue = Value & { readonly kind: 'function' };

export type Side = (names: Names, flow: Flow) => void;

export interface Branches {
  readonly holds?: Side;
  readonly otherwise?: Side;
  /** Whether the branch does nothing but leave the function. */
  readonly onlyReturns?: boolean;
}

export interface Walker {
  readonly source: ScriptSource;
  readonly reader: ExpressionReader;
  readonly output: Output;
  walk(statements: readonly Statement[], names: Names, flow: Flow): void;
  expression(node: AnyNode, expression: Expression, names: Names, flow: Flow): void;
  emit(node: AnyNode, value: Value, names: Names, flow: Flow): void;
  /** Reports a statement. */
  reject(node: AnyNode, reason: Unknown, names: Names, flow: Flow): void;
  /** Walks through both sides of a condition. */
  branch(node: AnyNode, test: Expression, names: Names, flow: Flow, sides: Branches): void;
  sides(names: Names, flow: Flow, branches: readonly (readonly [readonly Frame[], Side])[]): void;
  open(called: FunctionValue, args: readonly Value[], context: Context): void;
  openCalled(node: AnyNode, called: FunctionValue, args: readonly Value[], names: Names, flow: Flow): void;
  markUsed(node: AnyNode): void;
}
