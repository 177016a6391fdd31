/** Why each finding is reported, and what to do about it. */
import type { DiagnosticCode } from '../request-file/model/diagnostic.js';
import { explained, type Explanation } from './explanation.js';

export const FINDING_EXPLANATIONS: Readonly<Record<DiagnosticCode | 'undefined_variable', Explanation>> = {
  invalid_utf8: explained(
    'Request files are UTF-8, and these bytes are no character in it.',
    'Save the file as UTF-8, or write the character again.',
  ),
  nul_character: explained(
    'A NUL character cannot be sent or shown, and mostly means that the file is not text.',
    'Remove the character.',
  ),
  file_too_large: explained(
    'A file of this size cannot be edited or read with care, and is refused before it takes time and memory.',
    'Split the file, or put large bodies into files of their own and include them by `< path`.',
  ),
  expected_request_line: explained(
    'After its directives a request begins with a method and a URL.',
    'Write a line such as `GET https://example.test/`, or make this line a comment with `#`.',
  ),
  unknown_method: explained(
    'Only methods that HTTP defines are sent, so that a slip of the pen does not reach a server.',
    'Use one of the methods in the message.',
  ),
  empty_url: explained('There is nothing to send the request to.', 'Write the URL after the method.'),
  variable_syntax: explained(
    'A line that begins with `@` defines a variable, for which a name and `=` are needed.',
    'Write `@name = value`, or `# @name value` if a directive is meant.',
  ),
  malformed_header: explained(
    'Below the request line stand headers and query lines until a blank line.',
    'Write `Name: value` or `? key = value`, or put a blank line before the body.',
  ),
  unexpected_text: explained(
    'Blocks end a request, so that text after them belongs to nothing.',
    'Move the text before the first block if it is part of the body, or make it a comment.',
  ),
  unclosed_block: explained(
    'A block reaches from `>>>` to `<<<`, and without its end it is unclear what belongs to it.',
    'Write `<<<` on a line of its own after the last line of the block.',
  ),
  unexpected_close: explained('No block is open here.', 'Remove the line, or write the `>>>` that it ends.'),
  unknown_block: explained(
    'The word after `>>>` says what the lines of the block mean, and this one is not defined.',
    'Use one of the blocks in the message.',
  ),
  duplicate_block: explained(
    'A request has at most one block of this kind, so that it is clear which one counts.',
    'Join both blocks, or remove one of them.',
  ),
  body_conflict: explained('A request is sent with one body only.', 'Remove all bodies but one.'),
  expect_syntax: explained(
    'Every line of an assertion block checks something, and begins with `expect`.',
    'Write `expect` before the subject, or make the line a comment with `#`.',
  ),
  missing_operator: explained(
    'An assertion compares its subject with something.',
    'Add a value, an operator with a value, or `exists`.',
  ),
  unknown_operator: explained(
    'The word is in the place of an operator, but none has this name.',
    'Use an operator of the language, or quote the value if the word is part of it.',
  ),
  missing_value: explained('This operator compares with a value.', 'Write the value after the operator.'),
  unexpected_value: explained(
    'This operator checks the subject alone, so that a value would not count.',
    'Remove the value, or use an operator that takes one.',
  ),
  bad_value: explained(
    'The value looks like JSON, a pattern or a number, but cannot be read as one.',
    'Correct the value, or put it into quotes to compare it as text.',
  ),
  bad_path: explained(
    'The path, JSONPath or XPath cannot be read, so that nothing could be found by it.',
    'Correct the path at the place that the message names.',
  ),
  capture_syntax: explained(
    'A capture gives a part of the response a name.',
    'Write `name from source`, such as `token from body.token`.',
  ),
  multipart_syntax: explained(
    'Every line of a multipart block is one part of the body.',
    'Write `field name = value` or `file name @path`.',
  ),
  db_syntax: explained(
    'A database block holds queries, and checks of the columns that they return.',
    'Write `query …` or `expect column …`.',
  ),
  directive_value: explained(
    'The directive cannot be followed with this value.',
    'Write a value of the form that the message names.',
  ),
  db_without_connection: explained(
    'A query needs to know which database it is for.',
    'Add `# @db` with a connection string to the request.',
  ),
  graphql_variables: explained(
    'GraphQL servers take variables as a JSON object only.',
    'Write an object such as `{ "id": 1 }`.',
  ),
  mock_syntax: explained(
    'Between the status and the blank line a mocked response has headers.',
    'Write `Name: value`, or a blank line before the body.',
  ),
  unknown_auth_method: explained(
    'The first word after `@auth` names the method, and this one is not defined.',
    'Use one of the methods in the message.',
  ),
  auth_parameters: explained(
    'The method cannot build its credentials without this parameter.',
    'Add the missing parameter, separated by a comma.',
  ),
  duplicate_name: explained(
    'Another request refers to this name, which has to mean exactly one request.',
    'Give one of the requests another `# @name`.',
  ),
  dependency_cycle: explained(
    'Each of these requests waits for the next, so that none of them could ever start.',
    'Remove one of the dependencies.',
  ),
  duplicate_title: explained(
    'Nothing refers to the title yet, but a reference could not tell the requests apart.',
    'Give one of the requests a `# @name` of its own.',
  ),
  ambiguous_name: explained(
    'Several requests have this name, so that it is unclear which one is meant.',
    'Give the request that is meant a `# @name`, and use that.',
  ),
  no_requests: explained(
    'A file without requests does nothing.',
    'Add a request such as `GET {{base}}/health`.',
  ),
  missing_file: explained(
    'The request needs this file, and only files inside the workspace are read.',
    'Correct the path, or create the file.',
  ),
  unused_capture: explained(
    'The value is captured, but no placeholder uses it.',
    'Use it as `{{name}}`, or remove the capture.',
  ),
  unknown_dependency: explained(
    'A request whose dependency does not exist is skipped.',
    'Correct the name, or remove it from `@depends`.',
  ),
  broken_dependency: explained(
    'A file with errors is not run, so that requests which depend on it are skipped.',
    'Correct the errors of the other file.',
  ),
  missing_depends: explained(
    'Without the dependency the other request may not have run yet, and then there is no value.',
    'Add `# @depends` with the name of the other request.',
  ),
  variable_cycle: explained(
    'Each of these variables needs the value of the next, so that none of them has one.',
    'Give one of them a value without the others.',
  ),
  unknown_directive: explained(
    'No directive has this name, so that the line has no effect.',
    'Correct the name, or write it as a comment without `@`.',
  ),
  duplicate_directive: explained(
    'Only the last of several lines of this directive counts.',
    'Remove the lines before it.',
  ),
  orphan_directive: explained(
    'Directives belong to the request below them, and here is none.',
    'Remove the line, or move it above a request.',
  ),
  bare_directive: explained(
    'Without `#` the line looks like a variable, and other tools read it as one.',
    'Write `# @` before the name.',
  ),
  duplicate_variable: explained(
    'Only the last definition of a name counts, also for requests above it.',
    'Remove the definitions before it.',
  ),
  duplicate_capture: explained(
    'Only the last capture of a name in a request counts.',
    'Remove the captures before it, or give it another name.',
  ),
  missing_separator: explained(
    'Requests are separated by `###`, and without it a reader may take this for a part of the request above.',
    'Write `###` on the line before.',
  ),
  suspicious_body_line: explained(
    'The line stands in the body and is sent as it is, which is rarely meant.',
    'Move it before the request line or behind the body, or leave it if it is to be sent.',
  ),
  indented_delimiter: explained(
    'Separators and the ends of blocks count in column 1 only, so that bodies may hold such texts.',
    'Remove the blanks before it.',
  ),
  suspicious_subject: explained(
    'A word that is no subject is a path in the body, and this one is nearly the name of a subject.',
    'Use the name in the message, or write `body.` before the word.',
  ),
  suspicious_value: explained(
    'The value begins with a word that is nearly an operator or condition, and is compared as text.',
    'Correct the word, or put the value into quotes.',
  ),
  bad_placeholder: explained(
    'Two braces begin a placeholder, which ends on the same line and holds a name.',
    'Close it by `}}`, or write `\\{{` for the braces themselves.',
  ),
  literal_placeholder: explained(
    'Placeholders are replaced in values, not in the text at this place.',
    'Write the text itself.',
  ),
  unknown_function: explained(
    'No function has this name, or it takes other arguments, so that the placeholder has no value.',
    'Correct the name or the arguments.',
  ),
  blank_in_url: explained(
    'A URL has no blanks, so that `%20` is sent in its place.',
    'Write `%20` instead of each blank.',
  ),
  computed_header: explained(
    'The header follows from the body or the connection, and another value would break the request.',
    'Remove the header.',
  ),
  auth_overrides_header: explained(
    'The authentication of the request sets the same header.',
    'Remove the header or the `@auth` line.',
  ),
  dialect_authorization: explained(
    'Another client has this short form for credentials, and it is read as that client reads it.',
    'Write it as `# @auth`, which every part of svc shows and checks.',
  ),
  retryon_without_retry: explained(
    'Status codes to repeat a request for have no effect if nothing is repeated.',
    'Add `# @retry` with a number.',
  ),
  include_not_alone: explained(
    'A file is included as the whole body only, so that this line is sent as text.',
    'Make it the only line of the body.',
  ),
  unsupported_method: explained(
    'Requests of this kind need a connection of another protocol, which svc does not open, so that they fail.',
    'Leave the request out with `# @skip`, or skip all of them with `--skip-unsupported`.',
  ),
  ignored_dialect: explained(
    'The construct belongs to another client and has no counterpart here.',
    'Express it by directives, assertions and captures, or keep it for the other client.',
  ),
  extra_mock: explained(
    'Without `@mock.sequence`, a mock gives one response for a request.',
    'Add `# @mock.sequence cycle` to let the blocks respond in turn, remove the others, or give them requests of their own.',
  ),
  untranslated_script: explained(
    'Scripts are never executed, and this part of one means nothing that can be read without executing it.',
    'Write the check as an assertion, or the value as a capture.',
  ),
  translated_script: explained(
    'The script is not executed, but what it checks and stores is done in its place.',
    'Leave it, or let `svc import http` write it as assertions and captures.',
  ),
  ignored_script: explained(
    'This part of a script changes nothing about the request or its checks.',
    'Leave it for the other client, or remove it.',
  ),
  variable_after_request: explained(
    'Other clients allow variables below the request line, and they are read in the same way.',
    'Move the variable above the request to make that plain.',
  ),
  comment_in_body: explained(
    'JSON has no comments, so that other clients leave such lines out, and so does svc.',
    'Leave it, or move the comment above the request.',
  ),
  environment_shadowed: explained(
    'Two sources give the environment this name, and the stronger one counts.',
    'Remove one of them, or rename it.',
  ),
  client_env: explained(
    'The environment file of another client cannot be read, so that its values are missing.',
    'Correct the file at the place in the message.',
  ),
  unknown_run: explained(
    'A `run` line executes requests of this file or of its imports, and none has this name.',
    'Correct the name, or import the file that has it.',
  ),
  undefined_variable: explained(
    'No source of values has this name, so that the request would not be sent.',
    'Define it in the file or the environment, or give it when you run the file.',
  ),
};
