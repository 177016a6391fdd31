/** Recordings as a request file from which a mock server gives the recorded responses. */
import { ServiceError } from '../../errors.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { parseText } from '../../request-file/parse-file.js';
import { printFile } from '../../request-file/print-file.js';
import { METHODS } from '../../request-file/text/methods.js';
import type { Request } from '../../request-file/model/model.js';
import { literalText, uniqueNames } from '../../request-file/write-safely.js';
import type { TargetAddress } from '../proxy/target-address.js';
import { headerOf, type Recording } from '../recordings/recording.js';
import { shownText } from '../recordings/recorded-text.js';
import { builtMockRequest } from './built-mock-request.js';
import { groupRecordings, type RecordingGroup } from './group-recordings.js';
import { MOCK_FILE_TITLE } from './mock-file-title.js';
import { createRequestTitle, requestName } from './request-title.js';

export interface MockFile {
  readonly text: string;
  /** The number of requests that were added. */
  readonly count: number;
  readonly leftOut: readonly LeftOut[];
  /** Requests that are written without a part; `reason` completes "… is recorded with its ". */
  readonly cut: readonly LeftOut[];
}

/** Plain data, because the file may be written in another thread. */
export interface LeftOut {
  readonly method: string;
  readonly path: string;
  /** Completes "… is not recorded: ". */
  readonly reason: string;
}

/** The size limit of a request file, minus space for its head. */
const MAX_FILE_BYTES = 10 * 1024 * 1024 - 64 * 1024;

/** Adds requests behind those of an earlier text; without one, it starts a file. Yields to the event loop. */
export async function toMockFile(
  recordings: readonly Recording[],
  address: TargetAddress,
  earlier: string | undefined,
): Promise<MockFile> {
  const leftOut: LeftOut[] = [];
  const cut: LeftOut[] = [];
  const leaveOut = (recording: Recording, reason: string): void =>
    void leftOut.push(entryOf(recording, reason));
  const usable = recordings.filter((recording) => {
    const reason = whyUnusable(recording);
    if (reason !== undefined) leaveOut(recording, reason);
    return reason === undefined;
  });
  const groups = groupRecordings(usable);
  const names = namesOf(groups, earlier);
  const needs = new Set<string>(address.prefix === '' ? [] : ['baseUrl']);
  const texts: string[] = [];
  let remainingBytes = MAX_FILE_BYTES - Buffer.byteLength(earlier ?? '');
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  for (const [index, group] of groups.entries()) {
    const written = writtenRequest(group, names[index] ?? '', needs);
    remainingBytes -= Buffer.byteLength(written?.text ?? '') + 1;
    const recording = group.turns[0] as Recording;
    if (written === undefined) leaveOut(recording, UNWRITABLE);
    else if (remainingBytes < 0) leaveOut(recording, 'a request file has no room for it');
    else {
      texts.push(written.text);
      if (written.cut !== undefined) cut.push(entryOf(recording, written.cut));
    }
    await yieldIfDue();
  }
  const head = earlier ?? fileHead(address, needs);
  return { text: [head, ...texts].join('\n'), count: texts.length, leftOut, cut };
}

function entryOf({ method, path }: Recording, reason: string): LeftOut {
  return { method, path: shownText(path), reason };
}

const SLICE_MS = 8;
const UNWRITABLE = 'a request file cannot hold it';

function whyUnusable({ method, response }: Recording): string | undefined {
  const { statusCode, body, headers } = response;
  if (!METHOD_WORDS.has(method)) return `a request file has no requests with the method ${method}`;
  if (statusCode < 200 || statusCode > 599) return `a mock response cannot have the status ${statusCode}`;
  if (body.truncated) return 'its response is too large, damaged or nested too deeply';
  const coding = shownText(headerOf(headers, 'content-encoding') ?? '');
  if (body.size > 0 && coding !== '' && !CODINGS.has(coding.trim().toLowerCase()))
    return `a mock response cannot have the coding ${coding}`;
  return undefined;
}

const METHOD_WORDS: ReadonlySet<string> = new Set(METHODS);
/** Those in which a mock server sends the text of a block. */
const CODINGS: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'identity']);

function namesOf(groups: readonly RecordingGroup[], earlier: string | undefined): readonly string[] {
  const taken = earlier === undefined ? [] : parseText(earlier, 'recorded').requests.map(({ name }) => name);
  const own = groups.map(({ turns: [first] }) => requestName(titleOf(first as Recording)));
  return uniqueNames([...new Set(taken), ...own]).slice(new Set(taken).size);
}

function titleOf({ method, path }: Recording): string {
  return createRequestTitle(method, shownText(path));
}

function fileHead({ url, origin, prefix }: TargetAddress, needs: ReadonlySet<string>): string {
  const comments = [`${MOCK_FILE_TITLE}${url}`];
  if (needs.size > 0) comments.push(`# Needs, to be run: ${[...needs].sort().join(', ')}`);
  // The path of the target is no part of the addresses that clients of the mock server use.
  const variables = prefix === '' ? [{ name: 'baseUrl', value: literalText(origin), line: 0 }] : [];
  return printFile({ path: 'recording', variables, requests: [], diagnostics: [], comments });
}

interface WrittenRequest {
  readonly text: string;
  /** Which part is left out, and why. */
  readonly cut: string | undefined;
}

/** Leaves out the body of the request when it cannot be written; undefined when nothing can. */
function writtenRequest(group: RecordingGroup, name: string, needs: Set<string>): WrittenRequest | undefined {
  const head = { name, title: titleOf(group.turns[0] as Recording) };
  const needed = new Set<string>();
  const request = builtMockRequest(group, head, (variable) => needed.add(variable));
  const attempts: readonly Request[] = [
    request,
    { ...request, body: null, comments: [`# body left out: ${UNWRITABLE}`] },
    { ...request, body: null, headers: [], comments: [`# headers and body left out: ${UNWRITABLE}`] },
  ];
  for (const attempt of attempts) {
    const text = printed(attempt);
    if (text === undefined) continue;
    for (const variable of needed) needs.add(variable);
    return { text, cut: attempt.comments[0]?.slice('# '.length) };
  }
  return undefined;
}

function printed(request: Request): string | undefined {
  try {
    return printFile({
      path: 'recording',
      variables: [],
      requests: [request],
      diagnostics: [],
      comments: [],
    });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
