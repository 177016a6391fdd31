import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { testScope } from '../../test/support/runs/evaluation.js';
import { parseText } from '../request-file/parse-file.js';
import { printFile } from '../request-file/print-file.js';
import { withoutCommentLines } from '../request-file/text/json-comments.js';
import { literalText } from '../request-file/write-safely.js';
import { assembleFiles } from './assemble-files.js';
import { statusRange } from './imported-assertions.js';
import type { BodyDraft, ImportedFileDraft, ImportedRequestDraft } from './import-draft.js';
import { caseCount } from '../../test/support/generated-cases.js';

const OPTIONS = { tests: true, saveBodies: false };

function draftOf(
  request: Partial<ImportedRequestDraft>,
  others: Partial<ImportedFileDraft> = {},
): ImportedFileDraft {
  const base = { place: 'command 1', title: 't', name: 'n', method: 'GET', url: 'http://h/' };
  return { path: '', title: 'T', format: 'curl', requests: [{ ...base, ...request }], ...others };
}

function printed(request: Partial<ImportedRequestDraft>, options = OPTIONS): string {
  const [file] = assembleFiles([draftOf(request)], options).files;
  if (!file) throw new Error('no file');
  return printFile(file.file);
}

const NASTY = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '{{',
        '}}',
        '\\{{',
        '\\',
        '{{x}}',
        '\n',
        '\r\n',
        '\0',
        ' ',
        '\t',
        '###',
        '>>>',
        '<<<',
        '< ',
        '&',
        '=',
        '@',
        '#',
        '//',
        '"',
        "'",
        ',',
        ';type=',
        '\ud800',
        'é',
        '😀',
        '? ',
        '?? a',
        '{',
        '[',
        'HTTP/1.1',
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join('')),
);
const pairs = fc.array(fc.record({ key: NASTY, value: NASTY }), { maxLength: 3 });
const bodies: fc.Arbitrary<BodyDraft | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ kind: fc.constant('text' as const), text: NASTY }),
  fc.record({ kind: fc.constant('form' as const), fields: pairs }),
  fc.record({ kind: fc.constant('file' as const), path: NASTY.filter((text) => text !== '') }),
  fc.record({
    kind: fc.constant('multipart' as const),
    fields: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('field' as const), name: NASTY, value: NASTY }),
        fc.record({
          kind: fc.constant('file' as const),
          name: NASTY,
          path: NASTY,
          type: NASTY,
          filename: NASTY,
        }),
      ),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant('graphql' as const),
    query: NASTY,
    variables: fc.oneof(fc.constant(null), NASTY, fc.constant('{"a": 1}')),
  }),
);

