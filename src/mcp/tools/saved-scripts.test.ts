import { describe, expect, it } from 'vitest';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { recordingServer, type RecordingServer } from '../../../test/support/servers/recording-server.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { fetchTool } from './fetch.js';
import { validateTool } from './validate.js';

async function sent(
  files: (url: string) => Readonly<Record<string, string>>,
  args: object,
): Promise<{ text: string; requests: ReturnType<RecordingServer['take']> }> {
  const server = await recordingServer();
  const root = await temporaryWorkspace(files(server.url));
  const text = textOf(await callHere(fetchTool, args, testSettings(root, {})));
  return { text, requests: server.take() };
}

describe('script files', () => {
  const request = (url: string, path: string): string => `GET ${url}/\n\n> ${path}\n`;

  it('are read inside the workspace, as files of bodies are', async () => {
    const { requests } = await sent(
      (url) => ({
        'check.js': 'client.assert(response.status === 200);',
        'api/a.http': request(url, '../check.js'),
      }),
      { file: 'api/a.http' },
    );
    expect(requests).toHaveLength(1);
  });

  it.each(['../outside.js', './none.js'])('%s is refused, and nothing is sent', async (path) => {
    const { text, requests } = await sent((url) => ({ 'a.http': request(url, path) }), {
      file: 'a.http',
    });
    expect(text).toContain(`the script ${path} cannot be read inside the workspace`);
    expect(requests).toEqual([]);
  });

  it('are part of what is checked', async () => {
    const root = await temporaryWorkspace({
      'check.js': 'client.assert(response.status === 200);',
      'api/a.http': request('http://a.example', '../check.js'),
    });
    const checked = textOf(await callHere(validateTool, { file: 'api/a.http' }, testSettings(root, {})));
    expect(checked).toContain('1 assertion, 0 captures');
  });
});
