/** Every finding of the language: produced somewhere, with the severity and phase it is specified with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  diagnose,
  RULES,
  type Diagnostic,
  type DiagnosticCode,
} from '../../src/request-file/model/diagnostic.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { checkClientEnv } from '../../src/operations/files/client-env-findings.js';
import { findDependencyProblems } from '../../src/operations/files/dependency-findings.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { missingFiles } from '../../src/workspace/files/missing-files.js';
import { dedent } from '../support/dedent.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { corpusFiles } from './corpus.js';

/** All findings: codes by severity and phase. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  'error syntax': [
    ...['invalid_utf8', 'nul_character', 'file_too_large', 'expected_request_line', 'unknown_method'],
    ...['empty_url', 'variable_syntax', 'malformed_header', 'unexpected_text', 'unclosed_block'],
    ...['unexpected_close', 'unknown_block', 'duplicate_block', 'body_conflict', 'expect_syntax'],
    ...['missing_operator', 'unknown_operator', 'missing_value', 'unexpected_value', 'bad_value', 'bad_path'],
    ...['capture_syntax', 'multipart_syntax', 'db_syntax', 'directive_value', 'db_without_connection'],
    ...['graphql_variables', 'mock_syntax', 'unknown_auth_method', 'auth_parameters'],
  ],
  'error check': ['duplicate_name', 'dependency_cycle', 'ambiguous_name', 'unknown_run'],
  'error validate': ['no_requests', 'missing_file', 'client_env'],
  'warning check': ['duplicate_title', 'unknown_dependency', 'missing_depends', 'variable_cycle'],
  'warning validate': ['unused_capture', 'broken_dependency'],
  'warning syntax': [
    ...['unknown_directive', 'duplicate_directive', 'orphan_directive', 'bare_directive'],
    ...['duplicate_variable', 'duplicate_capture', 'missing_separator', 'suspicious_body_line'],
    ...['indented_delimiter', 'suspicious_subject', 'suspicious_value', 'bad_placeholder'],
    ...['literal_placeholder', 'unknown_function', 'blank_in_url', 'computed_header'],
    ...['auth_overrides_header', 'retryon_without_retry', 'include_not_alone'],
    ...['unsupported_method', 'ignored_dialect', 'extra_mock', 'untranslated_script'],
  ],
  'info syntax': [
    ...['dialect_authorization', 'translated_script', 'ignored_script'],
    ...['variable_after_request', 'comment_in_body'],
  ],
  'info check': ['environment_shadowed'],
};
const ROWS = Object.entries(TABLE).flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const));

/** Message patterns of that table whose wording is the same in every case. */
const WORDING: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  invalid_utf8: 'file is not valid UTF-8 here',
  nul_character: 'NUL character is not allowed',
  file_too_large: 'file exceeds {limit}',
  expected_request_line: 'expected a request line such as `GET http://…`, found `{text}`',
  unknown_method: '`{word}` is not a method; use one of {list}',
  empty_url: '`{method}` has no URL',
  variable_syntax: 'write `@{name} = value` for a variable or `# @{name} value` for a directive',
  malformed_header: 'expected `Name: value`, `? key = value`, or a blank line before the body',
  unexpected_text: 'text after a block; the body belongs before the first block',
  unclosed_block: '`>>>{kind}` is not closed by `<<<`',
  unexpected_close: '`<<<` closes nothing',
  unknown_block: 'unknown block `>>>{kind}`; known: {list}',
  duplicate_block: 'second `>>>{kind}` in this request',
  body_conflict: 'the request already has a body (line {line})',
  expect_syntax: 'expected a line starting with `expect`',
  missing_operator: '`{subject}` needs an operator or a value, for example `exists`',
  unknown_operator: 'unknown operator `{text}`; did you mean `{near}`?',
  missing_value: '`{operator}` needs a value',
  unexpected_value: '`{operator}` takes no value',
  bad_value: '{reason}; quote the value to compare it as text',
  bad_path: 'invalid path `{path}`: {reason}',
  capture_syntax: 'expected `name from source`',
  multipart_syntax: 'expected `field name = value` or `file name @path`',
  db_syntax: 'expected `query …` or `expect column …`',
  directive_value: '`@{name}` needs {grammar}, found `{text}`',
  db_without_connection: '`>>>db` needs `# @db`',
  graphql_variables: 'GraphQL variables are not a JSON object: {reason}',
  mock_syntax: 'malformed header in `>>>mock`',
  unknown_auth_method: 'unknown authentication method `{word}`; known: {list}',
  auth_parameters: '`{method}` needs {list}; missing {name}',
  duplicate_name: 'request name `{name}` is also used on line {line}',
  duplicate_title: 'title `{name}` is also used on line {line}; give one of them `# @name`',
  ambiguous_name: '`{name}` means several requests (lines {lines}); give the one you mean `# @name`',
  no_requests: 'file has no requests',
  missing_file: '`{path}` does not exist or lies outside the workspace',
  unused_capture: 'capture `{name}` is never used',
  unknown_dependency: '`@depends {name}`: no such request; this request will be skipped',
  broken_dependency: '`@depends {name}`: {file} has errors; this request will be skipped',
  missing_separator: 'a new request starts here without `###`',
  indented_delimiter: '`{text}` counts only in column 1',
  suspicious_subject: '`{word}` means `body.{word}`; did you mean `{near}`?',
  suspicious_value: 'value begins with `not`; quote it',
  bad_placeholder: '`{{` is not closed on this line',
  literal_placeholder: 'placeholders are not replaced here',
  unknown_function: 'unknown function `{name}`',
  blank_in_url: 'blank in the URL is sent as %20',
  computed_header: '`{name}` is computed and not sent as written',
  auth_overrides_header: '`@auth` replaces this header',
  retryon_without_retry: '`@retryOn` counts only with `@retry` or configured retries',
  include_not_alone: '`< file` counts only as the whole body',
  unsupported_method: '`{word}` requests are not run; svc run fails with code 2',
  ignored_dialect: '{construct} is not supported and was ignored',
  extra_mock: 'only the first `>>>mock` is used',
  untranslated_script: '{form} has no counterpart and is not checked: {reason}',
  ignored_script: '{form} has no effect here',
  variable_after_request: 'read as a file variable',
  comment_in_body: 'this line is not sent',
  environment_shadowed: '`{name}` of {file} is hidden by {other}',
  client_env: '{file}:{line}:{column}: {reason}',
  unknown_run: '`run #{name}`: no such request in this file or its imports',
};

