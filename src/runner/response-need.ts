/** Which responses later placeholders read (`{{login.response.body}}`): the others need not be kept. */
import type { RequestFile } from '../request-file/model/model.js';
import { collectReferences } from '../request-file/model/references.js';

export function responseNeed(
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
  // What an included file or the environment asks for is not known yet.
  const includes = file.requests.some(({ body }) => body?.contentType === 'file' && body.interpolate);
  if (includes || mentions(environment)) return 'all';
  if (!mentions(file.variables) && !file.requests.some(mentionsInRequest)) return NONE;
  return collectReferences([file]);
}

/** Looked at for every request of a run, so only where a placeholder may stand, and without detours. */
function mentionsInRequest(request: RequestFile['requests'][number]): boolean {
  if (request.url.includes(WORD)) return true;
  if (request.headers.some(({ value }) => value.includes(WORD))) return true;
  if (request.queryParams.some(({ value }) => value.includes(WORD))) return true;
  if (request.assertions.some(({ raw, expected }) => mentions(raw ?? expected))) return true;
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
