/** All findings of the language, with their stable codes and messages. */
import { getOrAdd } from '../../primitives/get-or-add.js';

/** An `info` finding changes no exit code, also not where warnings count as errors. */
export type Severity = 'error' | 'warning' | 'info';
export type Phase = 'syntax' | 'check' | 'validate';

export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The last line of a finding of several lines, on which `endColumn` counts. */
  readonly endLine?: number;
  readonly phase: Phase;
}

interface Rule {
  readonly severity: Severity;
  readonly phase: Phase;
  /** Message variants, selected by index; `{name}` is replaced by a value. */
  readonly messages: readonly string[];
}

const error = (...messages: string[]): Rule => ({ severity: 'error', phase: 'syntax', messages });
const warning = (...messages: string[]): Rule => ({ severity: 'warning', phase: 'syntax', messages });
const info = (...messages: string[]): Rule => ({ severity: 'info', phase: 'syntax', messages });
const inPhase = (phase: Phase, rule: Rule): Rule => ({ ...rule, phase });

export const RULES = {
  invalid_utf8: error('file is not valid UTF-8 here'),
  nul_character: error('NUL character is not allowed'),
  file_too_large: error('file exceeds {limit}'),
  expected_request_line: error('expected a request line such as `GET http://…`, found `{text}`'),
  unknown_method: error(
    '`{word}` is not a method; use one of {list}',
    '`{word}` is not a method; use one of {list}; did you mean `{near}`?',
  ),
  empty_url: error('`{method}` has no URL'),
  variable_syntax: error('write `@{name} = value` for a variable or `# @{name} value` for a directive'),
  malformed_header: error('expected `Name: value`, `? key = value`, or a blank line before the body'),
  unexpected_text: error('text after a block; the body belongs before the first block'),
  unclosed_block: error('`>>>{kind}` is not closed by `<<<`'),
  unexpected_close: error('`<<<` closes nothing'),
  unknown_block: error('unknown block `>>>{kind}`; known: {list}'),
  duplicate_block: error('second `>>>{kind}` in this request'),
  body_conflict: error('the request already has a body (line {line})', '`>>>variables` needs `>>>graphql`'),
  expect_syntax: error('expected a line starting with `expect`'),
  missing_operator: error('`{subject}` needs an operator or a value, for example `exists`'),
  unknown_operator: error('unknown operator `{text}`; did you mean `{near}`?', 'unknown operator `{text}`'),
  missing_value: error('`{operator}` needs a value'),
  unexpected_value: error('`{operator}` takes no value'),
  bad_value: error('{reason}; quote the value to compare it as text'),
  bad_path: error('invalid path `{path}`: {reason}'),
  capture_syntax: error('expected `name from source`'),
  multipart_syntax: error('expected `field name = value` or `file name @path`'),
  db_syntax: error('expected `query …` or `expect column …`'),
  directive_value: error('`@{name}` needs {grammar}, found `{text}`'),
  db_without_connection: error('`>>>db` needs `# @db`'),
  graphql_variables: error('GraphQL variables are not a JSON object: {reason}'),
  mock_syntax: error('malformed header in `>>>mock`'),
  unknown_auth_method: error('unknown authentication method `{word}`; known: {list}'),
  auth_parameters: error('`{method}` needs {list}; missing {name}'),
  duplicate_name: inPhase('check', error('request name `{name}` is also used on line {line}')),
  dependency_cycle: inPhase('check', error('dependency cycle: {chain}')),
  duplicate_title: inPhase(
    'check',
    warning('title `{name}` is also used on line {line}; give one of them `# @name`'),
  ),
  ambiguous_name: inPhase(
    'check',
    error('`{name}` means several requests (lines {lines}); give the one you mean `# @name`'),
  ),
  no_requests: inPhase('validate', error('file has no requests')),
  missing_file: inPhase('validate', error('`{path}` does not exist or lies outside the workspace')),
  unused_capture: inPhase('validate', warning('capture `{name}` is never used')),
  unknown_dependency: inPhase(
    'check',
    warning('`@depends {name}`: no such request; this request will be skipped'),
  ),
  broken_dependency: inPhase(
    'validate',
    warning('`@depends {name}`: {file} has errors; this request will be skipped'),
  ),
  missing_depends: inPhase('check', warning('`{{{reference}}}` is used without `# @depends {name}`')),
  variable_cycle: inPhase('check', warning('variable cycle: {chain}')),
  unknown_directive: warning(
    '`@{name}` is not known and has no effect',
    '`@{name}` is not known and has no effect; did you mean `@{near}`?',
  ),
  duplicate_directive: warning('`@{name}` is given again, the last one counts'),
  orphan_directive: warning('`@{name}` belongs to no request'),
  bare_directive: warning('write `# @{name}`'),
  duplicate_variable: warning('`{name}` is defined again, the last one counts'),
  duplicate_capture: warning('`{name}` is captured again, the last one counts'),
  missing_separator: warning('a new request starts here without `###`'),
  suspicious_body_line: warning(
    'looks like {what} but is part of the body',
    'only comments where a body is expected; they are not sent',
  ),
  indented_delimiter: warning('`{text}` counts only in column 1'),
  suspicious_subject: warning('`{word}` means `body.{word}`; did you mean `{near}`?'),
  suspicious_value: warning(
    'value begins with `not`; quote it',
    'value begins with `{word}`; did you mean the operator `{near}`? If not, quote the value',
    'no condition that can be read follows `{word}`, so that it is part of the value; if that is meant, quote the value',
  ),
  bad_placeholder: warning('`{{` is not closed on this line', '`{{}}` is empty'),
  literal_placeholder: warning('placeholders are not replaced here'),
  unknown_function: warning(
    'unknown function `{name}`',
    '`{name}` takes {count}, found {found}',
    'unknown function `{name}`; did you mean `{near}`?',
  ),
  blank_in_url: warning('blank in the URL is sent as %20'),
  computed_header: warning('`{name}` is computed and not sent as written'),
  auth_overrides_header: warning('`@auth` replaces this header'),
  dialect_authorization: info('read as `# @auth {line}`'),
  retryon_without_retry: warning('`@retryOn` counts only with `@retry` or configured retries'),
  include_not_alone: warning('`< file` counts only as the whole body'),
  unsupported_method: warning('`{word}` requests are not run; svc run fails with code 2'),
  ignored_dialect: warning('{construct} is not supported and was ignored'),
  extra_mock: warning('only the first `>>>mock` is used'),
  untranslated_script: warning('{form} has no counterpart and is not checked: {reason}'),
  translated_script: info('{assertions}, {captures}'),
  ignored_script: info('{form} has no effect here'),
  variable_after_request: info('read as a file variable'),
  comment_in_body: info('this line is not sent'),
  environment_shadowed: inPhase('check', info('`{name}` of {file} is hidden by {other}')),
  client_env: inPhase('validate', error('{file}:{line}:{column}: {reason}')),
  unknown_run: inPhase(
    'check',
    error('`run #{name}`: no such request in this file or its imports', '`run {written}`: {reason}'),
  ),
} as const satisfies Record<string, Rule>;

