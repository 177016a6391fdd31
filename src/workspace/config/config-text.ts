import { ServiceError } from '../../errors.js';
import { decodeText } from '../../request-file/decode-text.js';
import type { Config } from './config.js';
import { MAX_CONFIG_BYTES } from './config-limit.js';
import { checkConfig, typedConfig } from './config-check.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { Path } from '../../primitives/shapes/check-shape.js';
import { readYaml, type TextProblem, type YamlText } from './yaml-text.js';

export interface ConfigText {
  /** Undefined when there are problems. */
  readonly config: Config | undefined;
  /** All problems, in the order of the text. */
  readonly problems: readonly TextProblem[];
  readonly warnings: readonly TextProblem[];
  /** Where the value of a key stands, for problems that are found later; only with a config. */
  readonly problemAt?: (path: Path, message: string) => TextProblem;
}

/** The settings of a `service.yaml`, or all of its problems. */
export function parseConfig(source: string | Uint8Array): ConfigText {
  const decoded = typeof source === 'string' ? { text: source, diagnostics: [] } : decodeText(source);
  const size = typeof source === 'string' ? new TextEncoder().encode(source).length : source.byteLength;
  if (size > MAX_CONFIG_BYTES)
    return broken([{ ...START, code: 'too_large', message: 'the file is larger than 1 MiB' }]);
  if (decoded.diagnostics.length > 0) return broken(decoded.diagnostics);
  const yaml = readYaml(stripByteOrderMark(decoded.text));
  const problems = configProblems(yaml);
  if (problems.length > 0) return { config: undefined, problems, warnings: yaml.warnings };
  return {
    config: typedConfig(yaml.data),
    problems,
    warnings: yaml.warnings,
    problemAt: (path, message) => yaml.place(path, 'value', '', message),
  };
}

/** The problems of the YAML and, as far as it can be parsed, of the settings. */
export function configProblems(yaml: YamlText): readonly TextProblem[] {
  const found = isPlainObject(yaml.data) ? checkConfig(yaml.data) : [];
  const placed = found.map(({ path, at, code, message }) => yaml.place(path, at, code, message));
  // The same problem is found through an anchor and through each of its aliases.
  const seen = new Set<string>();
  const distinct = [...yaml.problems, ...placed].filter((problem) => {
    const line = problemLine('', problem);
    return seen.has(line) ? false : seen.add(line);
  });
  return distinct.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** `service.yaml:7:3: unknown key "timeoutt"; did you mean "timeout"?` */
export function problemLine(file: string, { line, column, message }: TextProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The problem of a file that cannot be read. */
export function fileProblem(message: string): TextProblem {
  return { ...START, code: 'unreadable', message };
}

/** The error of the command line, which names all problems, one per line. */
export function problemsError(shown: string, problems: readonly TextProblem[]): ServiceError {
  return new ServiceError('input', problems.map((problem) => problemLine(shown, problem)).join('\n'));
}

/** The error of the server, which names the first problem. */
export function invalidConfig(shown: string, problems: readonly TextProblem[]): ServiceError {
  const { line, column, message } = problems[0] ?? { ...START, message: 'it cannot be read' };
  return new ServiceError('input', `${shown} is not valid: line ${line}, column ${column}: ${message}`);
}

export function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const START = { line: 1, column: 1, endColumn: 1 };

function broken(problems: readonly TextProblem[]): ConfigText {
  return { config: undefined, problems, warnings: [] };
}
