import type { NamedDiff } from './diff-text.js';
import { jsonText } from '../../evaluation/values/json-text.js';

/** One document (cli.md 9), in pieces. */
export function* renderDiffJson({ file1, file2, summary, comparisons }: NamedDiff): Generator<string> {
  const head = jsonText({ schemaVersion: 1, file1, file2, summary });
  yield `${head.slice(0, -2)},\n  "comparisons": [`;
  for (const [i, comparison] of comparisons.entries()) {
    yield `${i === 0 ? '' : ','}\n    ${jsonText(comparison, '    ')}`;
  }
  yield comparisons.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}
