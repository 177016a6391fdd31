/** The grammar of request files for editors, as the text of its file. */
import { BLOCK_RULES } from './block-rules.js';
import { BODY_RULES } from './body-rules.js';
import { LINE_RULES } from './line-rules.js';
import { REGION_RULES, SECTION_RULES } from './region-rules.js';
import { include, LINE_SCOPES, SCOPE, type GrammarLineKind } from './rule.js';
import { VALUE_RULES } from './value-rules.js';

/** Relative to the root of the repository. */
export const GRAMMAR_FILE = 'editors/vscode/syntaxes/http.tmLanguage.json';

/** Lines in which placeholders are replaced, in whatever language their text is. */
const TEMPLATE_LINES: readonly GrammarLineKind[] = [
  'directive',
  'variable',
  'request line',
  'query',
  'header',
  'body',
  'block line',
];

export function grammarText(): string {
  const grammar = {
    name: 'svc request file',
    scopeName: SCOPE,
    fileTypes: ['http'],
    patterns: [include('section'), include('first-section')],
    injections: {
      [`L:(${TEMPLATE_LINES.map((kind) => LINE_SCOPES[kind]).join(' | ')}) - meta.placeholder.http.svc`]: {
        patterns: [include('placeholder')],
      },
    },
    repository: {
      ...SECTION_RULES,
      ...REGION_RULES,
      ...BODY_RULES,
      ...LINE_RULES,
      ...BLOCK_RULES,
      ...VALUE_RULES,
    },
  };
  return `${JSON.stringify(grammar, null, 2)}\n`;
}