describe('the rules', () => {
  it('are those of the language', () => {
    expect(Object.keys(RULES).sort()).toEqual(ROWS.map(([code]) => code).sort());
  });

  it.each(ROWS)('%s: %s', (code, kind) => {
    const { severity, phase } = RULES[code as DiagnosticCode];
    expect(`${severity} ${phase}`).toBe(kind);
  });

  it.each(Object.entries(WORDING))('%s says: %s', (code, wording) => {
    expect(RULES[code as DiagnosticCode].messages[0]).toBe(wording);
  });

  it('fill in names, and cut what would bury the message', () => {
    const span = { line: 1, column: 1, endColumn: 2 };
    expect(diagnose('missing_depends', span, { reference: 'a.b', name: 'a' }).message).toBe(
      '`{{a.b}}` is used without `# @depends a`',
    );
    expect(diagnose('empty_url', span, { method: '{method}' }).message).toBe('`{method}` has no URL');
    const long = diagnose('expected_request_line', span, { text: 'x'.repeat(10_000_000) }).message;
    expect(long.length).toBeLessThan(300);
    expect(long).toContain('x…`');
  });
});

describe('every finding', () => {
  it('is produced by a file of the corpus or a snippet below', async () => {
    const produced = new Set<string>(await snippetCodes());
    for (const { bytes, file } of [...corpusFiles('parse-ok'), ...corpusFiles('parse-errors')]) {
      for (const found of (await parseRequestFile(bytes, file)).diagnostics) {
        expectAsInTable(found);
        produced.add(found.code);
      }
    }
    const missing = Object.keys(RULES).filter((code) => !produced.has(code));
    expect(missing).toEqual([]);
  });
});

