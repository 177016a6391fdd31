import { diagnose, type Diagnostic } from './model/diagnostic.js';

export interface DecodedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Shared, because creating a decoder takes longer than decoding a small file. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Invalid sequences become U+FFFD; the first of each line is reported. */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: strict.decode(bytes), diagnostics: [] };
  } catch {
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
    return { text: lenient.decode(bytes), diagnostics: invalidPlaces(bytes) };
  }
}

function invalidPlaces(bytes: Uint8Array): Diagnostic[] {
  // A U+FFFD of the file itself (EF BF BD) is valid, so it is replaced by another character of the same length.
  const marked = bytes.map((byte, at) =>
    byte === 0xbd && bytes[at - 1] === 0xbf && bytes[at - 2] === 0xef ? 0xbc : byte,
  );
  const lines = new TextDecoder('utf-8').decode(marked).split(/\r\n|\n|\r/);
  return lines.flatMap((line, index) => {
    const column = line.indexOf('\ufffd') + 1;
    return column === 0 ? [] : [diagnose('invalid_utf8', { line: index + 1, column, endColumn: column + 1 })];
  });
}
