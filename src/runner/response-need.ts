/** Finds the responses that later placeholders read (`{{login.response.body}}`); the others need not be kept. */
import { allCaptures, allComparisons } from '../request-file/model/all-checks.js';
import type { RequestFile } from '../request-file/model/model.js';
import { collectReferences } from '../request-file/model/references.js';

export function createResponseNeed(
  file: RequestFile,
  environment: Readonly<Record<string, unknown>>,
  word: '.response' | '.request' = '.response',
): (request: string) => boolean {
  let names: ReadonlySet<string> | 'all' | undefined;
  return (request) => {
    names ??= neededNames(file, environment, word);
    return names === 'all' || (names.size > 0 && names.has(`${request}${word}`));
  };
}

const NONE: ReadonlySet<string> = new Set();

function neededNames(
  file: RequestFile,
  environment: Readonly<Record<string, unknown>>,
  word: string,
): ReadonlySet<string> | 'all' {
  // Placeholders in an included file or in the environment are not resolved yet.
  const includes = file.requests.some(({ body }) => body?.contentType === 'file' && body.interpolate);
  if (includes || mentions(environment, word)) return 'all';
  if (!mentions(file.variables, word) && !file.requests.some((each) => mentionsInRequest(each, word)))
    return NONE;
  return collectReferences([file]);
}

/** Searches only the parts of a request that may hold a placeholder. */
function mentionsInRequest(request: RequestFile['requests'][number], word: string): boolean {
  const has = (value: unknown): boolean => mentions(value, word);
  if (request.url.includes(word)) return true;
  if (request.headers.some(({ value }) => value.includes(word))) return true;
  if (request.queryParams.some(({ value }) => value.includes(word))) return true;
  if (allComparisons(request).some(({ subject, raw, expected }) => has([subject, raw ?? expected])))
    return true;
  if (has(allCaptures(request)) || has(request.scriptSets)) return true;
  const { body, db, shell, metadata } = request;
  return (body !== null && has(body)) || has(db) || has(shell) || has(metadata);
}

function mentions(value: unknown, word: string): boolean {
  if (typeof value === 'string') return value.includes(word);
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (mentions(value[key as keyof typeof value], word)) return true;
  return false;
}
