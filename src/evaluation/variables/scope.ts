/** Resolves templates (docs/language.md#variables-and-placeholders). */
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { classifyPlaceholder, type Placeholder } from '../../request-file/text/template.js';
import { isSettledFunction } from '../../request-file/text/function-names.js';
import type { Literal } from '../../request-file/expressions/parse-value.js';
import { compileTemplate } from './compiled-template.js';
import {
  findVariable,
  knownDollarNames,
  knownNames,
  MAX_PREFIX_LENGTH,
  type FileVariables,
  type FoundVariable,
} from './find-variable.js';
import { callFunction } from '../functions/all-functions.js';
import { readArgument } from '../functions/arguments.js';
import { BadArgument, NoValue, type FunctionTools } from '../functions/call.js';
import { ABSENT } from '../values/absent.js';
import { textOf } from '../values/json.js';
import { literalOfText, literalValue } from '../values/literal-value.js';
import { privateTexts } from './client-values.js';
import { dotenvValue, ownText, processValue, type ScopeChanges, type ScopeSources } from './scope-sources.js';
import {
  VariableFailure,
  nestedTooDeeply,
  unknownFunction,
  unresolvedName,
  variableCycle,
} from './variable-failure.js';

export type { ScopeChanges, ScopeSources } from './scope-sources.js';

export interface ValueAndText {
  readonly value: unknown;
  readonly text: string;
}

const MAX_DEPTH = 32;
/** Variables that contain each other twice would expand without end. */
const MAX_EXPANSIONS = 100_000;
const MAX_TEXT_LENGTH = 64 * 1024 * 1024;

/** The state of one call: the variables that are being resolved, and what was found so far. */
interface Expansion {
  readonly lenient: boolean;
  /** Whether functions whose value differs from call to call count as names without a value. */
  readonly settledOnly: boolean;
  readonly chain: string[];
  expansions: number;
  functions: number;
  unresolved: number;
}

/** All methods throw VariableFailure. */
export class Scope {
  readonly #sources: ScopeSources;
  readonly #variables: FileVariables;
  readonly #tools: FunctionTools;

