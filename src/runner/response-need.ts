/** Which responses later placeholders read (`{{login.response.body}}`): the others need not be kept. */
import type { RequestFile } from '../request-file/model.js';
import { collectReferences } from '../request-file/references.js';

export function responseNeed(
  file: RequestFile,
  environment: Readonly<Record<string, unknown>>,
): (request: string) => boolean {
  let names: ReadonlySet<string> | 'all' | undefined;
  return (request) => {
    names ??= neededNames(file, environment);
    return names === 'all' || names.has(`${request}.response`);
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

function mentionsInRequest({ layout: _layout, ...request }: RequestFile['requests'][number]): boolean {
  return mentions(request);
}

function mentions(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('.response');
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (mentions(value[key as keyof typeof value])) return true;
  return false;
}
