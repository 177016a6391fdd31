/** The scripts, assertions and captures of a request and of everything around it, outermost first. */
import type { ScriptSource, Translation } from '../../request-file/scripts/translation.js';
import type { SchemaFiles } from '../schema-files.js';
import type { SharedLosses } from '../shared-losses.js';
import { addParts, lossesOf, noParts, type ScriptParts, type Translator } from '../translated-scripts.js';
import { lossAt, type BrunoPlace, type BrunoShared } from './bruno-item.js';

export interface ScriptTools {
  readonly translator: Translator;
  /** Whether one source becomes several files. */
  readonly global: boolean;
  /** Scripts of folders count for every request inside, but their losses are reported once. */
  readonly losses: SharedLosses;
  readonly schemas: SchemaFiles;
}

/** What the levels around a request and its own give, and how many of the sets come from the outermost. */
export interface ReadChecks {
  readonly parts: ScriptParts;
  readonly outerSets: number;
}

export function readChecks(
  levels: readonly BrunoShared[],
  requestName: string,
  tools: ScriptTools,
): ReadChecks {
  const parts = noParts();
  let outerSets = 0;
  const reader = new PlaceReader(requestName, tools, parts);
  for (const [depth, { asserts, captures, scripts }] of levels.entries()) {
    for (const script of scripts.filter(({ stage }) => stage === 'before'))
      reader.addScript(script, script.text, 'before');
    for (const { expression, check, ...place } of asserts) reader.addAssert(place, expression, check);
    for (const { name, expression, ...place } of captures)
      reader.addScript(place, `bru.setVar(${JSON.stringify(name)}, ${expression})`, 'after');
    for (const script of scripts.filter(({ stage }) => stage === 'after'))
      reader.addScript(script, script.text, 'after');
    if (depth === 0) outerSets = parts.sets.length;
  }
  return { parts, outerSets };
}

class PlaceReader {
  /** What scripts before have stored in ways that are not translated. */
  #lost: readonly (string | undefined)[] = [];

  constructor(
    readonly requestName: string,
    readonly tools: ScriptTools,
    readonly parts: ScriptParts,
  ) {}

  addScript(place: BrunoPlace, text: string, stage: ScriptSource['stage']): void {
    const source = this.#source(place, text, stage);
    const translation = this.tools.translator.script(source);
    this.#lost = translation.lostVariables ?? [];
    this.#add(place, source, translation);
  }

  addAssert(place: BrunoPlace, expression: string, check: string): void {
    const source = this.#source(place, `${expression}: ${check}`, 'after');
    this.#add(place, source, this.tools.translator.assertion(expression, check, source));
  }

  /** Lines of YAML count in the script, since its place is a pointer. */
  #source({ line, pointer }: BrunoPlace, text: string, stage: ScriptSource['stage']): ScriptSource {
    return {
      text,
      client: 'bruno',
      stage,
      line: pointer === undefined ? line : 1,
      requestName: this.requestName,
      importing: true,
      lostVariables: this.#lost,
      ...(this.tools.global && { global: true }),
    };
  }

  #add(place: BrunoPlace, source: ScriptSource, translated: Translation): void {
    const translation = this.tools.schemas.place(translated);
    addParts(this.parts, translation);
    for (const loss of lossesOf(source, translation, (reason, span) => lossAt(place, reason, span)))
      this.tools.losses.add(loss);
  }
}