  constructor(sources: ScopeSources, variables?: FileVariables) {
    this.#sources = sources;
    // The last of two definitions wins.
    this.#variables = variables ?? new Map(sources.variables.map((variable) => [variable.name, variable]));
    const { clock, random, processReadable } = sources;
    this.#tools = {
      clock,
      random,
      processReadable,
      dotenv: (name) => ownText(sources.dotenv, name),
      dotenvNear: (name) => dotenvValue(sources, name),
      token: (id) => sources.token?.(id),
      process: (name) => processValue(sources, name),
    };
  }

  /** The template with every placeholder replaced. */
  text(template: string): string {
    return template.includes('{{') ? this.#expand(template, expansion(false)) : template;
  }

  /** For `@if` and `@unless`, where a name without a value counts as empty text. */
  conditionText(template: string): string {
    return template.includes('{{') ? this.#expand(template, expansion(true)) : template;
  }

  /** The text if it is known before anything runs: undefined with a name that has no value yet, or with a random value. */
  settledText(template: string): string | undefined {
    if (!template.includes('{{')) return template;
    const state = expansion(true, true);
    try {
      const text = this.#expand(template, state);
      return state.unresolved === 0 ? text : undefined;
    } catch (error) {
      if (error instanceof VariableFailure) return undefined;
      throw error;
    }
  }

  /** The typed value of an expected value (docs/language.md#values). */
  value(literal: Literal): unknown {
    return literalValue(literal, {
      value: (template) => this.#templateValue(template).value,
      text: (template) => this.text(template),
    });
  }

  /** The same, with the text it was read from. */
  valueAndText(literal: Literal): ValueAndText {
    if (literal.kind === 'template') return this.#templateValue(literal.text);
    const value = this.value(literal);
    return { value, text: literal.kind === 'number' ? literal.raw : textOf(value) };
  }

  /** The value of a name as a placeholder would give it, with the type of its source; ABSENT when there is none. */
  variable(name: string): unknown {
    const state = expansion(true);
    const { value } = this.#resolve(classifyPlaceholder(name), state);
    return state.unresolved === 0 ? value : ABSENT;
  }

  with(changes: ScopeChanges): Scope {
    return new Scope({ ...this.#sources, ...changes }, this.#variables);
  }

  /** An unquoted template: a single placeholder of a typed source keeps its value, any other text is a literal. */
  #templateValue(template: string): ValueAndText {
    const state = expansion(false);
    const [only, ...rest] = compileTemplate(template);
    if (only !== undefined && typeof only !== 'string' && rest.length === 0) {
      const { value, typed } = this.#resolve(only, state);
      const text = textOf(value);
      return { value: typed ? value : this.#readText(text, only), text };
    }
    const text = this.#expand(template, state);
    return { value: literalOfText(text), text };
  }

  /** The elements of a secret list are secrets too. */
  #readText(text: string, placeholder: Placeholder): unknown {
    const value = literalOfText(text);
    const { onSecret } = this.#sources;
    if (
      onSecret &&
      Array.isArray(value) &&
      placeholder.kind === 'variable' &&
      this.#isSecret(placeholder.name)
    )
      for (const secret of textsIn(value)) onSecret(placeholder.name, secret);
    return value;
  }

  #expand(template: string, state: Expansion): string {
    let text = '';
    for (const part of compileTemplate(template)) {
      text += typeof part === 'string' ? part : textOf(this.#resolve(part, state).value);
      if (text.length > MAX_TEXT_LENGTH) throw new VariableFailure('a template expands to more than 64 MiB');
    }
    return text;
  }

  #resolve(placeholder: Placeholder, state: Expansion): FoundVariable {
    switch (placeholder.kind) {
      case 'function':
        return { value: this.#call(placeholder, state), typed: false };
      case 'environment': {
        const { name } = placeholder;
        const { loop } = this.#sources;
        if (loop?.index !== undefined && name === 'index') return { value: loop.index, typed: true };
        const value = ownText(this.#sources.dotenv, name) ?? processValue(this.#sources, name);
        return { value: value ?? this.#missing(`$${name}`, state), typed: false };
      }
      case 'variable':
        return this.#variable(placeholder.name, state);
    }
  }

  #variable(name: string, state: Expansion): FoundVariable {
    const found = findVariable(name, this.#sources, this.#variables);
    if (!found) return { value: this.#missing(name, state), typed: false };
    const { unresolved } = state;
    const value =
      found.expands === undefined ? found.value : this.#expandDeep(name, found.value, found.expands, state);
    const { onSecret } = this.#sources;
    if (onSecret && state.unresolved === unresolved) {
      if (this.#isSecret(name)) for (const secret of textsIn(value)) onSecret(name, secret);
      else if (found.expands === 'environment' && this.#isPrivate(name))
        for (const secret of privateTexts(value)) onSecret(name, secret);
    }
    return { value, typed: found.typed };
  }

  /** The value at a path inside of a secret value is secret too. */
  #isSecret(name: string): boolean {
    if (this.#variables.get(name)?.secret) return true;
    const names = this.#sources.secretNames;
    if (names === undefined || names.size === 0) return false;
    if (names.has(name)) return true;
    const start = name.slice(0, MAX_PREFIX_LENGTH + 1);
    for (const { index } of start.matchAll(/[.[]/g)) if (names.has(name.slice(0, index))) return true;
    return false;
  }

  /** Whether a private environment file of another client gives the variable. */
  #isPrivate(name: string): boolean {
    const names = this.#sources.client?.secretNames;
    return names !== undefined && names.some((each) => isWithin(name, each));
  }

  /** Strings inside lists and objects of the environment are templates too. */
  #expandDeep(name: string, value: unknown, source: 'file' | 'environment', state: Expansion): unknown {
    if (typeof value === 'string') return this.#expandVariable(name, value, source, state);
    if (typeof value !== 'object' || value === null) return value;
    const inner = (key: string | number, member: unknown): unknown =>
      this.#expandDeep(`${name}.${key}`, member, source, state);
    if (Array.isArray(value)) return value.map((member, index) => inner(index, member));
    const entries = entriesOf(value as Readonly<Record<string, unknown>>);
    return objectFrom(entries.map(([key, member]) => [key, inner(key, member)] as const));
  }

  #expandVariable(name: string, template: string, source: 'file' | 'environment', state: Expansion): string {
    if (!template.includes('{{')) return template;
    const { memo } = this.#sources;
    const key = source === 'file' ? name : `environment ${name}`;
    const fixed = memo.get(key);
    if (fixed !== undefined) {
      state.functions++;
      return fixed;
    }
    const { chain, functions, unresolved: missing } = state;
    if (chain.includes(name)) throw variableCycle(chain, name);
    chain.push(name);
    if (chain.length > MAX_DEPTH) throw nestedTooDeeply(chain, MAX_DEPTH);
    if (++state.expansions > MAX_EXPANSIONS)
      throw new VariableFailure(`variable "${name}" expands without end`);
    const text = this.#expand(template, state);
    chain.pop();
    if (state.functions > functions && state.unresolved === missing) memo.set(key, text);
    return text;
  }

  #call(
    { name, args, isKnown: isKnownFunction }: Extract<Placeholder, { kind: 'function' }>,
    state: Expansion,
  ): string {
    if (!isKnownFunction) throw unknownFunction(name);
    if (state.settledOnly && !isSettledFunction(name)) return this.#missing(name, state);
    if (name === 'shared') return this.#shared(readArgument(args[0] ?? ''), state);
    state.functions++;
    const values = args.map((argument) => {
      const written = readArgument(argument);
      return written.includes('{{') ? this.#expand(written, state) : written;
    });
    try {
      return callFunction(name, values, this.#tools);
    } catch (cause) {
      if (cause instanceof NoValue) return this.#missing(cause.variable, state);
      if (cause instanceof BadArgument) throw new VariableFailure(`function "${name}": ${cause.message}`);
      throw cause;
    }
  }

  /** `{{$shared name}}`, whose value may contain placeholders. */
  #shared(name: string, state: Expansion): string {
    const shared = this.#sources.client?.shared ?? {};
    if (!Object.hasOwn(shared, name)) return this.#missing(name, state);
    return textOf(this.#expandDeep(`$shared ${name}`, shared[name], 'environment', state));
  }

  #missing(name: string, state: Expansion): string {
    if (state.lenient) {
      state.unresolved++;
      return '';
    }
    const { environmentProblem, capturedBy, client, isPrompted } = this.#sources;
    throw unresolvedName(name, {
      environmentProblem,
      names: name.startsWith('$')
        ? knownDollarNames(name, this.#sources)
        : knownNames(this.#sources, this.#variables),
      capturedBy: capturedBy?.(name),
      store: client && ownText(client.stores, name),
      isPrompted: isPrompted?.(name) ?? false,
    });
  }
}

function expansion(lenient: boolean, settledOnly = false): Expansion {
  return { lenient, settledOnly, chain: [], expansions: 0, functions: 0, unresolved: 0 };
}

function isWithin(name: string, whole: string): boolean {
  return name.startsWith(whole) && (name.length === whole.length || /[.[]/.test(name[whole.length] ?? ''));
}

/** The texts as which a secret value may appear. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) yield textOf(value);
  else for (const member of Object.values(value)) yield* textsIn(member);
}
