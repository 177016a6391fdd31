/** Runs the parser of svc in a worker, with the same findings as `svc validate`. */
import type { Fix } from '../../../src/authoring/fixes/fixes.js';
import { elementPlaceholders } from '../../../src/authoring/complete/element-names.js';
import { hoverRequest } from '../../../src/authoring/hover/hover-names.js';
import { addLine } from '../../../src/request-file/add-line.js';
import { formatRequestFile } from '../../../src/request-file/format-text.js';
import { givenNames } from '../../../src/request-file/model/all-checks.js';
import type { RequestFile } from '../../../src/request-file/model/model.js';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import type {
  AddedAssertions,
  Finding,
  LanguageRequest,
  LanguageResponse,
  NamedAssertion,
  Outline,
} from './messages.js';

globalThis.addEventListener('message', ({ data }: MessageEvent<LanguageRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  void respond(data).then((response) => globalThis.postMessage(response));
});

async function respond(request: LanguageRequest): Promise<LanguageResponse> {
  const { id, kind, path, text } = request;
  if (kind === 'add') return { id, kind, added: await addLine(text, path, request.addition) };
  if (kind === 'addAssertions') return { id, kind, added: await addNamed(text, path, request.assertions) };
  if (kind === 'fix') return { id, kind, fixes: await findFixes(text, request.finding) };
  if (kind === 'define' || kind === 'startRename' || kind === 'rename') return respondAboutName(request);
  if (kind === 'check') return { id, kind, outline: outlineOf(await parseRequestFile(text, path)) };
  try {
    const formatted = await formatRequestFile(text, path);
    if (formatted.ok) return { id, kind, text: formatted.text };
    return { id, kind, problem: 'The file has errors; formatting waits until they are gone.' };
  } catch (error) {
    return { id, kind, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Loaded when they are asked for; none, if the server is away by then. */
async function findFixes(text: string, finding: Finding): Promise<readonly Fix[]> {
  const { fixesFor } = await import('../../../src/authoring/fixes/fixes.js').catch(() => ({
    fixesFor: () => [],
  }));
  return fixesFor(finding, text);
}

/** Loaded when it is asked for. */
async function addNamed(
  text: string,
  path: string,
  assertions: readonly NamedAssertion[],
): Promise<AddedAssertions> {
  try {
    const { addNamedAssertions } = await import('./named-assertions.js');
    return await addNamedAssertions(text, path, assertions);
  } catch {
    return { ok: false, problem: 'The assertions cannot be added while the server is away.' };
  }
}

type NameRequest = Extract<LanguageRequest, { readonly kind: 'define' | 'startRename' | 'rename' }>;

async function respondAboutName(request: NameRequest): Promise<LanguageResponse> {
  const { id, kind, path, text, place } = request;
  const names = await import('./names.js');
  if (kind === 'startRename') return { id, kind, start: names.startRename(path, text, place) };
  if (kind === 'rename') return { id, kind, renamed: await names.rename(path, text, place, request.newName) };
  const span = names.findDefinition(path, text, place);
  return { id, kind, ...(span && { span }) };
}

function outlineOf({ requests, variables, diagnostics }: RequestFile): Outline {
  return {
    requests: requests.map((request) => {
      const { name, title, tags, method, url, line, requestLine } = request;
      const { data, elements } = hoverRequest(request);
      return {
        name: name === '' ? `${method} ${url}` : name,
        title,
        tags,
        method,
        url,
        line,
        requestLine,
        captures: givenNames(request),
        ...(data !== undefined && { data }),
        ...(elements && { elements }),
        placeholders: elementPlaceholders(request),
      };
    }),
    variables: variables.map(({ name, value, secret = false, line }) => ({ name, value, secret, line })),
    diagnostics,
  };
}
