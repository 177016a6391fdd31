/** Collects the names that placeholders of files refer to. */
import { isJsonType } from '../../primitives/text/content-type.js';
import { allCaptures, allComparisons, comparisonsOf } from './all-checks.js';
import type { Body, Capture, CapturedValue, Comparison, Json, Request, RequestFile } from './model.js';
import { isTemplateDirective } from '../text/directives.js';
import { withoutCommentLines } from '../text/json-comments.js';
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

/** Adds the names that the placeholders of a text refer to. */
export function addReferences(text: string, names: Set<string>): void {
  if (!text.includes('{{')) return;
  for (const name of variablesIn(text)) addPrefixes(name, names);
}

function addPrefixes(name: string, names: Set<string>): void {
  if (names.has(name)) return;
  for (const match of name.matchAll(/[.[]/g)) names.add(name.slice(0, match.index));
  names.add(name);
}

/** Every text of a request in which placeholders are replaced; see docs/language.md#where-placeholders-are-replaced. */
export function interpolatedTexts(request: Request): readonly string[] {
  const texts = [request.url];
  for (const { value } of request.queryParams) texts.push(value);
  for (const { value } of request.headers) texts.push(value);
  if (request.body) addBodyTexts(request.body, request, texts);
  for (const comparison of allComparisons(request)) addComparisonTexts(comparison, texts);
  for (const capture of allCaptures(request)) addCaptureTexts(capture, texts);
  for (const set of request.scriptSets ?? []) {
    texts.push(set.value);
    for (const comparison of comparisonsOf(set)) addComparisonTexts(comparison, texts);
  }
  for (const set of request.metadata.set ?? [])
    for (const comparison of comparisonsOf(set)) addComparisonTexts(comparison, texts);
  for (const key in request.metadata)
    if (key === 'dynamicValues' || isTemplateDirective(key)) addStrings(request.metadata[key] as Json, texts);
  for (const { query, assertions } of request.db) {
    texts.push(query);
    for (const assertion of assertions) addExpectedTexts(assertion, texts);
  }
  for (const { command } of request.shell) texts.push(command);
  return texts;
}

function addBodyTexts(body: Body, request: Request, texts: string[]): void {
  texts.push(hasCommentLines(body, request) ? withoutCommentLines(body.raw) : body.raw);
  if (body.contentType === 'graphql') {
    texts.push(body.graphql);
    if (body.variables !== null) texts.push(body.variables);
  } else if (body.contentType === 'multipart') {
    for (const field of body.fields) {
      if (field.kind === 'field') texts.push(field.value);
      else texts.push(field.path, field.type ?? '', field.filename ?? '');
    }
  } else if ('fields' in body) {
    for (const { value } of body.fields) texts.push(value);
  }
}

/** Whether lines of the body that look like comments are not sent. */
function hasCommentLines({ contentType }: Body, { headers }: Request): boolean {
  if (contentType !== 'raw') return contentType === 'json';
  const type = headers.find(({ key }) => key.length === 12 && key.toLowerCase() === 'content-type');
  return type !== undefined && isJsonType(type.value);
}

const VARIABLE = /^variable[ \t]+(.+)$/;

/** A variable that is compared counts as a placeholder for it. */
function addComparisonTexts(comparison: Comparison, texts: string[]): void {
  const { subject } = comparison;
  const [, name] = (subject.startsWith('variable') && VARIABLE.exec(subject)) || [];
  if (name !== undefined) texts.push(`{{${name.replace(/^(["'])(.*)\1$/, '$2')}}}`);
  addExpectedTexts(comparison, texts);
}

function addCaptureTexts(capture: Capture, texts: string[]): void {
  addSourceTexts(capture, texts);
  for (const value of capture.or ?? []) if (!('literal' in value)) addSourceTexts(value, texts);
}

function addSourceTexts({ source, path }: CapturedValue, texts: string[]): void {
  if (source === 'text') texts.push(path);
  else if (source === 'variable') texts.push(`{{${path}}}`);
}

function addExpectedTexts({ raw, expected }: Pick<Comparison, 'raw' | 'expected'>, texts: string[]): void {
  if (raw === undefined) addStrings(expected, texts);
  else texts.push(raw);
}

function addStrings(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) addStrings(member, texts);
}