export type DiagnosticCode = keyof typeof RULES;

export type MessageValues = Readonly<Record<string, string | number>>;

/** A span, in most cases on one line. Columns count UTF-16 code units from 1; `endColumn` is exclusive. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly endLine?: number;
}

export function diagnose(
  code: DiagnosticCode,
  span: Span,
  values: MessageValues = {},
  variant = 0,
): Diagnostic {
  const { severity, phase, messages }: Rule = RULES[code];
  const { line, column, endColumn, endLine } = span;
  const message = fill(messages[variant] ?? code, values);
  // Written out, because a workspace has many findings, and few of several lines.
  return endLine === undefined || endLine === line
    ? { severity, code, message, line, column, endColumn, phase }
    : { severity, code, message, line, column, endColumn, endLine, phase };
}

/** Quoted source is shortened, because it would bury the message; our own lists get more space. */
const MAX_QUOTE_LENGTH = 80;
const MAX_LIST_LENGTH = 400;
const LISTS: ReadonlySet<string> = new Set(['list', 'lines', 'chain', 'reason', 'grammar', 'line']);

/** The texts of a message and, between them, the names of its values; split once, because a workspace has many findings. */
const MESSAGE_PARTS = new Map<string, readonly string[]>();

function fill(text: string, values: MessageValues): string {
  const parts = getOrAdd(MESSAGE_PARTS, text, () => text.split(/\{([a-z]+)\}/));
  let filled = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 2)
    filled += valueText(parts[i] ?? '', values) + (parts[i + 1] ?? '');
  return filled;
}

function valueText(name: string, values: MessageValues): string {
  const value = values[name];
  if (value === undefined) return `{${name}}`;
  const written = String(value);
  const maxLength = LISTS.has(name) ? MAX_LIST_LENGTH : MAX_QUOTE_LENGTH;
  return written.length > maxLength ? `${written.slice(0, maxLength)}…` : written;
}

/** Whether a file cannot be used, since its requests may be incomplete. */
export function hasErrors({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

/** `<file>:<line>:<column>: <severity> <code>: <message>` */
export function diagnosticLine(file: string, d: Diagnostic): string {
  return `${file}:${d.line}:${d.column}: ${d.severity} ${d.code}: ${d.message}`;
}

/** `line <line>: <message>`, among the warnings of a result, which names the file itself. */
export function lineWarning({ line, message }: Diagnostic): string {
  return `line ${line}: ${message}`;
}
