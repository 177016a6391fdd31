/** What the names of a script stand for at the statement that is being read. */
import { unknown, type NameTable, type Value } from './script-values.js';

/** A block or function with its own names; what is not found here belongs to what surrounds it. */
export class Names implements NameTable {
  readonly #outer: Names | undefined;
  readonly #values = new Map<string, Value>();
  /** Whether names of outer blocks that are assigned here keep that value only here. */
  readonly #isBranch: boolean;
  readonly #assigned = new Set<string>();
  /** Names that never have a certain value, wherever they are declared. */
  readonly #uncertain: ReadonlySet<string>;

  constructor(outer?: Names, isBranch = false, uncertain: ReadonlySet<string> = new Set()) {
    this.#outer = outer;
    this.#isBranch = isBranch;
    this.#uncertain = outer ? outer.#uncertain : uncertain;
  }

  /** Undefined if nothing here has that name. */
  find(name: string): Value | undefined {
    return this.#values.get(name) ?? this.#outer?.find(name);
  }

  /** What a variable holds since the script began; undefined if nothing has changed it. */
  findVariable(name: string): Value | undefined {
    return this.find(variableEntry(name)) ?? this.find(ANY_VARIABLE);
  }

  /** Lets a variable, or every one, have a value that nobody knows. */
  loseVariable(name: string | undefined): void {
    if (name !== undefined) return this.assign(variableEntry(name), LOST_VARIABLE);
    for (const entry of this.#variables()) this.assign(entry, LOST_VARIABLE);
    return this.assign(ANY_VARIABLE, LOST_VARIABLE);
  }

  /** The variables whose values nobody knows at the end; undefined stands for all that are not named. */
  lostVariables(): (string | undefined)[] {
    const lost = [...this.#variables()].filter((entry) => this.find(entry) === LOST_VARIABLE);
    const names = lost.map((entry) => entry.slice(ANY_VARIABLE.length + 1));
    return this.find(ANY_VARIABLE) === LOST_VARIABLE ? [...names, undefined] : names;
  }

  #variables(): Set<string> {
    const own = [...this.#values.keys()].filter((name) => name.startsWith(`${ANY_VARIABLE} `));
    return this.#outer ? new Set([...own, ...this.#outer.#variables()]) : new Set(own);
  }

  declare(name: string, value: Value): void {
    this.#values.set(name, this.#uncertain.has(name) ? UNCERTAIN : value);
  }

  /** Gives a name of this or an outer block another value; of a name that nobody declares, for the whole script. */
  assign(name: string, value: Value): void {
    if (this.#outer && !this.#values.has(name) && !this.#isBranch) return this.#outer.assign(name, value);
    if (this.#outer && !this.#values.has(name)) this.#assigned.add(name);
    this.#values.set(name, this.#uncertain.has(name) ? UNCERTAIN : value);
    return undefined;
  }

  /** Lets every name that stands for a value, here and in outer blocks, stand for another one. */
  replace(value: Value, by: Value): void {
    for (const [name, found] of this.#values) if (found === value) this.#values.set(name, by);
    this.#outer?.replace(value, by);
  }

  /** The outer names that were assigned on this path only, whose value is uncertain after it. */
  forgetAssigned(): void {
    for (const name of this.#assigned) this.#outer?.assign(name, UNCERTAIN);
  }
}

export const UNCERTAIN = unknown('uses a variable whose value depends on what ran before');

/** The entry under which a variable that the script has stored is found again. */
export function variableEntry(name: string): string {
  return `variable ${name}`;
}

/** The entry for all variables whose names are not known. */
const ANY_VARIABLE = 'variable';

const LOST_VARIABLE = unknown('reads a variable whose value depends on what is not translated');
