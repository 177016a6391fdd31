import { EditorState, type Extension } from '@codemirror/state';

/**
 * Keeps the line breaks of the file: a single kind is used for all lines, and where kinds are mixed a carriage return
 * is an ordinary character.
 */
export function lineBreaks(text: string): Extension {
  if (!text.includes('\r')) return [];
  const isAllCrlf = !/\r(?!\n)|(?<!\r)\n/.test(text);
  return EditorState.lineSeparator.of(isAllCrlf ? '\r\n' : '\n');
}
