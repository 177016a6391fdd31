/** Which variables and captures the requests of a run refer to, where each comes from, and its value. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { cutLine, cutText } from '../../evaluation/values/value-text.js';
import { looksSecret } from '../../authoring/looks-secret.js';
import { REDACTED } from '../../redaction/redacted.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { describeRun, type PlannedRequest, type PlannedVariable } from '../../runner/dry-run.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { Run } from '../../runner/run.js';
import type { KeptResult, KeptUse } from './kept-run.js';

type NumberedResult = Omit<KeptResult, 'uses'>;

const MAX_VALUE_CHARACTERS = 200;
const MAX_USES = 50;

/** The results with what they use. Values are those before the run, and captures those of the run. */
export function withUses(results: readonly NumberedResult[], run: Run, plan: RunPlan): readonly KeptResult[] {
  const planned = new Map<string, PlannedRequest>();
  for (const { requests } of describeRun(run, plan))
    for (const request of requests) planned.set(`${request.file}:${request.line}`, request);
  const byPlace = new Map<string, NumberedResult>();
  for (const result of results) byPlace.set(`${result.file}:${result.line}`, result);
  const givers = giversOf(plan);
  const written = writtenVariables(plan);
  return results.map((result) => {
    const variables = planned.get(`${result.file}:${result.line}`)?.variables ?? [];
    const uses = variables.slice(0, MAX_USES).map((variable) => {
      const giver = givers.get(result.file)?.get(variable.source);
      const found = useOf(variable, giver === undefined ? undefined : byPlace.get(giver));
      const text = written.get(result.file)?.get(variable.name);
      // What a function gives is another value each time, so that only its text is true.
      const value = text?.includes('{{$')
        ? cutText(run.secrets.redact(text), MAX_VALUE_CHARACTERS)
        : found.value;
      return looksSecret(variable.name) ? { ...found, value: REDACTED } : { ...found, value };
    });
    return { ...result, uses };
  });
}

function nameWithoutRow({ name }: NumberedResult): string {
  return name.replace(/ \[\d+\]$/, '');
}

function writtenVariables({ files }: RunPlan): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const owners = files.flatMap(({ steps }) => steps.map(({ node }) => node.owner.runnable));
  return new Map(
    [...new Set(owners)].map(({ shown, file }) => [
      shown,
      new Map(file.variables.map(({ name, value }) => [name, value])),
    ]),
  );
}

/** For each file, the places of the requests that its sources name: other files may have the same names. */
function giversOf({ files }: RunPlan): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const givers = new Map<string, Map<string, string>>();
  for (const { node } of files.flatMap(({ steps }) => steps)) {
    const file = node.owner.runnable.shown;
    const places = givers.get(file) ?? new Map<string, string>();
    givers.set(file, places);
    places.set(`capture of ${shownName(node.request)}`, `${file}:${node.request.line}`);
    for (const { written, node: other } of node.dependencies)
      if (other) places.set(`captured by ${written}`, `${other.owner.runnable.shown}:${other.request.line}`);
  }
  return givers;
}

function useOf({ name, source, value }: PlannedVariable, result: NumberedResult | undefined): KeptUse {
  if (result === undefined)
    return { name, from: source, value: value === undefined ? '' : cutText(value, MAX_VALUE_CHARACTERS) };
  return { name, from: `capture of #${result.number}`, value: capturedText(name, result) };
}

/** `login.token.id` and `token.id` lead into the capture `token` of `login`. */
function capturedText(name: string, result: NumberedResult): string {
  const owner = `${nameWithoutRow(result)}.`;
  const inside = name.startsWith(owner) ? name.slice(owner.length) : name;
  for (const [capture, value] of Object.entries(result.captures)) {
    const rest = inside.startsWith(capture) ? inside.slice(capture.length) : undefined;
    if (rest === '') return shownText(value);
    const path = rest === undefined || !/^[.[]/.test(rest) ? undefined : readPath(rest.replace(/^\./, ''));
    if (path?.ok) return shownText(valueAtPath(value, path.steps));
  }
  return '';
}

function shownText(value: unknown): string {
  if (value === ABSENT) return '';
  return typeof value === 'string'
    ? cutText(value, MAX_VALUE_CHARACTERS)
    : cutLine(value, MAX_VALUE_CHARACTERS);
}
