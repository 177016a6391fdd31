/** Walks through the statements of a script in order, and collects what each becomes. */
import type {
  AnyNode,
  Expression,
  ExpressionStatement,
  IfStatement,
  Statement,
  ThrowStatement,
  VariableDeclaration,
} from 'acorn';
import { bindParameters, type ExpressionReader } from '../expressions/evaluate.js';
import { assign, bindPattern, importModule } from './assignments.js';
import { callStatement } from './call-statements.js';
import { emitChecks, emitFailure, emitNeeds } from './emit.js';
import { afterExits, block, branchOf, sidesOf, startFlow, type Context, type Flow } from './flow.js';
import type { Frame } from './lines.js';
import { forgetAssigned, walkLoop } from './loops.js';
import { Names } from '../values/names.js';
import type { Mark, Output } from './output.js';
import { toCondition } from '../checks/reader.js';
import { unknown, type FunctionNode, type Unknown, type Value } from '../values/script-values.js';
import { walkSwitch, walkTry } from './special-statements.js';
import { formOf, hasCall, hasReturn, onlyReturns, statementsOf, unwrap } from './syntax-questions.js';
import type { ScriptSource } from '../translation.js';
import type { Branches, FunctionValue, Side, Walker } from './walker.js';

/** How deep functions of the script may open each other. */
const MAX_OPENED = 3;

export class StatementWalker implements Walker {
  readonly source: ScriptSource;
  readonly reader: ExpressionReader;
  readonly output: Output;
  #opened = 0;
  /** Set inside of an opened function, which is left at its first report. */
  #since: Mark | undefined;
  /** Functions of the script, with whether all of their statements were opened. */
  readonly #functions = new Map<
    FunctionNode,
    { readonly name: string; readonly place: AnyNode; used: boolean }
  >();

  constructor(source: ScriptSource, reader: ExpressionReader, output: Output) {
    this.source = source;
    this.reader = reader;
    this.output = output;
  }

  /** Walks through the whole script; the rest of one that becomes too many lines is one report. */
  run(statements: readonly Statement[], uncertain: ReadonlySet<string>): void {
    const names = new Names(undefined, false, uncertain);
    for (const name of this.source.lostVariables ?? []) names.loseVariable(name);
    this.walk(statements, names, startFlow({ frames: [] }));
    this.output.lostVariables = names.lostVariables();
    for (const [node, { name, place, used }] of this.#functions)
      if (!used && !this.reader.applied.has(node) && hasCall(place))
        this.output.report(place, `the function ${name}`, 'is not called in a way that can be followed');
  }

  walk(statements: readonly Statement[], names: Names, flow: Flow): void {
    for (const statement of statements) {
      if (statement.type !== 'FunctionDeclaration') continue;
      names.declare(statement.id.name, { kind: 'function', node: statement, names });
      this.#functions.set(statement, { name: statement.id.name, place: statement, used: false });
    }
    for (const statement of statements) {
      if (flow.ended || (this.#since && this.output.hasReportsSince(this.#since))) return;
      const excess = this.output.isFull ? 'makes more than 500 lines' : 'needs too many steps';
      if (this.output.isFull || !this.reader.spend()) {
        this.output.report(statement, 'the rest of the script', excess);
        continue;
      }
      this.statement(statement, names, flow);
    }
  }

  statement(node: Statement, names: Names, flow: Flow): void {
    switch (node.type) {
      case 'EmptyStatement':
      case 'FunctionDeclaration':
      case 'DebuggerStatement':
        return;
      case 'ExpressionStatement':
        return this.#expressionStatement(node, names, flow);
      case 'VariableDeclaration':
        return this.#declaration(node, names, flow);
      case 'BlockStatement':
        return this.walk(node.body, new Names(names), flow);
      case 'IfStatement':
        return this.#if(node, names, flow);
      case 'ReturnStatement':
        if (node.argument) this.expression(node, node.argument, names, flow);
        return this.#leave(flow);
      case 'ThrowStatement':
        return this.#throw(node, flow);
      case 'SwitchStatement':
        return walkSwitch(this, node, names, flow);
      case 'TryStatement':
        return walkTry(this, node, names, flow);
      case 'ForStatement':
      case 'ForOfStatement':
        return walkLoop(this, node, names, flow);
      default:
        if (importModule(this, node, names)) return undefined;
        return this.reject(node, unknown(REASONS[node.type] ?? 'has no counterpart'), names, flow);
    }
  }

  #leave(flow: Flow): void {
    flow.exits.push(flow.context);
    flow.ended = true;
  }

  #throw(node: ThrowStatement, flow: Flow): void {
    emitFailure(this, node, flow);
    this.#leave(flow);
  }

  /** Reports a statement; what it assigns or whether it returned is uncertain from here on. */
  reject(node: AnyNode, reason: Unknown, names: Names, flow: Flow): void {
    this.output.report(node, reason.form === '' ? formOf(node) : reason.form, reason.reason);
    forgetAssigned(node, names);
    if (hasReturn(node) && node.type !== 'ReturnStatement')
      block(flow, unknown('follows a return under a condition that is not translated'));
  }

  #expressionStatement(node: ExpressionStatement, names: Names, flow: Flow): void {
    if (node.directive !== undefined) this.output.ignore(node, `"${node.directive.slice(0, 20)}"`);
    else this.expression(node, node.expression, names, flow);
  }

