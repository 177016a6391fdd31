/** What the built server says about open documents, over real streams. */
import { describe, expect, it } from 'vitest';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { useEditor, type LspEditor } from '../support/program/lsp-editor.js';
import { shownDiagnostic } from '../support/program/shown-lsp.js';

const URL = 'http://127.0.0.1:9/';
const GET = `GET ${URL}`;
const CAPTURE = '>>>capture\ntoken from body.token\n<<<\n';
const LOGIN = `### login\n${GET}\n${CAPTURE}`;
const USE = `### use\n# @depends ./login.http#login\n${GET}{{login.token}}\n`;

const editor = useEditor({
  files: {
    'service.yaml':
      'envFile: .env\ndefaultEnvironment: dev\nenvironments:\n  dev:\n    baseUrl: a\n  staging:\n    baseUrl: b\n    shop: c\n',
    '.env': 'FROM_FILE=1\n',
    'shared/login.http': LOGIN,
    'shared/use.http': USE,
    'circle/one.http': `### one\n# @depends ./two.http#two\n${GET}\n`,
    'circle/two.http': `### two\n# @depends ./one.http#one\n${GET}\n`,
  },
  env: { SHOP_TOKEN: 'planted' },
});

let opened = 0;

async function close(uri: string): Promise<readonly Diagnostic[]> {
  const cleared = editor().published(uri);
  await editor().emit('textDocument/didClose', { textDocument: { uri } });
  return cleared;
}

/** A document of its own for each case. */
async function findings(text: string, folder = ''): Promise<string[]> {
  opened += 1;
  return (await editor().open(editor().uri(`${folder}case${opened}.http`), text)).map(shownDiagnostic);
}

function isEmpty({ diagnostics }: PublishDiagnosticsParams): boolean {
  return diagnostics.length === 0;
}

function publications({ received }: LspEditor): PublishDiagnosticsParams[] {
  return received
    .filter(({ method }) => method === 'textDocument/publishDiagnostics')
    .map(({ params }) => params as PublishDiagnosticsParams);
}

describe('findings of one text', () => {
  it.each([
    ['an error', `${GET}\n>>>\n`, ['2:1-4 error unclosed_block']],
    ['a warning', `${GET}\nContent-Length: 5\n`, ['2:1-15 warning computed_header']],
    ['an orphan', `${GET}\n\n###\n# @tag a\n`, ['4:1-9 warning orphan_directive unnecessary']],
    [
      'a directive twice',
      `# @timeout 5 s\n# @timeout 6 s\n${GET}\n`,
      ['2:3-11 warning duplicate_directive unnecessary'],
    ],
    ['a variable twice', `@a = 1\n@a = 2\n${GET}{{a}}\n`, ['2:2-3 warning duplicate_variable unnecessary']],
    [
      'a capture twice',
      `### a\n${GET}\n>>>capture\nb from body.b\nb from body.c\n<<<\n### c\n# @depends a\n${GET}{{a.b}}\n`,
      ['5:1-2 warning duplicate_capture unnecessary'],
    ],
    ['a title twice', `### a\n${GET}\n### a\n${GET}\n`, ['3:1-6 warning duplicate_title unnecessary']],
    [
      'a name twice',
      `# @name a\n${GET}\n###\n# @name a\n${GET}\n### b\n# @depends a\n${GET}\n`,
      ['4:9-10 error duplicate_name unnecessary', '7:12-13 error ambiguous_name'],
    ],
    ['an empty text', '', []],
    ['only a comment', '# later\n', []],
  ])('%s', async (_name, text, expected) => {
    expect(await findings(text)).toEqual(expected);
  });

  it('count columns in UTF-16', async () => {
    expect(await findings(`${GET}\nX: 🙂{{nothing}}\n`)).toEqual(['2:6-17 information undefined_variable']);
  });

  it('carry source and message', async () => {
    const [found] = await editor().open(editor().uri('source.http'), `${GET}\n>>>\n`);
    expect(found).toMatchObject({ source: 'svc', message: '`>>>` is not closed by `<<<`' });
  });
});

