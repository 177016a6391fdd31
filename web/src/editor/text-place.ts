/** Converts between offsets of the editor and the places of the language. */
import type { EditorState, Text } from '@codemirror/state';
import type { TextPlace } from '../language/messages.js';

export function placeAt({ doc }: EditorState, offset: number): TextPlace {
  const line = doc.lineAt(offset);
  return { line: line.number, column: offset - line.from + 1 };
}

export function offsetOf(doc: Text, { line, column }: TextPlace): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(from + column - 1, to);
}
