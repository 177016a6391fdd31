/** multipart/form-data, RFC 7578: files are streamed, never held in memory. */
import { RequestFailure, type StreamedBody } from './message.js';

export type MultipartPart = MultipartField | MultipartFile;

export interface MultipartField {
  readonly name: string;
  readonly value: string;
}

export interface MultipartFile extends StreamedBody {
  readonly name: string;
  readonly filename: string;
  /** Media type. */
  readonly type: string;
}

/** The body can be opened several times and has the same bytes each time. */
export function buildMultipartBody(
  parts: readonly MultipartPart[],
  boundary: string = randomBoundary(),
): { contentType: string; body: StreamedBody } {
  const heads = parts.map((part, index) => partHead(part, boundary, index === 0));
  const end = Buffer.from(parts.length === 0 ? `--${boundary}--\r\n` : `\r\n--${boundary}--\r\n`);
  const length = parts.reduce<number | undefined>(
    (sum, part, index) => add(sum, add(heads[index]?.length, contentLength(part))),
    end.length,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: { length, open: () => streamParts(parts, heads, end) },
  };
}

async function* streamParts(
  parts: readonly MultipartPart[],
  heads: readonly Uint8Array[],
  end: Uint8Array,
): AsyncGenerator<Uint8Array> {
  for (const [index, part] of parts.entries()) {
    yield heads[index] ?? new Uint8Array();
    if ('open' in part) yield* part.open();
    else yield Buffer.from(part.value);
  }
  yield end;
}

function partHead(part: MultipartPart, boundary: string, first: boolean): Uint8Array {
  const lines = [`--${boundary}`, `Content-Disposition: form-data; name="${quoted(part.name)}"`];
  if ('open' in part) {
    if (/[\r\n\0]/.test(part.type)) {
      throw new RequestFailure('protocol', `the type of the part "${part.name}" contains a line break`);
    }
    lines[1] += `; filename="${quoted(part.filename)}"`;
    lines.push(`Content-Type: ${part.type}`);
  }
  return Buffer.from(`${first ? '' : '\r\n'}${lines.join('\r\n')}\r\n\r\n`);
}

/** RFC 7578 leaves the escaping open; this is what browsers send and servers expect. */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}

function contentLength(part: MultipartPart): number | undefined {
  return 'open' in part ? part.length : Buffer.byteLength(part.value);
}

function add(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The boundary only has to differ from the content; it need not be secret. */
function randomBoundary(): string {
  const random = () => Math.random().toString(36).slice(2, 13).padEnd(11, '0');
  return `svc-${random()}${random()}`;
}
