import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { startProxy, startTarget } from '../../../test/support/servers/recording.js';
import { parseText } from '../../request-file/parse-file.js';
import type { Recording } from '../../record/recordings/recording.js';
import { GrowingFile } from './growing-file.js';
import { exportRecordings, type RecordExport } from './recording-text.js';

async function setUp(format: RecordExport['format']) {
  const { url: target } = await startTarget((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(request.url === '/first' ? '{"ticket":"kept-by-nobody-4711"}' : '{"id":1}');
  });
  const recorded: Recording[] = [];
  const { url, proxy, list } = await startProxy(target, {
    onExchange: ({ recording }) => void (recording && recorded.push(recording)),
  });
  const cwd = await temporaryWorkspace();
  const path = join(cwd, 'recorded');
  const file = { absolute: path, shown: 'recorded', folders: [cwd] };
  const growing = new GrowingFile({ file, target: proxy.target, format, all: list });
  return {
    path,
    growing,
    /** Records one more exchange. */
    record: async (where: string, headers: Record<string, string> = {}): Promise<void> => {
      await (await fetch(url + where, { headers })).text();
      await list();
      for (const recording of recorded.splice(0)) growing.add(recording);
    },
    content: () => readFile(path, 'utf8'),
    whole: async () => exportRecordings(await list(), proxy.target, { format, chain: false }),
  };
}

describe('the file of a recording that goes on', () => {
  it.each(['json', 'har', 'http'] as const)('is a whole %s export after each write', async (format) => {
    const { path, growing, record, content, whole } = await setUp(format);
    for (const where of ['/a', '/a', '/b/7?x=1', '/a']) {
      await record(where);
      await growing.save();
      expect(growing.isBehind).toBe(false);
      const text = await content();
      if (format === 'http') expect(parseText(text, 'recorded.http').diagnostics).toEqual([]);
      else expect(JSON.parse(text)).toEqual(JSON.parse(await whole()));
    }
    const text = await content();
    if (format === 'http') expect(text.match(/^(?:GET|###) .*/gm)).toHaveLength(8);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is written anew when somebody has changed or removed it', async () => {
    const { path, growing, record, content, whole } = await setUp('json');
    await record('/a');
    await growing.save();
    await appendFile(path, 'x');
    await record('/b');
    await growing.save();
    expect(JSON.parse(await content())).toEqual(JSON.parse(await whole()));
    await rm(path);
    await record('/c');
    await growing.save();
    expect(JSON.parse(await content())).toEqual(JSON.parse(await whole()));
  });

  it('loses a value that turns out to be secret', async () => {
    const { growing, record, content } = await setUp('http');
    await record('/first');
    await record('/second?ticket=kept-by-nobody-4711');
    await growing.save();
    expect(await content()).toContain('kept-by-nobody-4711');
    await record('/third', { Authorization: 'Bearer kept-by-nobody-4711' });
    await expect
      .poll(async () => {
        await growing.save();
        return content();
      })
      .not.toContain('kept-by-nobody-4711');
    expect((await content()).match(/^### /gm)).toHaveLength(3);
  });
});
