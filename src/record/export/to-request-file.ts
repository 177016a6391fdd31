import { ServiceError } from '../../errors.js';
import type { KeyValue, Request } from '../../request-file/model/model.js';
import { METHODS } from '../../request-file/text/methods.js';
import { printFile } from '../../request-file/print-file.js';
import { base64Placeholder, literalText, uniqueNames } from '../../request-file/write-safely.js';
import { oneLineProblem } from '../../request-file/print/writable-text.js';
import { chainValues, NO_CHAIN, type ValueChain } from './chain-values.js';
import { exportBody } from './exported-body.js';
import { isHopByHop } from '../recordings/hop-by-hop.js';
import { deriveAssertions } from './recorded-assertions.js';
import { shownText, templateText, type PlaceholderSources } from '../recordings/recorded-text.js';
import type { Recording } from '../recordings/recording.js';
import { requestName, createRequestTitle } from './request-title.js';
import type { TargetAddress } from '../proxy/target-address.js';

export interface ExportOptions {
  /** Captures values of responses and uses them in later requests. */
  readonly chain: boolean;
}

/** The size limit of a request file, minus space for its head. */
const MAX_REQUESTS_BYTES = 10 * 1024 * 1024 - 64 * 1024;

/** Returns text that parses without errors, with unique names, in order of arrival. */
export function toRequestFile(
  recordings: readonly Recording[],
  target: TargetAddress,
  options: ExportOptions,
): string {
  const exported = recordings.filter(
    ({ method, response }) => response.statusCode !== 101 && METHOD_WORDS.has(method),
  );
  const titles = exported.map(({ method, path }) => createRequestTitle(method, shownText(path)));
  const names = uniqueNames(titles.map(requestName));
  const chains = options.chain ? chainValues(exported, names) : [];
  const needs = new Set<string>();
  const texts: string[] = [];
  let remainingBytes = MAX_REQUESTS_BYTES;
  for (const [index, recording] of exported.entries()) {
    const head = { title: titles[index] ?? '', name: names[index] ?? '' };
    const { text, needed } = requestText(recording, head, chains[index] ?? NO_CHAIN, remainingBytes);
    remainingBytes -= Buffer.byteLength(text) + 1;
    if (remainingBytes < 0) break;
    for (const name of needed) needs.add(name);
    texts.push(text);
  }
  return [fileHead(target, needs, recordings, exported, texts.length), ...texts].join('\n');
}

const METHOD_WORDS: ReadonlySet<string> = new Set(METHODS);

function fileHead(
  { url, origin }: TargetAddress,
  needs: ReadonlySet<string>,
  recordings: readonly Recording[],
  exported: readonly Recording[],
  written: number,
): string {
  const comments = [`# Recorded from ${origin}`];
  if (needs.size > 0) comments.push(`# Needs: ${[...needs].sort().join(', ')}`);
  if (written < exported.length) {
    comments.push(
      `# Left out: ${exported.length - written} more requests, for which a request file has no room`,
    );
  }
  const odd = new Set(recordings.map(({ method }) => method).filter((method) => !METHOD_WORDS.has(method)));
  if (odd.size > 0) comments.push(`# Left out: requests with the method ${[...odd].sort().join(', ')}`);
  const variables = [{ name: 'baseUrl', value: literalText(url), line: 0 }];
  return printFile({ path: 'export', variables, requests: [], diagnostics: [], comments });
}

interface RequestText {
  readonly text: string;
  /** Placeholders without a definition in the file. */
  readonly needed: ReadonlySet<string>;
}

/** Leaves out what cannot be written, the body first. */
function requestText(
  recording: Recording,
  head: Pick<Request, 'title' | 'name'>,
  chain: ValueChain,
  maxBytes: number,
): RequestText {
  const needed = new Set<string>();
  const sources: PlaceholderSources = {
    placeholderFor: chain.placeholderFor,
    onNeed: (name) => needed.add(name),
  };
  const { request: sent } = recording;
  const bodyTemplate = sent.body.text === null ? '' : templateText(sent.body.text, sources);
  const isLong = Buffer.byteLength(bodyTemplate) > maxBytes;
  const body = isLong ? { leftOut: 'a request file has no room for it' } : bodyOf(recording, bodyTemplate);
  const request = builtRequest(recording, head, chain, sources);
  const leftOut = 'leftOut' in body ? [`# body left out: ${body.leftOut}`] : [];
  const whole = { ...request, comments: leftOut, body: 'body' in body ? body.body : null };
  const unwritable = ['# body left out: a request file cannot hold it'];
  const text =
    printed(whole) ??
    printed({ ...whole, comments: unwritable, body: null }) ??
    printed({
      ...whole,
      comments: unwritable,
      body: null,
      headers: [],
      assertions: whole.assertions.slice(0, 1),
    });
  return { text: text ?? `# ${head.title} cannot be written\n`, needed };
}

function bodyOf({ request: { body } }: Recording, template: string): ReturnType<typeof exportBody> {
  if (body.truncated) return { leftOut: 'truncated' };
  return body.bytes === null ? exportBody(template) : { leftOut: 'binary' };
}

function printed(request: Request): string | undefined {
  try {
    return printFile({ path: 'export', variables: [], requests: [request], diagnostics: [], comments: [] });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function builtRequest(
  recording: Recording,
  head: Pick<Request, 'title' | 'name'>,
  chain: ValueChain,
  sources: PlaceholderSources,
): Request {
  const { method, path, query, request, response } = recording;
  const place = templateText(path, sources) + templateText(query, sources);
  const headers = request.headers.flatMap(({ name, value }): KeyValue[] =>
    isExported(name) ? [{ key: name, value: headerValue(templateText(value, sources)), line: 0 }] : [],
  );
  const depends = chain.depends();
  const { statusCode } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304;
  return {
    ...head,
    description: '',
    tags: [],
    method,
    url: `{{baseUrl}}${place}`,
    headers,
    queryParams: [],
    assertions: deriveAssertions(recording),
    captures: chain.captures,
    line: 0,
    // The recorded status would never be received if redirects were followed.
    metadata: {
      ...(depends.length > 0 && { depends }),
      ...(isRedirect && { noRedirect: true as const }),
    },
    requestLine: 0,
    body: null,
    mock: null,
    db: [],
    shell: [],
    foreign: [],
    comments: [],
    endComments: [],
  };
}

const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'user-agent',
  'origin',
  'referer',
]);

function isExported(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    !OMITTED_HEADERS.has(lower) && !isHopByHop(lower) && !lower.startsWith('sec-') && !lower.startsWith('#')
  );
}

function headerValue(template: string): string {
  return oneLineProblem(template) === undefined ? template : base64Placeholder(template);
}