  /** `node` is the statement that is reported. */
  expression(node: AnyNode, wrapped: Expression, names: Names, flow: Flow): void {
    const expression = unwrap(wrapped);
    switch (expression.type) {
      case 'SequenceExpression':
        for (const each of expression.expressions) this.expression(node, each, names, flow);
        return;
      case 'AssignmentExpression':
        return assign(this, node, expression, names, flow);
      case 'UpdateExpression':
        forgetAssigned(expression, names);
        return;
      case 'LogicalExpression':
        if (expression.operator === '??') break;
        return this.branch(node, expression.left, names, flow, {
          [expression.operator === '&&' ? 'holds' : 'otherwise']: (inner: Names, side: Flow) =>
            this.expression(node, expression.right, inner, side),
        });
      case 'ConditionalExpression':
        return this.branch(node, expression.test, names, flow, {
          holds: (inner, side) => this.expression(node, expression.consequent, inner, side),
          otherwise: (inner, side) => this.expression(node, expression.alternate, inner, side),
        });
      case 'CallExpression':
        return callStatement(this, node, expression, names, flow);
      default:
    }
    this.emit(node, this.reader.read(expression, names), names, flow);
  }

  /** Collects what an expression checks. */
  emit(node: AnyNode, value: Value, names: Names, flow: Flow): void {
    if (value.kind === 'unknown') return this.reject(node, value, names, flow);
    if (value.kind === 'chain') {
      if (value.checks.length > 0) return emitChecks(this, node, value.checks, names, flow);
      return this.output.ignore(
        node,
        value.isChecked ? 'a check that always passes' : 'expect without a check',
      );
    }
    if (value.kind === 'json' && value.value === false) return emitFailure(this, node, flow);
    return undefined;
  }

