/** Finds the responses that later placeholders read (`{{login.response.body}}`); the others need not be kept. */
import { allCaptures, allComparisons } from '../request-file/model/all-checks.js';
import type { RequestFile } from '../request-file/model/model.js';
import { collectReferences } from '../request-file/model/references.js';

export function createResponseNeed(
  file: RequestFile,
  environment: Readonly<Record<string, unknown>>,
): (request: string) => boolean {
  let names: ReadonlySet<string> | 'all' | undefined;
  return (request) => {
    names ??= neededNames(file, environment);
    return names === 'all' || (names.size > 0 && names.has(`${request}.response`));
  };
}

const NONE: ReadonlySet<string> = new Set();

function neededNames(
  file: RequestFile,
  environment: Readonly<Record<string, unknown>>,
): ReadonlySet<string> | 'all' {
  // Placeholders in an included file or in the environment are not resolved yet.
  const includes = file.requests.some(({ body }) => body?.contentType === 'file' && body.interpolate);
  if (includes || mentions(environment)) return 'all';
  if (!mentions(file.variables) && !file.requests.some(mentionsInRequest)) return NONE;
  return collectReferences([file]);
}

/** Searches only the parts of a request that may hold a placeholder. */
function mentionsInRequest(request: RequestFile['requests'][number]): boolean {
  if (request.url.includes(WORD)) return true;
  if (request.headers.some(({ value }) => value.includes(WORD))) return true;
  if (request.queryParams.some(({ value }) => value.includes(WORD))) return true;
  if (allComparisons(request).some(({ subject, raw, expected }) => mentions([subject, raw ?? expected])))
    return true;
  if (mentions(allCaptures(request)) || mentions(request.scriptSets)) return true;
  const { body, db, shell, metadata } = request;
  return (body !== null && mentions(body)) || mentions(db) || mentions(shell) || mentions(metadata);
}

const WORD = '.response';

function mentions(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(WORD);
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (mentions(value[key as keyof typeof value])) return true;
  return false;
}
