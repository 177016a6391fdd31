import type { EditorState } from '@codemirror/state';
import { regionAt, type LineRegion } from '../../../src/request-file/text/line-region.js';

export function regionOf({ doc }: EditorState, lineNumber: number): LineRegion {
  return regionAt((number) => doc.line(number).text, lineNumber);
}
