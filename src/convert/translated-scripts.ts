/** Scripts of other clients as parts of a draft: what they check, store and change, and what of them is lost. */
import type { Assertion, Capture, VariableSet } from '../request-file/model/model.js';
import type {
  RequestChange,
  ScriptReport,
  ScriptSource,
  Translation,
} from '../request-file/scripts/translation.js';
import type { Loss, SavedBody } from './converted.js';
import { variableName } from './import-names.js';
import type { BodyDraft, PairDraft } from './import-draft.js';
import type { SchemaFiles } from './schema-files.js';
import type { SharedLosses } from './shared-losses.js';

/** What the scripts of one request give, in their order. */
export interface ScriptParts {
  readonly assertions: Assertion[];
  readonly captures: Capture[];
  readonly sets: VariableSet[];
  readonly changes: RequestChange[];
  readonly schemas: SavedBody[];
}

export function noParts(): ScriptParts {
  return { assertions: [], captures: [], sets: [], changes: [], schemas: [] };
}

export function joinParts(one: ScriptParts, other: ScriptParts): ScriptParts {
  const all = noParts();
  for (const parts of [one, other]) addParts(all, parts);
  return all;
}

export function addParts(to: ScriptParts, from: Readonly<ScriptParts> | Translation): void {
  to.assertions.push(...from.assertions);
  to.captures.push(...from.captures);
  to.sets.push(...from.sets);
  to.changes.push(...from.changes);
  to.schemas.push(...from.schemas);
}

export interface Translator {
  readonly script: (source: ScriptSource) => Translation;
  /** A line `expression: operator value`. */
  readonly assertion: (expression: string, check: string, source: ScriptSource) => Translation;
}

/** The parser of scripts is large, so it is loaded only if there is a script. */
export async function loadTranslator(): Promise<Translator> {
  const { translateScript, translateAssertLine } =
    await import('../request-file/scripts/translate-script.js');
  return { script: remembering(translateScript), assertion: translateAssertLine };
}

/** Scripts of folders are the same for every request inside, unless they use its name. */
function remembering(translate: Translator['script']): Translator['script'] {
  const byText = new Map<string, Map<string, Translation>>();
  return (source) => {
    const { text, requestName, ...rest } = source;
    const usesName = /name|schema|validate/i.test(text);
    const key = JSON.stringify([rest, usesName ? requestName : '']);
    const found = byText.get(text) ?? new Map<string, Translation>();
    byText.set(text, found);
    const translation = found.get(key) ?? translate(source);
    found.set(key, translation);
    return translation;
  };
}

const MAX_QUOTED_LENGTH = 200;

/** The losses of a script; `at` makes the place of one. */
export function lossesOf(
  source: ScriptSource,
  { reports }: Translation,
  at: (reason: string, span: Pick<Loss, 'line' | 'endLine' | 'text'>) => Loss,
): Loss[] {
  const lines = source.text.split(/\r\n|\r|\n/);
  return reports.map((report) => {
    // The script as a whole is lost, so that no line of it is named.
    if (report.form === WHOLE) return at(`${reasonOf(report)} (line ${report.line})`, {});
    const text = lines
      .slice(report.line - source.line, report.endLine - source.line + 1)
      .map((line) => line.trim())
      .join(' ');
    return at(reasonOf(report), {
      line: report.line,
      ...(report.endLine > report.line && { endLine: report.endLine }),
      text: text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}...` : text,
    });
  });
}

const WHOLE = 'the script';

function reasonOf({ form, reason }: ScriptReport): string {
  return `${form} ${reason}`.trim();
}

/** Headers that a script sets replace those of the same name. */
export function changedHeaders(
  headers: readonly PairDraft[],
  changes: readonly RequestChange[],
): readonly PairDraft[] {
  let all: readonly PairDraft[] = headers;
  for (const change of changes)
    if (change.kind === 'header') {
      const { name, value } = change;
      all = [...all.filter(({ key }) => key.toLowerCase() !== name.toLowerCase()), { key: name, value }];
    }
  return all;
}

export function changedBody(
  body: BodyDraft | undefined,
  changes: readonly RequestChange[],
): BodyDraft | undefined {
  const last = changes.findLast((change) => change.kind === 'body');
  return last === undefined ? body : { kind: 'text', text: last.text };
}

export function changedTimeout(changes: readonly RequestChange[]): number | undefined {
  return changes.findLast((change) => change.kind === 'timeout')?.milliseconds;
}

/** A script in a document, by the pointer to it. */
export interface PlacedScript {
  readonly place: string;
  readonly stage: ScriptSource['stage'];
  readonly text: string;
  /** Where its losses are collected: those of folders once for all requests inside. */
  readonly losses: SharedLosses;
}

export interface ScriptReading {
  readonly translator: Translator;
  readonly schemas: SchemaFiles;
  readonly client: ScriptSource['client'];
  /** Whether one source becomes several files. */
  readonly global?: boolean;
}

/** What the scripts of one request and of everything around it give, outermost first. */
export function readScripts(
  scripts: readonly PlacedScript[],
  requestName: string,
  { translator, schemas, client, global = false }: ScriptReading,
): ScriptParts {
  const parts = noParts();
  let lostVariables: readonly (string | undefined)[] = [];
  // What is stored before a request is read after it.
  for (const { place, stage, text, losses } of scripts.toSorted(byStage)) {
    const source: ScriptSource = {
      text,
      client,
      stage,
      line: 1,
      requestName,
      importing: true,
      lostVariables,
      ...(global && { global }),
    };
    const translation = schemas.place(translator.script(source));
    lostVariables = translation.lostVariables ?? [];
    addParts(parts, translation);
    for (const loss of lossesOf(source, translation, (reason, span) => ({ path: place, reason, ...span })))
      losses.add(loss);
  }
  return parts;
}

function byStage(one: PlacedScript, other: PlacedScript): number {
  return Number(one.stage === 'after') - Number(other.stage === 'after');
}

/** The variables that are set without a condition, and always to the same text without placeholders. */
export function constantSets(sets: readonly VariableSet[]): Map<string, string> {
  const constants = new Map<string, string>();
  const others = new Set<string>();
  for (const { name, value, when, unless } of sets) {
    const isConstant = when === undefined && unless === undefined && !value.includes('{{');
    const isSame = (constants.get(name) ?? value) === value;
    if (isConstant && isSame && variableName(name) === name) constants.set(name, value);
    else others.add(name);
  }
  for (const name of others) constants.delete(name);
  return constants;
}
