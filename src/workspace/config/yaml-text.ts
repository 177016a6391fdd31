import { LineCounter, parseDocument, type Document } from 'yaml';
import type { Path } from './config-words.js';
import { readData, type NodeProblem } from './yaml-data.js';
import { placeOf } from './yaml-place.js';

/** A finding with its place in the text; columns count UTF-16 code units from 1. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

export interface YamlText {
  /** What the text says; `{}` for a text without content. Not to be used when there are problems. */
  readonly data: unknown;
  readonly problems: readonly TextProblem[];
  readonly warnings: readonly TextProblem[];
  readonly document: Document.Parsed;
  /** Turns a finding about the data into one about the text. */
  place(path: Path, at: 'key' | 'value', code: string, message: string): TextProblem;
}

/** Text, without a byte-order mark, under the YAML rules of `service.yaml` (cli.md 4). */
export function readYaml(text: string): YamlText {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...OPTIONS, lineCounter });
  const locate = (from: number, to: number, code: string, message: string): TextProblem => {
    const { line, col } = lineCounter.linePos(from);
    // Only as far as the finding goes: a file may be one line with a finding at every character.
    const marked = text.slice(from, Math.max(to, from + 1));
    const lineEnd = marked.search(/[\r\n]/);
    return { code, message, line, column: col, endColumn: col + (lineEnd === -1 ? marked.length : lineEnd) };
  };
  const located = ({ range, code, message }: NodeProblem): TextProblem =>
    locate(range[0], range[1], code, message);
  const faults = syntaxFaults(document);
  const { data, problems, warnings } = faults.length > 0 ? UNREAD : readData(document.contents);
  return {
    data,
    problems: [...faults, ...problems].map(located),
    warnings: warnings.map(located),
    document,
    place(path, at, code, message) {
      const [from, to] = placeOf(document.contents, path, at);
      return locate(from, to, code, message);
    },
  };
}

/** Duplicate keys are looked for by `readData`, in linear time. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: true,
  logLevel: 'error',
} as const;

const UNREAD = { data: undefined, problems: [], warnings: [] } as const;

function syntaxFaults(document: Document.Parsed): NodeProblem[] {
  const { explicit, version } = document.directives.yaml;
  const faults: NodeProblem[] = [];
  if (explicit && version !== '1.2') {
    faults.push({
      range: [0, 0],
      code: 'yaml_version',
      message: 'only YAML 1.2 is understood; remove the %YAML line',
    });
  }
  const tooDeep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (tooDeep) return [{ range: tooDeep.pos, code: 'yaml_depth', message: 'nested too deeply' }];
  for (const { code, message, pos } of document.errors) {
    const text = code === 'MULTIPLE_DOCS' ? 'only one YAML document is allowed' : syntaxMessage(message);
    faults.push({ range: pos, code: 'yaml_syntax', message: text });
  }
  for (const { code, message, pos } of document.warnings) {
    if (code !== 'TAG_RESOLVE_FAILED') continue;
    faults.push({ range: pos, code: 'custom_tag', message: tagMessage(message) });
  }
  return faults;
}

function tagMessage(message: string): string {
  const tag = /^Unresolved tag: (\S{1,60})/.exec(message)?.[1] ?? '';
  const core = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/.exec(tag)?.[1];
  return core === undefined
    ? `tag ${tag} is not allowed; remove it`
    : `the value does not fit its tag !!${core}`;
}

/** What follows the colon repeats the text, which may be a secret. */
function syntaxMessage(message: string): string {
  const [first = ''] = message.split(/: /);
  return `not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}
