/** Collects the names that placeholders of files refer to. */
import { isJsonType } from '../../primitives/text/content-type.js';
import { allCaptures, allComparisons, comparisonsOf } from './all-checks.js';
import type { Body, Capture, CapturedValue, Comparison, Json, Request, RequestFile } from './model.js';
import type { NameSite } from './name-site.js';
import { isTemplateDirective } from '../text/directives.js';
import { withoutCommentLines } from '../text/json-comments.js';
import { variablesIn } from '../text/template.js';

/** `{{a.b.c}}` counts as a reference to `a`, `a.b` and `a.b.c`, because a name may be followed by a path into its value. */
export function collectReferences(files: readonly RequestFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of files) {
    for (const { value } of file.variables) addReferences(value, names);
    const add = (text: string): void => addReferences(text, names);
    for (const request of file.requests) visitTexts(request, add);
  }
  return names;
}

/** The same from where the names of a file stand, without looking at its texts again. */
export function referencesAmong(sites: readonly NameSite[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, name } of sites) if (kind === 'placeholder') addPrefixes(name, names);
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

/** Whether a reference means a name, or something in its value. */
export function meansName(reference: string, name: string): boolean {
  if (!reference.startsWith(name)) return false;
  const next = reference[name.length];
  return next === undefined || next === '.' || next === '[';
}

/** Every text of a request in which placeholders are replaced; see docs/language.md#where-placeholders-are-replaced. */
export function interpolatedTexts(request: Request): readonly string[] {
  const texts: string[] = [];
  visitTexts(request, (text) => texts.push(text));
  return texts;
}

type Visit = (text: string) => void;

/** The same without a list, since a file has tens of thousands of them. */
function visitTexts(request: Request, visit: Visit): void {
  visit(request.url);
  for (const { value } of request.queryParams) visit(value);
  for (const { value } of request.headers) visit(value);
  if (request.body) addBodyTexts(request.body, request, visit);
  for (const comparison of allComparisons(request)) addComparisonTexts(comparison, visit);
  for (const capture of allCaptures(request)) addCaptureTexts(capture, visit);
  if (request.scriptSets !== undefined || request.metadata.set !== undefined) addSetTexts(request, visit);
  for (const key in request.metadata)
    if (key === 'dynamicValues' || isTemplateDirective(key)) addStrings(request.metadata[key] as Json, visit);
  for (const { query, assertions } of request.db) {
    visit(query);
    for (const assertion of assertions) addExpectedTexts(assertion, visit);
  }
  for (const { command } of request.shell) visit(command);
}

function addSetTexts({ scriptSets = [], metadata: { set: sets = [] } }: Request, visit: Visit): void {
  for (const set of scriptSets) {
    visit(set.value);
    for (const comparison of comparisonsOf(set)) addComparisonTexts(comparison, visit);
  }
  for (const set of sets) for (const comparison of comparisonsOf(set)) addComparisonTexts(comparison, visit);
}

function addBodyTexts(body: Body, request: Request, visit: Visit): void {
  visit(hasCommentLines(body, request) ? withoutCommentLines(body.raw) : body.raw);
  if (body.contentType === 'graphql') {
    visit(body.graphql);
    if (body.variables !== null) visit(body.variables);
  } else if (body.contentType === 'multipart') {
    for (const field of body.fields) {
      if (field.kind === 'field') visit(field.value);
      else for (const text of [field.path, field.type ?? '', field.filename ?? '']) visit(text);
    }
  } else if ('fields' in body) {
    for (const { value } of body.fields) visit(value);
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
function addComparisonTexts(comparison: Comparison, visit: Visit): void {
  const { subject } = comparison;
  const name = subject.startsWith('variable') ? VARIABLE.exec(subject)?.[1] : undefined;
  if (name !== undefined) visit(`{{${name.replace(/^(["'])(.*)\1$/, '$2')}}}`);
  addExpectedTexts(comparison, visit);
}

function addCaptureTexts(capture: Capture, visit: Visit): void {
  addSourceTexts(capture, visit);
  if (capture.or === undefined) return;
  for (const value of capture.or) if (!('literal' in value)) addSourceTexts(value, visit);
}

function addSourceTexts({ source, path }: CapturedValue, visit: Visit): void {
  if (source === 'text') visit(path);
  else if (source === 'variable') visit(`{{${path}}}`);
}

function addExpectedTexts({ raw, expected }: Pick<Comparison, 'raw' | 'expected'>, visit: Visit): void {
  if (raw === undefined) addStrings(expected, visit);
  else visit(raw);
}

function addStrings(value: Json, visit: Visit): void {
  if (typeof value === 'string') visit(value);
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) addStrings(member, visit);
}
