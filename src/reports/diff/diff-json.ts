import type { NamedDiff } from './diff-text.js';
import { jsonArray } from '../../primitives/text/output-text.js';
import { jsonText } from '../../evaluation/values/json-text.js';

/** The comparison as one JSON document, chunk by chunk. */
export function* renderDiffJson({ file1, file2, summary, comparisons }: NamedDiff): Generator<string> {
  const head = jsonText({ schemaVersion: 1, file1, file2, summary });
  yield `${head.slice(0, -2)},\n  "comparisons": `;
  yield* jsonArray(comparisons, '  ', (comparison) => jsonText(comparison, '    '));
  yield '\n}\n';
}
