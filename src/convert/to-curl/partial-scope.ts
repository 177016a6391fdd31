import { CaptureStore } from '../../evaluation/variables/captures.js';
import { Scope, type ScopeSources } from '../../evaluation/variables/scope.js';
import { SecretFailure, VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { ServiceError } from '../../errors.js';
import type { FileVariable } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate, type TemplatePart } from '../../request-file/text/template.js';

/** A part of a text; one that is kept is a placeholder without a value, as written. */
export interface TextPart {
  readonly text: string;
  readonly kept: boolean;
}

export interface PartialSources extends Omit<
  ScopeSources,
  'captures' | 'memo' | 'onSecret' | 'processReadable'
> {
  /** Also use environment, dotenv file and process environment (`--env`). */
  readonly full: boolean;
  readonly secretNames: ReadonlySet<string>;
}

/** These functions read the environment, which is only used on request. */
const ENVIRONMENT_FUNCTIONS: ReadonlySet<string> = new Set(['env', 'dotenv', 'processEnv']);
const MAX_TEXT_LENGTH = 64 * 1024 * 1024;
const MAX_VARIABLE_DEPTH = 32;

/** Resolves placeholders where they have a value; the others are kept as written. */
export class PartialScope {
  /** The placeholders that were kept. */
  readonly kept = new Set<string>();
  /** The values of secret variables that were used. */
  readonly secrets = new Set<string>();
  /** Why secrets that programs print have no value. */
  readonly failures = new Set<string>();
  readonly #sources: PartialSources;
  readonly #variables: ReadonlyMap<string, FileVariable>;
  readonly #scope: Scope;
  readonly #commandNames: ReadonlySet<string>;
  readonly #memo = new Map<string, string>();
  readonly #expanded = new Map<string, readonly TextPart[]>();

  constructor(sources: PartialSources) {
    this.#sources = sources;
    this.#variables = new Map(sources.variables.map((variable) => [variable.name, variable]));
    this.#commandNames = new Set(sources.commandSecrets?.names);
    this.#scope = new Scope({
      ...sources,
      captures: new CaptureStore(),
      processReadable: sources.full,
      memo: this.#memo,
      onSecret: (_name, value) => void this.secrets.add(value),
    });
  }

  text(template: string): string {
    return joined(this.parts(template));
  }

  parts(template: string): readonly TextPart[] {
    const parts = this.#expand(template, []);
    for (const { text, kept } of parts) if (kept) this.kept.add(text);
    return parts;
  }

  #expand(template: string, chain: readonly string[]): readonly TextPart[] {
    if (!template.includes('{{')) return [{ text: template, kept: false }];
    const parts: TextPart[] = [];
    let length = 0;
    for (const part of cutTemplate(template)) {
      const found =
        part.kind === 'text' ? [{ text: part.text, kept: false }] : this.#placeholder(part, chain);
      for (const each of found) length += each.text.length;
      if (length > MAX_TEXT_LENGTH)
        throw new ServiceError('request-file', 'a template expands to more than 64 MiB');
      parts.push(...found);
    }
    return parts;
  }

  #placeholder(
    { inner, source }: Extract<TemplatePart, { kind: 'placeholder' }>,
    chain: readonly string[],
  ): readonly TextPart[] {
    const found = classifyPlaceholder(inner);
    switch (found.kind) {
      case 'variable':
        return this.#variable(found.name, source, chain);
      case 'environment':
        return this.#sources.full ? this.#fromScope(source) : kept(source);
      case 'function': {
        if (!this.#sources.full && ENVIRONMENT_FUNCTIONS.has(found.name)) return kept(source);
        const isComplete = found.args.every((argument) =>
          this.#expand(argument, chain).every((part) => !part.kept),
        );
        return isComplete ? this.#fromScope(source) : kept(source);
      }
    }
  }

  #variable(name: string, source: string, chain: readonly string[]): readonly TextPart[] {
    const { operator, full } = this.#sources;
    const variable = Object.hasOwn(operator, name) ? undefined : this.#variables.get(name);
    if (variable !== undefined) return this.#fileVariable(variable, source, chain);
    const isNamed = full || Object.hasOwn(operator, name) || this.#commandNames.has(name);
    return isNamed ? this.#fromScope(source) : kept(source);
  }

  /** Expanded here, so that only the parts without a value are kept as placeholders. */
  #fileVariable(
    { name, value, secret }: FileVariable,
    source: string,
    chain: readonly string[],
  ): readonly TextPart[] {
    const expanded = this.#expanded.get(name);
    if (expanded !== undefined) return expanded;
    if (chain.includes(name) || chain.length >= MAX_VARIABLE_DEPTH) return kept(source);
    const parts = merged(this.#expand(value, [...chain, name]));
    const isComplete = parts.every((part) => !part.kept);
    if (isComplete) this.#memo.set(name, joined(parts));
    if (isComplete && (secret || this.#sources.secretNames.has(name))) this.secrets.add(joined(parts));
    this.#expanded.set(name, parts);
    return parts;
  }

  #fromScope(source: string): readonly TextPart[] {
    try {
      return [{ text: this.#scope.text(source), kept: false }];
    } catch (error) {
      if (error instanceof SecretFailure) this.failures.add(error.message);
      if (error instanceof VariableFailure) return kept(source);
      throw error;
    }
  }
}

export function joined(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Applies `change` to everything except placeholders. */
export function mapped(parts: readonly TextPart[], change: (text: string) => string): string {
  return parts.map(({ text, kept: isKept }) => (isKept ? text : change(text))).join('');
}

function kept(source: string): readonly TextPart[] {
  return [{ text: source, kept: true }];
}

function merged(parts: readonly TextPart[]): readonly TextPart[] {
  return parts.some((part) => part.kept) ? parts : [{ text: joined(parts), kept: false }];
}
