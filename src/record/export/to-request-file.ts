import { ServiceError } from '../../errors.js';
import type { KeyValue, Request } from '../../request-file/model/model.js';
import { METHODS } from '../../request-file/text/methods.js';
import { printFile } from '../../request-file/print-file.js';
import { base64Placeholder, literalText, uniqueNames } from '../../request-file/write-safely.js';
import { oneLineProblem } from '../../request-file/print/writable-text.js';
import { chainValues, NO_CHAIN, type ValueChain } from './chain-values.js';
import { exportBody } from './exported-body.js';
import { isExportedHeader } from './exported-header.js';
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
  { url, origin }: TargetAddress,
  { chain }: ExportOptions,
): string {
  return writeRequests(recordings, { ...recordedFrom({ url, origin }), chain }).text;
}

function recordedFrom({ url, origin }: Pick<TargetAddress, 'url' | 'origin'>): WritingOptions {
  const bases = [{ name: 'baseUrl', url }];
  return { title: `Recorded from ${origin}`, bases, baseOf: () => 'baseUrl', chain: false, tests: true };
}

/** The same, request by request and without chains: a request file at any time. */
export function growingRequestFile(target: TargetAddress): {
  readonly start: string;
  readonly next: (recording: Recording) => string;
} {
  const options = recordedFrom(target);
  const used = new Map<string, number>();
  let remainingBytes = MAX_REQUESTS_BYTES;
  const next = (recording: Recording): string => {
    const { method, path } = recording;
    if (!isExported(recording)) return '';
    const title = createRequestTitle(method, shownText(path));
    const number = (used.get(title) ?? 0) + 1;
    used.set(title, number);
    // Names of titles have no two of these characters beside each other.
    const name = number === 1 ? requestName(title) : `${requestName(title)}__${number}`;
    const { text } = requestText(recording, { title, name }, NO_CHAIN, remainingBytes, options);
    remainingBytes -= Buffer.byteLength(text) + 1;
    return remainingBytes < 0 ? '' : `\n${text}`;
  };
  return { start: fileHead(options, new Set(), [], [], 0), next };
}

export interface WritingOptions extends ExportOptions {
  /** The first comment. */
  readonly title: string;
  /** The variables that the addresses of requests start with. */
  readonly bases: readonly { readonly name: string; readonly url: string }[];
  readonly baseOf: (recording: Recording) => string;
  /** Whether assertions are written. */
  readonly tests: boolean;
}

export interface WrittenRequests {
  readonly text: string;
  /** How many requests had room. */
  readonly count: number;
  /** By arrival, why the body of a request is left out. */
  readonly bodiesLeftOut: ReadonlyMap<number, string>;
}

export function writeRequests(recordings: readonly Recording[], options: WritingOptions): WrittenRequests {
  const exported = recordings.filter(isExported);
  const titles = exported.map(({ method, path }) => createRequestTitle(method, shownText(path)));
  const names = uniqueNames(titles.map(requestName));
  const chains = options.chain ? chainValues(exported, names) : [];
  const needs = new Set<string>();
  const texts: string[] = [];
  const bodiesLeftOut = new Map<number, string>();
  let remainingBytes = MAX_REQUESTS_BYTES;
  for (const [index, recording] of exported.entries()) {
    const head = { title: titles[index] ?? '', name: names[index] ?? '' };
    const chain = chains[index] ?? NO_CHAIN;
    const { text, needed, bodyLeftOut } = requestText(recording, head, chain, remainingBytes, options);
    remainingBytes -= Buffer.byteLength(text) + 1;
    if (remainingBytes < 0) break;
    for (const name of needed) needs.add(name);
    texts.push(text);
    if (bodyLeftOut !== undefined) bodiesLeftOut.set(recording.arrival, bodyLeftOut);
  }
  const text = [fileHead(options, needs, recordings, exported, texts.length), ...texts].join('\n');
  return { text, count: texts.length, bodiesLeftOut };
}

function isExported({ method, response }: Recording): boolean {
  return response.statusCode !== 101 && METHOD_WORDS.has(method);
}

const METHOD_WORDS: ReadonlySet<string> = new Set(METHODS);

function fileHead(
  { title, bases }: WritingOptions,
  needs: ReadonlySet<string>,
  recordings: readonly Recording[],
  exported: readonly Recording[],
  written: number,
): string {
  const comments = [`# ${title}`];
  if (needs.size > 0) comments.push(`# Needs: ${[...needs].sort().join(', ')}`);
  if (written < exported.length) {
    comments.push(
      `# Left out: ${exported.length - written} more requests, for which a request file has no room`,
    );
  }
  const odd = new Set(recordings.map(({ method }) => method).filter((method) => !METHOD_WORDS.has(method)));
  if (odd.size > 0) comments.push(`# Left out: requests with the method ${[...odd].sort().join(', ')}`);
  const variables = bases.map(({ name, url }) => ({ name, value: literalText(url), line: 0 }));
  return printFile({ path: 'export', variables, requests: [], diagnostics: [], comments });
}

interface RequestText {
  readonly text: string;
  /** Placeholders without a definition in the file. */
  readonly needed: ReadonlySet<string>;
  readonly bodyLeftOut: string | undefined;
}

/** Leaves out what cannot be written, the body first. */
function requestText(
  recording: Recording,
  head: Pick<Request, 'title' | 'name'>,
  chain: ValueChain,
  maxBytes: number,
  options: WritingOptions,
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
  const request = builtRequest(recording, head, chain, sources, options);
  const leftOut = 'leftOut' in body ? [`# body left out: ${body.leftOut}`] : [];
  const whole = { ...request, comments: leftOut, body: 'body' in body ? body.body : null };
  const text = printed(whole);
  if (text !== undefined) return { text, needed, bodyLeftOut: 'leftOut' in body ? body.leftOut : undefined };
  const withoutBody = { ...whole, comments: [`# body left out: ${UNWRITABLE}`], body: null };
  const smaller =
    printed(withoutBody) ??
    printed({ ...withoutBody, headers: [], assertions: whole.assertions.slice(0, 1) }) ??
    `# ${head.title} cannot be written\n`;
  return { text: smaller, needed, bodyLeftOut: UNWRITABLE };
}

const UNWRITABLE = 'a request file cannot hold it';

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
  { baseOf, tests }: WritingOptions,
): Request {
  const { method, path, query, request, response } = recording;
  const place = templateText(path, sources) + templateText(query, sources);
  const headers = request.headers.flatMap(({ name, value }): KeyValue[] =>
    isExportedHeader(name) ? [{ key: name, value: headerValue(templateText(value, sources)), line: 0 }] : [],
  );
  const depends = chain.depends();
  const { statusCode } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304;
  return {
    ...head,
    description: '',
    tags: [],
    method,
    url: `{{${baseOf(recording)}}}${place}`,
    headers,
    queryParams: [],
    assertions: tests ? deriveAssertions(recording) : [],
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

function headerValue(template: string): string {
  return oneLineProblem(template) === undefined ? template : base64Placeholder(template);
}