  #declaration(node: VariableDeclaration, names: Names, flow: Flow): void {
    for (const { id, init } of node.declarations) {
      const value = init ? this.reader.read(init, names) : { kind: 'undefined' as const };
      if (value.kind === 'chain') this.emit(node, value, names, flow);
      if (value.kind === 'unknown' && value.isEffect === true) this.reject(node, value, names, flow);
      if (value.kind === 'function' && id.type === 'Identifier' && value.node === (init && unwrap(init)))
        this.#functions.set(value.node, { name: id.name, place: node, used: false });
      bindPattern(this, id, value, names);
    }
  }

  #if(node: IfStatement, names: Names, flow: Flow): void {
    const { consequent, alternate } = node;
    const sides = { holds: (inner: Names, side: Flow) => this.walk(statementsOf(consequent), inner, side) };
    if (!alternate)
      return this.branch(node, node.test, names, flow, { ...sides, onlyReturns: onlyReturns(consequent) });
    return this.branch(node, node.test, names, flow, {
      ...sides,
      otherwise: (inner, side) => this.walk(statementsOf(alternate), inner, side),
    });
  }

  branch(node: AnyNode, test: Expression, names: Names, flow: Flow, sides: Branches): void {
    const condition = toCondition(this.reader.read(test, names));
    if (condition.kind === 'json') {
      const side = condition.value === true ? sides.holds : sides.otherwise;
      return side?.(new Names(names), flow);
    }
    if (condition.kind !== 'condition')
      return this.reject(
        node,
        condition.kind === 'unknown' ? condition : unknown('depends on what only the script has'),
        names,
        flow,
      );
    if (flow.context.loop) return this.reject(node, unknown('is a condition inside of a loop'), names, flow);
    if (condition.any.flat().some(({ isLineOnly }) => isLineOnly === true))
      return this.reject(node, unknown('depends on a comparison that is no condition'), names, flow);
    const problem = this.source.stage === 'after' ? emitNeeds(this, node, condition.any, flow) : undefined;
    if (problem) return this.reject(node, problem, names, flow);
    const { holds, otherwise } = sidesOf(condition);
    if (!holds && sides.holds && sides.onlyReturns !== true)
      return this.reject(node, unknown('depends on a choice between several conditions'), names, flow);
    if (!holds && sides.onlyReturns === true) {
      flow.context = { ...flow.context, frames: [...flow.context.frames, ...otherwise] };
      return undefined;
    }
    return this.sides(names, flow, [
      ...(sides.holds ? [[holds ?? [], sides.holds] as const] : []),
      ...(sides.otherwise ? [[otherwise, sides.otherwise] as const] : []),
    ]);
  }

  /** Walks through branches of which at most one is taken. */
  sides(names: Names, flow: Flow, branches: readonly (readonly [readonly Frame[], Side])[]): void {
    const [since, depth] = [flow.exits.length, flow.context.frames.length];
    const outers: Names[] = [];
    const flows = branches.map(([frames, walk]) => {
      const inner = new Names(names, true);
      const side = branchOf(flow, frames);
      walk(inner, side);
      outers.push(inner);
      if (side.context.blocked && !flow.context.blocked) block(flow, side.context.blocked);
      return side;
    });
    for (const inner of outers) inner.forgetAssigned();
    flow.ended = branches.length > 1 && flows.every(({ ended }) => ended);
    if (!flow.ended) afterExits(flow, since, depth);
  }

  /** Walks through the body of a function, whose `return` ends only that body. */
  open(called: FunctionValue, args: readonly Value[], context: Context): void {
    const { node } = called;
    const names = bindParameters(node, called.names, args);
    const flow = startFlow(context);
    if (node.body.type === 'BlockStatement') this.walk(node.body.body, names, flow);
    else this.expression(node.body, node.body, names, flow);
  }

  /** Opens a function of the script where it is called, if every statement of it can be translated. */
  openCalled(node: AnyNode, called: FunctionValue, args: readonly Value[], names: Names, flow: Flow): void {
    if (this.#opened >= MAX_OPENED || !this.reader.spend())
      return this.reject(node, unknown('calls functions within functions'), names, flow);
    const mark = this.output.mark();
    const outer = this.#since;
    this.#opened += 1;
    this.#since = mark;
    this.open(called, args, flow.context);
    this.#since = outer;
    this.#opened -= 1;
    if (!this.output.hasReportsSince(mark)) return this.markUsed(called.node);
    const found = this.output.undo(mark);
    this.output.report(node, found?.form ?? formOf(node), found?.reason ?? 'has no counterpart');
    return undefined;
  }

  markUsed(node: FunctionNode): void {
    const found = this.#functions.get(node);
    if (found) found.used = true;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  WhileStatement: 'runs an unknown number of times',
  DoWhileStatement: 'runs an unknown number of times',
  ForInStatement: 'visits the names of an object',
  ClassDeclaration: 'declares a class',
  BreakStatement: 'leaves a loop',
  ContinueStatement: 'skips the rest of a loop',
};
