/** What the paths of assertions say about the shape of a body, before it has values. */
import type { PathStep } from '../../request-file/expressions/parse-path.js';
import { MAX_SAMPLE_SIZE } from '../sampling/made-up.js';
import type { PathConstraint } from './path-constraint.js';
import type { Constraint } from './constraint.js';

/** A value to be made: fixed, or a list, or an object, or whatever its constraints allow. */
export class Shape {
  /** Place of the first assertion that speaks of it. */
  order = Number.POSITIVE_INFINITY;
  fixed: { readonly value: unknown } | undefined;
  readonly constraints: Constraint[] = [];
  readonly members = new Map<string, Shape>();
  readonly items = new Map<number, Shape>();
  /** By distance from the end: 1 is the last one. */
  readonly fromEnd = new Map<number, Shape>();
  /** Of every element. */
  each: Shape | undefined;

  get isList(): boolean {
    return this.items.size > 0 || this.fromEnd.size > 0 || this.each !== undefined;
  }

  get isObject(): boolean {
    return this.members.size > 0;
  }

  get isFree(): boolean {
    return this.fixed === undefined && !this.isList && !this.isObject;
  }

  /** Where the steps lead; undefined when what stands on the way does not let them, or, unless made, is missing. */
  at(steps: readonly PathStep[], order: number, make: boolean): Shape | undefined {
    if (steps.some((step) => step.kind === 'index' && Math.abs(step.index) >= MAX_SAMPLE_SIZE))
      return undefined;
    const way: Shape[] = [this];
    for (const step of steps) {
      const shape = way.at(-1) ?? this;
      const next = shape.fixed ? undefined : shape.#step(step, make);
      if (!next) return undefined;
      way.push(next);
    }
    if (make) for (const shape of way) shape.order = Math.min(shape.order, order);
    return way.at(-1);
  }

  #step(step: PathStep, make: boolean): Shape | undefined {
    if (step.kind === 'all') {
      if (this.isObject) return undefined;
      return make ? (this.each ??= new Shape()) : this.each;
    }
    if (step.kind === 'key') return this.isList ? undefined : child(this.members, step.key, make);
    if (this.isObject) return step.bracket ? undefined : child(this.members, String(step.index), make);
    return step.index < 0 ? child(this.fromEnd, -step.index, make) : child(this.items, step.index, make);
  }
}

function child<K>(children: Map<K, Shape>, key: K, make: boolean): Shape | undefined {
  const known = children.get(key);
  if (known || !make) return known;
  const made = new Shape();
  children.set(key, made);
  return made;
}

/** Equalities first, of which the first of two that clash wins; then everything that needs a value; then the rest. */
export function shapeOf(constraints: readonly PathConstraint[]): Shape {
  const root = new Shape();
  for (const constraint of constraints) if (isFixing(constraint)) fix(root, constraint);
  for (const constraint of constraints) if (needsValue(constraint)) place(root, constraint, true);
  for (const constraint of constraints)
    if (FINE_WITHOUT.has(constraint.operator)) place(root, constraint, false);
  return root;
}

/** They hold when there is no value. */
const FINE_WITHOUT: ReadonlySet<string> = new Set(['notExists', 'notEquals', 'notIn']);

/** Wildcards name no single value, so an equality cannot give them one. */
function isFixing(constraint: PathConstraint): boolean {
  return constraint.operator === 'equals' && constraint.asLength === undefined && !isMany(constraint);
}

function needsValue(constraint: PathConstraint): boolean {
  if (FINE_WITHOUT.has(constraint.operator)) return false;
  return constraint.operator !== 'equals' || constraint.asLength !== undefined || constraint.perElement;
}

function isMany({ steps }: PathConstraint): boolean {
  return steps.some(({ kind }) => kind === 'all');
}

function fix(root: Shape, { steps, order, expected }: PathConstraint): void {
  const known = root.at(steps, order, false);
  if (known && !known.isFree) return;
  const shape = root.at(steps, order, true);
  if (shape) shape.fixed = { value: expected.value };
}

function place(root: Shape, constraint: PathConstraint, make: boolean): void {
  const { steps, order, asLength, perElement } = constraint;
  if (asLength) {
    const container = steps.slice(0, -1);
    // Of an object it is a member like any other.
    if (!root.at(container, order, false)?.isObject) {
      return void root.at(container, order, make)?.constraints.push(asLength);
    }
  }
  const last = perElement ? -1 : steps.findLastIndex(({ kind }) => kind === 'all');
  if (last < 0) return void root.at(steps, order, make)?.constraints.push(constraint);
  const list = root.at(steps.slice(0, last), order, make);
  if (list) placeInList(list, constraint, steps.slice(last + 1), make);
}

/** A path with `[*]` gives a list of matches: a constraint on that list concerns its elements, or their number. */
function placeInList(
  list: Shape,
  constraint: PathConstraint,
  rest: readonly PathStep[],
  make: boolean,
): void {
  const { operator, order, expected } = constraint;
  const element = list.at([{ kind: 'all' }, ...rest], order, make);
  if (operator === 'exists') element?.constraints.push(constraint);
  else if (LENGTHS.test(operator)) list.constraints.push(constraint);
  else if (operator === 'includes' || operator === 'contains') {
    const first = list.at([{ kind: 'index', index: 0, bracket: true }, ...rest], order, make);
    if (first?.isFree) first.fixed = { value: expected.value };
  }
}

const LENGTHS = /^(?:length|notLength|isEmpty|notIsEmpty)/;
