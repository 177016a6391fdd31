/** What the paths of assertions say about the shape of a body, before it has values. */
import type { PathStep } from '../request-file/parse-path.js';
import { MOST_MADE } from './made-up.js';
import type { PathWish } from './path-wish.js';
import type { Wish } from './wish.js';

/** A value to be made: fixed, or a list, or an object, or whatever its wishes allow. */
export class Shape {
  /** Place of the first assertion that speaks of it. */
  order = Number.POSITIVE_INFINITY;
  fixed: { readonly value: unknown } | undefined;
  readonly wishes: Wish[] = [];
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
    if (steps.some((step) => step.kind === 'index' && Math.abs(step.index) >= MOST_MADE)) return undefined;
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
export function shapeOf(wishes: readonly PathWish[]): Shape {
  const root = new Shape();
  for (const wish of wishes) if (isFixing(wish)) fix(root, wish);
  for (const wish of wishes) if (needsValue(wish)) place(root, wish, true);
  for (const wish of wishes) if (FINE_WITHOUT.has(wish.operator)) place(root, wish, false);
  return root;
}

/** They hold when there is no value. */
const FINE_WITHOUT: ReadonlySet<string> = new Set(['notExists', 'notEquals', 'notIn']);

/** Wildcards name no single value, so an equality cannot give them one. */
function isFixing(wish: PathWish): boolean {
  return wish.operator === 'equals' && wish.asLength === undefined && !isMany(wish);
}

function needsValue(wish: PathWish): boolean {
  if (FINE_WITHOUT.has(wish.operator)) return false;
  return wish.operator !== 'equals' || wish.asLength !== undefined || wish.perElement;
}

function isMany({ steps }: PathWish): boolean {
  return steps.some(({ kind }) => kind === 'all');
}

function fix(root: Shape, { steps, order, expected }: PathWish): void {
  const known = root.at(steps, order, false);
  if (known && !known.isFree) return;
  const shape = root.at(steps, order, true);
  if (shape) shape.fixed = { value: expected.value };
}

function place(root: Shape, wish: PathWish, make: boolean): void {
  const { steps, order, asLength, perElement } = wish;
  if (asLength) {
    const container = steps.slice(0, -1);
    // Of an object it is a member like any other.
    if (!root.at(container, order, false)?.isObject) {
      return void root.at(container, order, make)?.wishes.push(asLength);
    }
  }
  const last = perElement ? -1 : steps.findLastIndex(({ kind }) => kind === 'all');
  if (last < 0) return void root.at(steps, order, make)?.wishes.push(wish);
  const list = root.at(steps.slice(0, last), order, make);
  if (list) placeInList(list, wish, steps.slice(last + 1), make);
}

/** A path with `[*]` gives a list of matches: what is wished of that list concerns its elements, or their number. */
function placeInList(list: Shape, wish: PathWish, rest: readonly PathStep[], make: boolean): void {
  const { operator, order, expected } = wish;
  const element = list.at([{ kind: 'all' }, ...rest], order, make);
  if (operator === 'exists') element?.wishes.push(wish);
  else if (LENGTHS.test(operator)) list.wishes.push(wish);
  else if (operator === 'includes' || operator === 'contains') {
    const first = list.at([{ kind: 'index', index: 0, bracket: true }, ...rest], order, make);
    if (first?.isFree) first.fixed = { value: expected.value };
  }
}

const LENGTHS = /^(?:length|notLength|isEmpty|notIsEmpty)/;
