/** Derives the shape of a body from the paths of assertions, before it has values. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { PathStep } from '../../request-file/expressions/parse-path.js';
import { MAX_SAMPLE_SIZE } from '../sampling/made-up.js';
import type { PathConstraint } from './path-constraint.js';
import { HOLDS_WITHOUT_VALUE, type Constraint } from './constraint.js';

/** A value to be created: fixed, a list, an object, or anything that its constraints allow. */
export class BodyShape {
  /** The index of the first assertion on it. */
  order = Number.POSITIVE_INFINITY;
  fixed: { readonly value: unknown } | undefined;
  readonly constraints: Constraint[] = [];
  readonly members = new Map<string, BodyShape>();
  readonly items = new Map<number, BodyShape>();
  /** By distance from the end; 1 is the last element. */
  readonly fromEnd = new Map<number, BodyShape>();
  /** Applies to every element. */
  each: BodyShape | undefined;

  get isList(): boolean {
    return this.items.size > 0 || this.fromEnd.size > 0 || this.each !== undefined;
  }

  get isObject(): boolean {
    return this.members.size > 0;
  }

  get isFree(): boolean {
    return this.fixed === undefined && !this.isList && !this.isObject;
  }

  /** The shape at the end of the steps; undefined when an existing shape conflicts, or when it is missing and not created. */
  at(steps: readonly PathStep[], order: number, create: boolean): BodyShape | undefined {
    if (steps.some((step) => step.kind === 'index' && Math.abs(step.index) >= MAX_SAMPLE_SIZE))
      return undefined;
    const path: BodyShape[] = [this];
    for (const step of steps) {
      const shape = path.at(-1) ?? this;
      const next = shape.fixed ? undefined : shape.#step(step, create);
      if (!next) return undefined;
      path.push(next);
    }
    if (create) for (const shape of path) shape.order = Math.min(shape.order, order);
    return path.at(-1);
  }

  #step(step: PathStep, create: boolean): BodyShape | undefined {
    if (step.kind === 'all') {
      if (this.isObject) return undefined;
      return create ? (this.each ??= new BodyShape()) : this.each;
    }
    if (step.kind === 'key') return this.isList ? undefined : child(this.members, step.key, create);
    if (this.isObject) return step.bracket ? undefined : child(this.members, String(step.index), create);
    return step.index < 0 ? child(this.fromEnd, -step.index, create) : child(this.items, step.index, create);
  }
}

function child<K>(children: Map<K, BodyShape>, key: K, create: boolean): BodyShape | undefined {
  return create ? getOrAdd(children, key, () => new BodyShape()) : children.get(key);
}

/** Equalities first (the first of two conflicting ones wins), then assertions that need a value, then the rest. */
export function deriveShape(constraints: readonly PathConstraint[]): BodyShape {
  const root = new BodyShape();
  for (const constraint of constraints) if (isFixing(constraint)) fix(root, constraint);
  for (const constraint of constraints) if (needsValue(constraint)) place(root, constraint, true);
  for (const constraint of constraints)
    if (HOLDS_WITHOUT_VALUE.has(constraint.operator)) place(root, constraint, false);
  return root;
}

/** A path with wildcards has no single value that an equality could fix. */
function isFixing(constraint: PathConstraint): boolean {
  return constraint.operator === 'equals' && constraint.asLength === undefined && !isMany(constraint);
}

function needsValue(constraint: PathConstraint): boolean {
  if (HOLDS_WITHOUT_VALUE.has(constraint.operator)) return false;
  return constraint.operator !== 'equals' || constraint.asLength !== undefined || constraint.perElement;
}

function isMany({ steps }: PathConstraint): boolean {
  return steps.some(({ kind }) => kind === 'all');
}

function fix(root: BodyShape, { steps, order, expected }: PathConstraint): void {
  const existing = root.at(steps, order, false);
  if (existing && !existing.isFree) return;
  const shape = root.at(steps, order, true);
  if (shape) shape.fixed = { value: expected.value };
}

function place(root: BodyShape, constraint: PathConstraint, create: boolean): void {
  const { steps, order, asLength, perElement } = constraint;
  if (asLength) {
    const container = steps.slice(0, -1);
    // In an object, `length` is an ordinary member.
    if (!root.at(container, order, false)?.isObject) {
      return void root.at(container, order, create)?.constraints.push(asLength);
    }
  }
  const last = perElement ? -1 : steps.findLastIndex(({ kind }) => kind === 'all');
  if (last < 0) return void root.at(steps, order, create)?.constraints.push(constraint);
  const list = root.at(steps.slice(0, last), order, create);
  if (list) placeInList(list, constraint, steps.slice(last + 1), create);
}

/** A path with `[*]` gives a list of matches: a constraint on it concerns its elements or their number. */
function placeInList(
  list: BodyShape,
  constraint: PathConstraint,
  rest: readonly PathStep[],
  create: boolean,
): void {
  const { operator, order, expected } = constraint;
  const element = list.at([{ kind: 'all' }, ...rest], order, create);
  if (operator === 'exists') element?.constraints.push(constraint);
  else if (LENGTH_OPERATORS.test(operator)) list.constraints.push(constraint);
  else if (operator === 'includes' || operator === 'contains') {
    const first = list.at([{ kind: 'index', index: 0, bracket: true }, ...rest], order, create);
    if (first?.isFree) first.fixed = { value: expected.value };
  }
}

const LENGTH_OPERATORS = /^(?:length|notLength|isEmpty|notIsEmpty)/;
