/** Collects the names that placeholders of files refer to. */
import type { Assertion, Body, Json, Request, RequestFile } from './model.js';
import { variablesIn } from '../text/template.js';

/** `{{a.b.c}}` counts as a reference to `a`, `a.b` and `a.b.c`, because a name may be followed by a path into its value. */
export function collectReferences(files: readonly RequestFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of files) {
    for (const { value } of file.variables) addReferences(value, names);
    for (const request of file.requests)
      for (const text of interpolatedTexts(request)) addReferences(text, names);
  }
  return names;
}

function addReferences(text: string, names: Set<string>): void {
  if (!text.includes('{{')) return;
  for (const name of variablesIn(text)) addPrefixes(name, names);
}

function addPrefixes(name: string, names: Set<string>): void {
  for (const match of name.matchAll(/[.[]/g)) names.add(name.slice(0, match.index));
  names.add(name);
}

/** Every text of a request in which placeholders are replaced; see docs/language.md#where-placeholders-are-replaced. */
export function* interpolatedTexts(request: Request): Generator<string> {
  yield request.url;
  for (const { value } of request.queryParams) yield value;
  for (const { value } of request.headers) yield value;
  if (request.body) yield* bodyTexts(request.body);
  for (const assertion of request.assertions) yield* expectedTexts(assertion);
  yield* stringsIn(request.metadata as Json);
  for (const { query, assertions } of request.db) {
    yield query;
    for (const assertion of assertions) yield* expectedTexts(assertion);
  }
  for (const { command } of request.shell) yield command;
}

function* bodyTexts(body: Body): Generator<string> {
  yield body.raw;
  if (body.contentType === 'graphql') {
    yield body.graphql;
    if (body.variables !== null) yield body.variables;
  } else if (body.contentType === 'multipart') {
    yield* stringsIn(body.fields);
  } else if ('fields' in body) {
    for (const { value } of body.fields) yield value;
  }
}

function* expectedTexts({ raw, expected }: Assertion): Generator<string> {
  if (raw === undefined) yield* stringsIn(expected);
  else yield raw;
}

function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) yield* stringsIn(member);
}
