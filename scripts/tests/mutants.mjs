// Small changes of the product that a test should notice: operators, bounds, conditions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from '../files.mjs';

/**
 * @typedef {{ id: number, file: string, line: number, start: number, end: number, before: string, after: string }} Mutant
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} SyntaxNode
 * @typedef {{ start: number, end: number, after: string }} Change
 */

/** @type {Readonly<Record<string, string>>} */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/** Types do nothing while the program runs. */
const IS_TYPE = /^TS(?!AsExpression|NonNull|Satisfies)/;

/**
 * The same seed chooses the same files and places of the same sources.
 * @param {{ files: readonly string[], seed: number, count: number, each: number }} wanted count: of files
 * @returns {Mutant[]}
 */
export function chooseMutants({ files, seed, count, each }) {
  const random = numbers(seed);
  /** @type {Mutant[]} */
  const mutants = [];
  for (const file of shuffled(files, random)) {
    if (mutants.length === count * each) break;
    const text = readFileSync(join(root, file), 'utf8');
    const changes = shuffled(changesOf(file, text), random).slice(0, each);
    if (changes.length < each) continue;
    for (const { start, end, after } of changes) {
      const line = text.slice(0, start).split('\n').length;
      const before = text.slice(start, end);
      mutants.push({ id: mutants.length + 1, file, line, start, end, before, after });
    }
  }
  return mutants;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Change[]}
 */
function changesOf(file, text) {
  /** @type {Change[]} */
  const changes = [];
  const source = (/** @type {SyntaxNode} */ { start, end }) => text.slice(start, end);
  const change = (/** @type {SyntaxNode} */ { start, end }, /** @type {string} */ after) =>
    changes.push({ start, end, after: `(${after})` });
  const visit = (/** @type {unknown} */ value, /** @type {string} */ place) => {
    if (Array.isArray(value)) for (const each of value) visit(each, place);
    if (!isNode(value) || IS_TYPE.test(value.type) || value.type === 'ImportDeclaration') return;
    const { left, right, operator, test } = value;
    if (isNode(left) && isNode(right) && /^(?:Binary|Logical)Expression$/.test(value.type)) {
      const other = OPERATORS[String(operator)];
      // Texts can be added, but not subtracted.
      const isText = [left, right].some((side) => /^['"`]/.test(source(side)));
      if (other && !isText) change(value, `(${source(left)}) ${other} (${source(right)})`);
    }
    if (isNode(test) && /^(?:If|While|Conditional)/.test(value.type)) change(test, `!(${source(test)})`);
    if (value.type === 'Literal' && typeof value['value'] === 'number' && place !== 'key') {
      change(value, `${source(value)} + 1`);
    }
    for (const [key, child] of Object.entries(value)) visit(child, key);
  };
  visit(parseSync(file, text).program, '');
  return changes;
}

/**
 * @param {string} text
 * @param {Pick<Mutant, 'start' | 'end' | 'after'>} mutant
 */
export function withMutant(text, { start, end, after }) {
  return text.slice(0, start) + after + text.slice(end);
}

/**
 * The source with a note at each of the places when they are reached, in whatever process or thread.
 * @param {string} text
 * @param {readonly Mutant[]} mutants of this file
 * @param {string} path of the file of notes: a number and a time in each line
 */
export function withNotes(text, mutants, path) {
  const inserted = mutants.flatMap(({ id, start, end }) => {
    const list = '(globalThis.svcReached ??= {})';
    const write = `globalThis.process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(path)}, '${id} ' + Date.now() + '\\n')`;
    const isDue = `!(${list}[${id}] > Date.now() - 200)`;
    const note = `(globalThis.process !== undefined && ${isDue} && (${list}[${id}] = Date.now(), ${write}))`;
    return [
      { at: start, words: `(${note}, (` },
      { at: end, words: '))' },
    ];
  });
  let changed = text;
  for (const { at, words } of inserted.toSorted((a, b) => b.at - a.at)) {
    changed = changed.slice(0, at) + words + changed.slice(at);
  }
  return changed;
}

/** @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    // The constants of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T[]}
 */
function shuffled(list, random) {
  return list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
function isNode(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (/** @type {SyntaxNode} */ (value).type) === 'string'
  );
}
