import { parsedFileView } from '../../request-file/model/json-view.js';
import type { Metadata, Request, RequestFile } from '../../request-file/model/model.js';

/** A parsed file as clients see it: directives with a dot in their name stand together (server.md 5.2). */
export function parsedFile(file: RequestFile): ReturnType<typeof parsedFileView> {
  const { path, variables, requests, diagnostics, ...additions } = parsedFileView(file);
  const told = diagnostics.slice(0, MOST_TOLD);
  return { path, variables, requests: requests.map(withGroups), diagnostics: told, ...additions };
}

/** A hostile text has more findings than text. */
const MOST_TOLD = 10_000;

function withGroups(request: Request): Request {
  const { metadata } = request;
  return Object.keys(metadata).some((key) => GROUPED.test(key))
    ? { ...request, metadata: grouped(metadata) }
    : request;
}

const GROUPED = /^(stress|contract)\.(.+)$/;

function grouped(metadata: Metadata): Metadata {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(metadata)) {
    const [, group, own] = GROUPED.exec(key) ?? [];
    if (group === undefined || own === undefined) result[key] = value;
    else result[group] = { ...(result[group] as object | undefined), [own]: value };
  }
  return result;
}