describe('when findings are published', () => {
  it('drops what a newer version replaces', async () => {
    const uri = editor().uri('versions.http');
    await editor().open(uri, GET);
    let versions: (number | undefined)[] = [];
    // Several times, since a machine that stands still makes a pause of its own between changes.
    for (let first = 10; first <= 100 && versions.length !== 1; first += 10) {
      const seen = publications(editor()).length;
      const last = editor().published(uri, ({ version }) => version === first + 4);
      const texts = ['', '', '', '', '\n>>>\n'].map((end) => `${GET}${first}${end}`);
      await Promise.all(texts.map((text, index) => editor().change(uri, [{ text }], first + index)));
      expect((await last).map(shownDiagnostic)).toEqual(['2:1-4 error unclosed_block']);
      const sent = publications(editor()).slice(seen);
      versions = sent.filter((params) => params.uri === uri).map(({ version }) => version);
      expect(versions).toEqual(versions.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
    }
    expect(versions).toHaveLength(1);
  });

  /** Whether the first document of a pair is published before the second; several times, since machines stand still. */
  async function isFirst(act: (round: number) => Promise<readonly [string, string]>): Promise<boolean> {
    for (let round = 0; round < 10; round++) {
      const seen = publications(editor()).length;
      const pair = await act(round);
      const order = (): string[] =>
        publications(editor())
          .slice(seen)
          .map(({ uri }) => uri);
      await expect.poll(order).toEqual(expect.arrayContaining([...pair]));
      if (order()[0] === pair[0]) return true;
    }
    return false;
  }

  it('waits after a change, but not for an opened or a saved document', async () => {
    const [changed, saved] = [editor().uri('changed.http'), editor().uri('saved.http')];
    await editor().open(changed, GET);
    await editor().open(saved, GET);
    const isSavedFirst = await isFirst(async (round) => {
      await editor().change(changed, [{ text: `${GET}${round}` }]);
      await editor().change(saved, [{ text: `${GET}${round}` }]);
      await editor().emit('textDocument/didSave', { textDocument: { uri: saved } });
      return [saved, changed];
    });
    const isOpenedFirst = await isFirst(async (round) => {
      const uri = editor().uri(`fresh${round}.http`);
      await editor().change(changed, [{ text: `${GET}x${round}` }]);
      await editor().emit('textDocument/didOpen', {
        textDocument: { uri, languageId: 'http', version: 1, text: GET },
      });
      return [uri, changed];
    });
    expect({ isSavedFirst, isOpenedFirst }).toEqual({ isSavedFirst: true, isOpenedFirst: true });
  });

  it('leaves documents alone that do not depend on the changed one', async () => {
    const unused = editor().uri('unused.http');
    const indexed = editor().published(unused, ({ diagnostics }) => diagnostics.length > 0);
    await editor().open(unused, `${GET}\n${CAPTURE}`);
    // A capture is unused only when all files are indexed, after which every document is diagnosed again.
    expect((await indexed).map(shownDiagnostic)).toEqual(['3:1-6 warning unused_capture unnecessary']);
    const [changed, other] = [editor().uri('alone1.http'), editor().uri('alone2.http')];
    await editor().open(changed, GET);
    await editor().open(other, GET);
    const again = editor().published(changed, ({ version }) => version === 77);
    const seen = publications(editor()).length;
    await editor().change(changed, [{ text: `${GET}a` }], 77);
    await again;
    // What would follow has been sent before the response to a later request.
    await editor().ask('textDocument/formatting', { textDocument: { uri: other } });
    const uris = publications(editor())
      .slice(seen)
      .map(({ uri }) => uri);
    expect(uris.filter((uri) => uri === changed || uri === other)).toEqual([changed]);
  });

  it('clears them when the document is closed', async () => {
    const uri = editor().uri('closed.http');
    expect(await editor().open(uri, 'x')).toHaveLength(1);
    expect(await close(uri)).toEqual([]);
  });
});

describe('findings across files', () => {
  it.each([
    ['a file that is not there', './none.http#a', ['2:12-23 error missing_file']],
    ['a request that is not there', './login.http#logout', ['2:12-31 warning unknown_dependency']],
    ['what is there', './login.http#login', []],
  ])('name %s', async (_name, dependency, expected) => {
    expect(await findings(`### a\n# @depends ${dependency}\n${GET}\n`, 'shared/')).toEqual(expected);
  });

  it('name a body that is not there', async () => {
    expect(await findings(`POST ${URL}\n\n< ./none.json\n`)).toEqual(['3:3-14 error missing_file']);
  });

  it('name a circle through files', async () => {
    const uri = editor().uri('circle/one.http');
    const found = await editor().open(uri, `### one\n# @depends ./two.http#two\n${GET}\n`);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['dependency_cycle', 1]]);
  });

  it('say that a capture is unused only while no other file uses it', async () => {
    const [login, use] = [editor().uri('shared/login.http'), editor().uri('shared/use.http')];
    const used = editor().published(login, isEmpty);
    await editor().open(login, LOGIN);
    await used;
    const unused = editor().published(login, (params) => !isEmpty(params));
    await editor().open(use, USE.replace('{{login.token}}', ''));
    expect((await unused).map(shownDiagnostic)).toEqual(['4:1-6 warning unused_capture unnecessary']);
    const usedAgain = editor().published(login, isEmpty);
    await editor().change(use, [{ text: USE }]);
    expect(await usedAgain).toEqual([]);
  });
});

