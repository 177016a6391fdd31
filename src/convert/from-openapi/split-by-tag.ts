/** One file for each tag, with the variables that its requests use. */
import { uniqueNames } from '../../request-file/write-safely.js';
import type { ImportedFileDraft, ImportedRequestDraft, VariableDraft } from '../import-draft.js';
import { requestName } from '../import-names.js';

/** A request with the tags of its operation and the files that the user has to supply for it. */
export interface TaggedRequest {
  readonly request: ImportedRequestDraft;
  readonly tags: readonly string[];
  readonly needs: readonly string[];
}

/** Operations belong to their first tag; those without one make a file that is named after the document. */
export function splitByTag(
  whole: ImportedFileDraft,
  requests: readonly TaggedRequest[],
): ImportedFileDraft[] {
  const groups = new Map<string, TaggedRequest[]>();
  for (const each of requests) {
    const tag = each.tags[0] ?? '';
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [each]);
    else group.push(each);
  }
  if (groups.size <= 1 && !(groups.size === 1 && !groups.has(''))) return [whole];
  // Names that differ in case only would be one file on some systems.
  const names = uniqueNames([...groups.keys()].map((tag) => requestName(tag || whole.title).toLowerCase()));
  return [...groups].map(([tag, members], i) => {
    const own = members.map(({ request }) => request);
    return {
      ...whole,
      path: `${names[i]}.http`,
      title: tag === '' ? whole.title : `${whole.title}: ${tag}`,
      needs: members.flatMap(({ needs }) => needs),
      variables: variablesOf(own, whole.variables ?? []),
      requests: own,
      losses: i === 0 ? (whole.losses ?? []) : [],
    };
  });
}

/** Those that the requests use, also through the values of others. */
function variablesOf(
  requests: readonly ImportedRequestDraft[],
  all: readonly VariableDraft[],
): VariableDraft[] {
  const used = new Set(namesIn(JSON.stringify(requests)));
  const values = new Map(all.map(({ name, value }) => [name, value]));
  for (const name of used) for (const other of namesIn(values.get(name) ?? '')) used.add(other);
  return all.filter(({ name }) => used.has(name));
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{\{\s*([^{}()\s]+)/g), ([, name = '']) => name);
}
