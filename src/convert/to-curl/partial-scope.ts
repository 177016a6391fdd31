import { CaptureStore } from '../../evaluation/variables/captures.js';
import { createScope, type Scope, type ScopeSources } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { ServiceError } from '../../errors.js';
import type { FileVariable } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate, type TemplatePart } from '../../request-file/text/template.js';

/** A piece of text; one that is kept is a placeholder without a value, as it was written. */
export interface TextPart {
  readonly text: string;
  readonly kept: boolean;
}

export interface PartialSources extends Omit<
  ScopeSources,
  'captures' | 'memo' | 'onSecret' | 'processReadable'
> {
  /** Environment, dotenv file and process environment are asked too (`--env`). */
  readonly full: boolean;
  readonly secretNames: ReadonlySet<string>;
}

/** They read the environment, which is asked only when it is wanted. */
const ENVIRONMENT_FUNCTIONS: ReadonlySet<string> = new Set(['env', 'dotenv', 'processEnv']);
const LONGEST_TEXT = 64 * 1024 * 1024;
const DEEPEST = 32;

/** Gives values to placeholders as far as there are any; the others stay as they are written (cli.md 11). */
export class PartialScope {
  /** Placeholders that stayed, by what stands in their braces. */
  readonly kept = new Set<string>();
  /** Values of secret variables that were used. */
  readonly secrets = new Set<string>();
  readonly #sources: PartialSources;
  readonly #variables: ReadonlyMap<string, FileVariable>;
  readonly #scope: Scope;
  readonly #memo = new Map<string, string>();
  readonly #expanded = new Map<string, readonly TextPart[]>();

  constructor(sources: PartialSources) {
    this.#sources = sources;
    this.#variables = new Map(sources.variables.map((variable) => [variable.name, variable]));
    this.#scope = createScope({
      ...sources,
      captures: new CaptureStore(),
      processReadable: sources.full,
      memo: this.#memo,
      onSecret: (_name, value) => void this.secrets.add(value),
    });
  }

  text(template: string): string {
    return joined(this.pieces(template));
  }

  pieces(template: string): readonly TextPart[] {
    const pieces = this.#expand(template, []);
    for (const { text, kept } of pieces) if (kept) this.kept.add(text);
    return pieces;
  }

  #expand(template: string, chain: readonly string[]): readonly TextPart[] {
    if (!template.includes('{{')) return [{ text: template, kept: false }];
    const pieces: TextPart[] = [];
    let length = 0;
    for (const piece of cutTemplate(template)) {
      const found =
        piece.kind === 'text' ? [{ text: piece.text, kept: false }] : this.#placeholder(piece, chain);
      for (const each of found) length += each.text.length;
      if (length > LONGEST_TEXT)
        throw new ServiceError('request-file', 'a template expands to more than 64 MiB');
      pieces.push(...found);
    }
    return pieces;
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
          this.#expand(argument, chain).every((piece) => !piece.kept),
        );
        return isComplete ? this.#fromScope(source) : kept(source);
      }
    }
  }

  #variable(name: string, source: string, chain: readonly string[]): readonly TextPart[] {
    const { operator, full } = this.#sources;
    const variable = Object.hasOwn(operator, name) ? undefined : this.#variables.get(name);
    if (variable !== undefined) return this.#fileVariable(variable, source, chain);
    return full || Object.hasOwn(operator, name) ? this.#fromScope(source) : kept(source);
  }

  /** Expanded here, so that what has no value inside it stays and the rest does not. */
  #fileVariable(
    { name, value, secret }: FileVariable,
    source: string,
    chain: readonly string[],
  ): readonly TextPart[] {
    const known = this.#expanded.get(name);
    if (known !== undefined) return known;
    if (chain.includes(name) || chain.length >= DEEPEST) return kept(source);
    const pieces = merged(this.#expand(value, [...chain, name]));
    const isComplete = pieces.every((piece) => !piece.kept);
    if (isComplete) this.#memo.set(name, joined(pieces));
    if (isComplete && (secret || this.#sources.secretNames.has(name))) this.secrets.add(joined(pieces));
    this.#expanded.set(name, pieces);
    return pieces;
  }

  #fromScope(source: string): readonly TextPart[] {
    try {
      return [{ text: this.#scope.text(source), kept: false }];
    } catch (error) {
      if (error instanceof VariableFailure) return kept(source);
      throw error;
    }
  }
}

export function joined(pieces: readonly TextPart[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The same text, with what is no placeholder changed. */
export function mapped(pieces: readonly TextPart[], change: (text: string) => string): string {
  return pieces.map(({ text, kept: isKept }) => (isKept ? text : change(text))).join('');
}

function kept(source: string): readonly TextPart[] {
  return [{ text: source, kept: true }];
}

function merged(pieces: readonly TextPart[]): readonly TextPart[] {
  return pieces.some((piece) => piece.kept) ? pieces : [{ text: joined(pieces), kept: false }];
}
