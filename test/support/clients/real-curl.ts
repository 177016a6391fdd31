import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { runProgram } from '../program/run-svc.js';

/** Its version; undefined on a machine without curl, where tests say that they read commands by themselves. */
export const curlVersion: string | undefined = /^curl (\S+)/.exec(
  spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)?.[1];

/** No settings of the user, no proxy, only loopback; one process for all, each command as it is. */
export async function runCurl(commands: readonly (readonly string[])[], cwd: string): Promise<void> {
  const shared = ['-q', '-sS', '--parallel-max', '1', '--http1.1'];
  const own = ['--noproxy', '*', '--max-time', '20', '-o', '/dev/null'];
  const args = commands.flatMap((words, i) => [
    ...(i === 0 ? shared : ['--next', '-sS', '--http1.1']),
    ...own,
    ...words,
  ]);
  const { code, stderr } = await runProgram('curl', args, { cwd });
  if (code !== 0) throw new Error(`curl ended with ${code}: ${stderr}`);
}

/** The response to a command as it is, with the same care. */
export async function curlResponse(
  words: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const care = ['-q', '-sS', '--noproxy', '*', '--max-time', '20', '-w', '\\n%{http_code}'];
  const { code, stdout, stderr } = await runProgram('curl', [...care, ...words], { cwd: tmpdir() });
  if (code !== 0) throw new Error(`curl ended with ${code}: ${stderr}`);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
}

/** The words of shell commands, as the real shell hands them to `curl`. */
export async function shellWords(script: string, cwd: string): Promise<string[][]> {
  const show = `curl() { for word in curl "$@"; do printf '%s\\001' "$word"; done; printf '\\002'; }\n`;
  const { code, stdout, stderr } = await runProgram('/bin/sh', ['-s'], { cwd, input: show + script });
  if (code !== 0) throw new Error(`sh ended with ${code}: ${stderr}`);
  return stdout
    .split('\x02')
    .slice(0, -1)
    .map((command) => command.split('\x01').slice(0, -1));
}
