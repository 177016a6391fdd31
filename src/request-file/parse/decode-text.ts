import { diagnose, type Diagnostic } from '../model/diagnostic.js';

export interface DecodedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decodes UTF-8. Invalid sequences become U+FFFD; the first of each line is reported. */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      diagnostics: [],
    };
  } catch {
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
    return { text: lenient.decode(bytes), diagnostics: invalidPlaces(bytes, lenient) };
  }
}

const LF = 10;
const CR = 13;

function invalidPlaces(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder>): Diagnostic[] {
  const found: Diagnostic[] = [];
  let line = 1;
  let lineStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let reported = 0;
  let at = lineStart;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === LF || byte === CR) {
      at += byte === CR && bytes[at + 1] === LF ? 2 : 1;
      line++;
      lineStart = at;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length === 0 && reported !== line) {
      const column = decoder.decode(bytes.subarray(lineStart, at)).length + 1;
      found.push(diagnose('invalid_utf8', { line, column, endColumn: column + 1 }));
      reported = line;
    }
    at += length || 1;
  }
  return found;
}

/** The length of the well-formed sequence at `at` (Unicode 15, table 3-7); 0 if it is ill-formed. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    const rest = isContinuation(bytes[at + 2] ?? 0) && isContinuation(bytes[at + 3] ?? 0);
    return second >= low && second <= high && rest ? 4 : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
