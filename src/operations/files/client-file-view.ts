import { parsedFileView } from '../../request-file/model/json-view.js';
import type { Metadata, Request, RequestFile } from '../../request-file/model/model.js';

/** Returns a parsed file as clients see it: directives with a dot in their name are grouped. */
export function clientFileView(file: RequestFile): ReturnType<typeof parsedFileView> {
  const { path, variables, requests, diagnostics, ...additions } = parsedFileView(file);
  const listed = diagnostics.slice(0, MAX_LISTED_FINDINGS);
  return { path, variables, requests: requests.map(withGroups), diagnostics: listed, ...additions };
}

/** A hostile file can have more findings than it has characters. */
const MAX_LISTED_FINDINGS = 10_000;

function withGroups(request: Request): Request {
  const { metadata } = request;
  return Object.keys(metadata).some((key) => GROUPED.test(key))
    ? { ...request, metadata: grouped(metadata) }
    : request;
}

const GROUPED = /^(stress|contract|mock)\.(.+)$/;

function grouped(metadata: Metadata): Metadata {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(metadata)) {
    const [, group, own] = GROUPED.exec(key) ?? [];
    if (group === undefined || own === undefined) result[key] = value;
    else result[group] = { ...(result[group] as object | undefined), [own]: value };
  }
  return result;
}
