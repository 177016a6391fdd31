import { jsonArray } from '../../primitives/text/output-text.js';
import { jsonText } from '../../evaluation/values/json-text.js';
import { strengthDocument } from './strength-document.js';
import type { StrengthReport } from './strength-text.js';

/** Strength as one JSON document, chunk by chunk. */
export function* renderStrengthJson(report: StrengthReport): Generator<string> {
  const { files, dangerous, suggestions, ...rest } = strengthDocument(report);
  const head = jsonText({ schemaVersion: 1, ...rest });
  yield `${head.slice(0, -2)},\n  "files": `;
  yield* jsonArray(files, '  ', (file) => jsonText(file, '    '));
  yield ',\n  "dangerous": ';
  yield* jsonArray(dangerous, '  ', (survivor) => jsonText(survivor, '    '));
  yield ',\n  "suggestions": ';
  yield* jsonArray(suggestions, '  ', (suggestion) => jsonText(suggestion, '    '));
  yield '\n}\n';
}