function expectAsInTable({ code, severity, phase }: Diagnostic): void {
  expect(TABLE[`${severity} ${phase}`]).toContain(code);
}

/** What only large files, several files or a disk can show. */
async function snippetCodes(): Promise<string[]> {
  const root = await temporaryWorkspace();
  const capture = await parseRequestFile(
    dedent`
      GET http://x/
      >>>capture
      a from body.a
      <<<
    `,
    'capture.http',
  );
  const include = await parseRequestFile(
    dedent`
      POST http://x/

      < ./nothing.json
    `,
    'include.http',
  );
  const dependent = {
    file: await parseRequestFile('###\n# @depends ./broken.http#x\nGET http://x/\n', 'dependent.http'),
    shown: 'dependent.http',
    directory: root,
  };
  const broken = { ...dependent, file: await parseRequestFile('GTE\n', 'broken.http'), shown: 'broken.http' };
  const scripts = await parseRequestFile(
    dedent`
      GET http://x/

      > {%
        client.test("ok", () => client.assert(response.status === 200));
        client.log("done");
        pm2.track(response);
      %}

      ###
      run #nobody
    `,
    'scripts.http',
  );
  const found: Diagnostic[] = [
    ...scripts.diagnostics,
    ...(await environmentFindings()),
    ...(await parseRequestFile('#'.repeat(10 * 1024 * 1024 + 1), 'large.http')).diagnostics,
    ...[...validateFiles([await parseRequestFile('', 'empty.http')]).values()].flat(),
    ...[...validateFiles([capture]).values()].flat(),
    ...(await missingFiles(include, root, root)),
    ...[...(await findDependencyProblems([dependent], async () => broken)).values()].flat(),
  ];
  found.forEach(expectAsInTable);
  return found.map(({ code }) => code);
}

/** Findings about environment files of other clients, which are reported without their phase. */
async function environmentFindings(): Promise<Diagnostic[]> {
  const hiding = await temporaryWorkspace({
    'http-client.env.json': '{"dev": {"a": 1}}',
    'http-client.private.env.json': '{"dev": {"a": 2}}',
  });
  const broken = await temporaryWorkspace({ 'http-client.env.json': '{"dev": 1}' });
  const reports = [hiding, broken].map((root) => checkClientEnv([{ directory: root }], root, root));
  return (await Promise.all(reports))
    .flatMap(({ files }) => files.flatMap(({ findings }) => findings))
    .map((finding) => ({ ...finding, phase: RULES[finding.code].phase }));
}

describe('docs/language.md', () => {
  it('lists every finding as the code has it, in the same order', () => {
    const rows = documentedFindings(readFileSync(join(repositoryRoot, 'docs', 'language.md'), 'utf8'));
    const actual = Object.entries(RULES).map(([code, { severity, phase, messages }]) => [
      `\`${code}\``,
      severity,
      phase,
      messages.join(' / '),
    ]);
    expect(rows).toEqual(actual);
  });
});

/** Cells of the table of four columns below the heading "Diagnostics". */
function documentedFindings(markdown: string): string[][] {
  const section = /^## Diagnostics\n([^]*?)(?=^## |(?![^]))/m.exec(markdown)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => /^\| `[a-z_0-9]+` \|/.test(line));
  return rows.map(cells).filter((row) => row.length === 4);
}

function cells(row: string): string[] {
  const parts = row.slice(1, row.lastIndexOf('|')).split(/(?<!\\)\|/);
  return parts.map((cell) => cell.replaceAll('\\|', '|').trim());
}
