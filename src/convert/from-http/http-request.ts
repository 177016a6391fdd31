/** One request of another client in the forms of svc: what scripts check and store stands in blocks. */
import type { GraphqlBody, Metadata, Request } from '../../request-file/model/model.js';
import { allAssertions, allCaptures, allSets } from '../../request-file/model/all-checks.js';
import { rawBlockProblem } from '../../request-file/print/writable-text.js';
import type { ConvertOptions } from '../converted.js';
import { rebuiltRequest } from '../rebuilt-request.js';
import { multipartBlock } from './multipart-text.js';

/** `targets` has the new paths of files that are renamed. */
export function convertHttpRequest(
  original: Request,
  targets: ReadonlyMap<string, string>,
  options: ConvertOptions,
): Request {
  const { scriptAssertions, scriptCaptures, scriptSets, clientAuth, layout, ...rest } = original;
  const { missingScript: _missing, untranslatedScripts: _reported, ...request } = rest;
  const sets = allSets(original);
  const converted: Request = {
    ...request,
    ...graphql(original),
    ...multipartBlock(original),
    assertions: options.tests ? allAssertions(original) : [],
    captures: allCaptures(original),
    ...(clientAuth !== undefined && {
      headers: original.headers.filter(({ key }) => key.toLowerCase() !== 'authorization'),
    }),
    metadata: convertedMetadata(original, sets.length > 0 ? sets : undefined, targets),
    foreign: original.foreign.flatMap((each) => {
      const text = keptConstruct(each.text, targets);
      return text === undefined ? [] : [{ ...each, text }];
    }),
  };
  const isSame =
    [scriptAssertions, scriptCaptures, scriptSets, clientAuth].every((part) => part === undefined) &&
    converted.method === original.method &&
    converted.metadata === original.metadata &&
    converted.body === original.body &&
    options.tests &&
    original.foreign.length === 0;
  const written = layout?.sections ?? [];
  const sections = written.map((section) => ({
    ...section,
    lines: section.lines.map((line) => keptConstruct(line, targets) ?? line),
  }));
  const isRenamed = sections.some(({ lines }, i) => lines.some((line, at) => line !== written[i]?.lines[at]));
  if (isSame && !isRenamed && layout !== undefined) return { ...converted, layout };
  return rebuiltRequest({ ...converted, layout: { sections, directives: [], blocks: [] } });
}

/** `GRAPHQL` and the header that stands for it become a block; Content-Type is set when it is sent. */
function graphql({ method, body, headers }: Request): Partial<Request> {
  if (body?.contentType !== 'graphql' || body.raw === '') return {};
  const written: GraphqlBody = { ...body, raw: '' };
  const isWritable = [body.graphql, body.variables ?? ''].every(
    (text) => rawBlockProblem(text) === undefined,
  );
  if (!isWritable) return {};
  return {
    method: method === 'GRAPHQL' ? 'POST' : method,
    headers: headers.filter(({ key }) => key.toLowerCase() !== 'x-request-type'),
    body: written,
  };
}

function convertedMetadata(
  { metadata, clientAuth }: Request,
  set: Metadata['set'],
  targets: ReadonlyMap<string, string>,
): Metadata {
  const isSame =
    clientAuth === undefined &&
    set === metadata.set &&
    metadata['ref'] === undefined &&
    metadata.depends === undefined;
  if (isSame) return metadata;
  // Names of `@ref` are among the dependencies.
  const { ref: _ref, ...others } = metadata;
  const depends = (metadata.depends ?? []).map((name) => renamed(name, targets));
  return {
    ...others,
    ...(depends.length > 0 && { depends }),
    ...(set !== undefined && { set }),
    ...(clientAuth !== undefined && { auth: clientAuth }),
  };
}

/** `import`, `run` and `>> file` are read by svc too; scripts and older responses are not kept. */
function keptConstruct(text: string, targets: ReadonlyMap<string, string>): string | undefined {
  if (text.startsWith('>>')) return text;
  return /^(?:import|run)[ \t]/.test(text) ? renamed(text, targets) : undefined;
}

/** The names of files differ at their ends only. */
function renamed(text: string, targets: ReadonlyMap<string, string>): string {
  if (targets.size === 0 || !/\.rest\b/i.test(text)) return text;
  return text.replace(/\.rest(?=$|[#\s(])/gi, '.http');
}