describe('assemble', () => {
  it('makes a writable file of anything', () => {
    const request = fc.record({
      title: NASTY,
      name: NASTY,
      description: NASTY,
      tags: fc.array(NASTY, { maxLength: 2 }),
      comments: fc.array(NASTY, { maxLength: 2 }),
      url: NASTY,
      query: pairs,
      headers: pairs,
      auth: fc.option(fc.tuple(NASTY, NASTY), { nil: undefined }),
    });
    fc.assert(
      fc.property(request, bodies, NASTY, fc.boolean(), ({ auth, ...fields }, body, value, saveBodies) => {
        const directives = auth === undefined ? {} : { auth: { type: 'basic' as const, params: auth } };
        const draft = draftOf({ ...fields, directives, ...(body && { body }) });
        const variables = [{ name: value, value }];
        const { files } = assembleFiles([{ ...draft, title: value, version: value, variables }], {
          tests: true,
          saveBodies,
        });
        for (const { file } of files) expect(printFile(file)).toMatch(/\n$/);
      }),
      { numRuns: caseCount(1000, 40) },
    );
  });

  it('keeps every text body byte for byte', () => {
    fc.assert(
      fc.property(NASTY, (text) => {
        const body = { kind: 'text' as const, text: literalText(text) };
        const [file] = assembleFiles([draftOf({ body })], { tests: true, saveBodies: true }).files;
        const made = file?.file.requests[0]?.body ?? null;
        const saved = made?.contentType === 'file';
        const template = (saved ? file?.bodies[0]?.text : made?.raw) ?? '';
        const sent = saved && !made.interpolate ? template : testScope().text(template);
        const whole = text.toWellFormed();
        expect(sent).toBe(!saved && /^\s*(?:\[|\{(?!\{))/.test(body.text) ? whole.trimEnd() : whole);
      }),
    );
  });

  it.each(['\\{\n', '\\\\{\n', '\\{\\{\n', '\\{\\\n', 'a{\\{\n', 'a\\{\0b', '\\{\n<<<', '{{=}} '])(
    'keeps %j, in which a backslash stands where it could escape a placeholder',
    (whole) => {
      const template = literalText(whole);
      const variables = [{ name: 'v', value: template }];
      const draft = draftOf({ body: { kind: 'text', text: template } }, { variables });
      const [file] = assembleFiles([draft], OPTIONS).files;
      if (!file) throw new Error('no file');
      const read = parseText(printFile(file.file), 'a.http');
      expect(testScope().text(read.requests[0]?.body?.raw ?? '')).toBe(whole);
      expect(testScope().text(read.variables[0]?.value ?? '')).toBe(whole);
    },
  );

  it.each([
    ['[&~$\r\n\n#', 'text/plain'],
    ['{\n  # not JSON', 'text/plain'],
    ['a\n// b', 'application/json'],
    ['# a\n# b', 'application/problem+json'],
  ])('keeps lines of %j that JSON takes for comments, sent as %s', (text, type) => {
    const headers = [{ key: 'Content-Type', value: type }];
    const { requests } = parseText(printed({ headers, body: { kind: 'text', text } }), 'a.http');
    const { contentType, raw = '' } = requests[0]?.body ?? {};
    const isJson = contentType === 'json' || type.includes('json');
    expect(testScope().text(isJson ? withoutCommentLines(raw) : raw)).toBe(text);
  });

  it('keeps comments in JSON, which other clients do not send either', () => {
    const text = '{\n  # one\n  "a": {{b}},\n  // two\n  "c": "{{d}}"\n}';
    const { requests } = parseText(printed({ body: { kind: 'text', text } }), 'a.http');
    expect(requests[0]?.body).toMatchObject({ contentType: 'json', raw: text });
  });

  it('makes names of requests valid and unique', () => {
    const request = (name: string): ImportedRequestDraft => ({
      place: 'p',
      title: name,
      name,
      method: 'GET',
      url: 'http://h/',
    });
    const { files } = assembleFiles(
      [{ path: '', title: '', format: 'curl', requests: ['a b', 'a/b', '__', 'a_b_2', 'a  b'].map(request) }],
      OPTIONS,
    );
    expect(files[0]?.file.requests.map(({ name }) => name)).toEqual([
      'a_b',
      'a_b_3',
      'request',
      'a_b_2',
      'a_b_4',
    ]);
  });

  it('lists what has to be supplied and leaves out what the file defines', () => {
    const { files } = assembleFiles(
      [
        draftOf(
          { url: '{{base}}/{{a.b}}?{{$uuid()}}={{z}}' },
          { variables: [{ name: 'base', value: 'x' }], needs: ['m'] },
        ),
      ],
      OPTIONS,
    );
    expect(files[0]?.file.comments).toEqual(['# T (imported from curl)', '# Needs: a.b, m, z']);
  });

  it('writes placeholders for files of the user, but none outside or for what is read as settings', () => {
    const needs = ['./a/x.bin', './../y.bin', './service.yaml', './.git/hooks/z', './w.http', 'm', '/v.bin'];
    const [file] = assembleFiles([draftOf({}, { needs })], { tests: true, saveBodies: true }).files;
    expect(file?.bodies).toEqual([{ path: 'a/x.bin', text: 'placeholder\n', isPlaceholder: true }]);
    expect(assembleFiles([draftOf({}, { needs })], OPTIONS).files[0]?.bodies).toEqual([]);
    const many = Array.from({ length: 1000 }, (_, i) => `./${i}.bin`);
    const bounded = assembleFiles([draftOf({}, { needs: many })], { tests: true, saveBodies: true });
    expect(bounded.files[0]?.bodies).toHaveLength(200);
  });

  it('moves credentials with commas or outer blanks into secrets', () => {
    const auth = { type: 'basic' as const, params: ['a, b', ' p'] };
    expect(printed({ directives: { auth } })).toContain(
      dedent`
        @secret n_username = a, b
        @secret n_password = {{$base64Decode(IA==)}}p

        ### t
        # @name n
        # @auth basic {{n_username}}, {{n_password}}
      `,
    );
  });

  it('saves a body that cannot stand in the file, or reports it as lost', () => {
    const draft = draftOf({ body: { kind: 'text', text: 'a\n### b {{x}}' } });
    const saved = assembleFiles([draft], { tests: true, saveBodies: true });
    expect(saved.files[0]?.bodies).toEqual([{ path: 'bodies/n.txt', text: 'a\n### b {{x}}' }]);
    expect(saved.files[0]?.file.requests[0]?.body).toMatchObject({
      path: './bodies/n.txt',
      interpolate: true,
    });
    const lost = assembleFiles([draft], OPTIONS);
    expect(lost.files[0]?.file.requests[0]?.body).toBeNull();
    expect(lost.losses).toEqual([
      {
        path: 'command 1',
        reason:
          'the body cannot stand in a request file (line 2 begins with `###`); use -o to save it as a file',
      },
    ]);
  });

  it('reports requests, headers and parts that have no counterpart', () => {
    const none = { place: '/item/0', title: 'x', name: 'x', url: 'http://h/' };
    const requests: ImportedRequestDraft[] = [
      { ...none, method: 'PROPFIND' },
      { ...none, method: 'GET', url: ' ' },
      { ...none, method: 'GET', headers: [{ key: 'a b', value: '1' }] },
      {
        ...none,
        method: 'POST',
        body: { kind: 'multipart', fields: [{ kind: 'field', name: 'a b', value: '1' }] },
      },
    ];
    const { files, losses } = assembleFiles(
      [{ path: '', title: '', format: 'collection', requests }],
      OPTIONS,
    );
    expect(files[0]?.file.requests).toHaveLength(2);
    expect(losses.map(({ reason }) => reason)).toEqual([
      'the method PROPFIND has no counterpart',
      'a request without a URL has no counterpart',
      'the header name "a b" has no counterpart',
      'the part name "a b" has no counterpart',
    ]);
  });

  it('writes assertions only when they are wanted', () => {
    const assertions = statusRange(200, 400);
    expect(printed({ assertions })).toContain(dedent`
      >>>
      expect status >= 200
      expect status < 400
      <<<
    `);
    expect(printed({ assertions }, { tests: false, saveBodies: false })).not.toContain('expect');
  });

  it('gives text that validates', () => {
    const text = printed({ body: { kind: 'text', text: 'a=1\n&b=2\n' }, method: 'POST' });
    expect(parseText(text, 'x.http').diagnostics).toEqual([]);
  });
});