describe('names without a value', () => {
  it('are told with the environment and near names', async () => {
    const found = await editor().open(editor().uri('names.http'), `${GET}{{baseUrk}}{{zzzzzz}}{{$HOMF}}\n`);
    expect(found.map(({ message }) => message)).toEqual([
      '`baseUrk` has no value in environment `dev`; near names: `baseUrl`',
      '`zzzzzz` has no value in environment `dev`',
      expect.stringMatching(/^`\$HOMF` has no value in environment `dev`/),
    ]);
    expect(new Set(found.map(({ severity, code }) => `${severity} ${code}`))).toEqual(
      new Set(['3 undefined_variable']),
    );
  });

  it.each(['{{baseUrl}}', '{{$FROM_FILE}}', '{{$SHOP_TOKEN}}', '{{$HOME}}', '{{$uuid}}', '\\{{none}}'])(
    'are not told for %s',
    async (placeholder) => {
      expect(await findings(`${GET}${placeholder}\n`)).toEqual([]);
    },
  );

  it('follow the chosen environment, and an unknown one is a warning', async () => {
    const uri = editor().uri('chosen.http');
    const found = await editor().open(uri, `${GET}{{shop}}\n`);
    expect(found.map(({ code }) => code)).toEqual(['undefined_variable']);
    const configure = (environment: string): Promise<void> =>
      editor().emit('workspace/didChangeConfiguration', { settings: { svc: { environment } } });
    const again = editor().published(uri, isEmpty);
    await configure('staging');
    expect(await again).toEqual([]);
    await configure('stagin');
    await expect.poll(() => editor().showMessages()).toEqual([expect.stringMatching(/`?stagin`?.*staging/)]);
    await configure('dev');
  });
});

describe('findings of the config in use', () => {
  it('have positions, and go when the text is mended', async () => {
    const uri = editor().uri('service.yaml');
    const text = 'defaultEnvironment: dev\ntimeoutt: 5\nenvironments:\n  dev:\n    baseUrl: a\n';
    const found = await editor().open(uri, text, 'yaml');
    expect(found.map(({ severity, range: { start } }) => [severity, start])).toEqual([
      [1, { line: 1, character: 0 }],
    ]);
    expect(found[0]?.message).toContain('timeoutt');
    const mended = editor().published(uri, isEmpty);
    await editor().change(uri, [{ text: text.replace('timeoutt', 'timeout') }]);
    expect(await mended).toEqual([]);
    await editor().emit('textDocument/didClose', { textDocument: { uri } });
  });

  it('are not those of another file of that name', async () => {
    const other = editor().uri('shared/service.yaml');
    await editor().emit('textDocument/didOpen', {
      textDocument: { uri: other, languageId: 'yaml', version: 1, text: 'timeoutt: 5\n' },
    });
    await findings('x');
    expect(publications(editor()).filter(({ uri }) => uri === other)).toEqual([]);
  });
});
