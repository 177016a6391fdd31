/** Asks a program for the value of a secret. */
import { platform } from 'node:os';
import { isProtected } from '../../../evaluation/variables/scope-sources.js';
import { durationText } from '../../../primitives/duration.js';
import { SecretSet } from '../../../redaction/secret-set.js';
import { StepFailure } from '../../outcome/step-failure.js';
import { secretTexts, type SecretCommand, type AskedSecret } from '../../plan/secret-command.js';
import { findProgram } from './find-program.js';
import { runSecretChild, type SecretChildResult } from './secret-child.js';

const MAX_VALUE_BYTES = 64 * 1024;
/** A final line end does not count. */
const MAX_OUTPUT_BYTES = MAX_VALUE_BYTES + 2;

/** Rejects with StepFailure when the signal stops it. */
export async function askProgram(
  command: SecretCommand,
  process: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<AskedSecret> {
  const { name, program, args, directory, timeoutMs, problem } = command;
  const failed = (reason: string, detail = ''): AskedSecret => {
    return { failure: `secret "${name}": ${program} ${reason}`, detail };
  };
  if (problem !== undefined) return failed(problem);
  const environment = childEnvironment(process);
  const file = await findProgram(program, directory, environment);
  if (signal.aborted) throw stopped(name);
  if (file === undefined) return failed('was not found');
  const result = await runSecretChild(file, args, {
    directory,
    environment,
    timeoutMs,
    signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result.end === 'cancelled') throw stopped(name);
  const read = readValue(result, timeoutMs);
  return 'problem' in read ? failed(read.problem, read.detail) : read;
}

function stopped(name: string): StepFailure {
  return new StepFailure('cancelled', `secret "${name}": its command was stopped`);
}

/** What belongs to svc itself is not for other programs. */
function childEnvironment(process: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process)) {
    // Windows does not distinguish the case of names.
    const compared = platform() === 'win32' ? name.toUpperCase() : name;
    if (value !== undefined && !isProtected(compared)) environment[name] = value;
  }
  return environment;
}

type ReadValue = { readonly value: string } | { readonly problem: string; readonly detail?: string };

function readValue(result: SecretChildResult, timeoutMs: number): ReadValue {
  const { end, exitCode, signalName, output } = result;
  if (end === 'timeout') return { problem: `took longer than ${durationText(timeoutMs)}` };
  if (end === 'too-large') return { problem: 'gave more than 64 KiB' };
  if (end === 'not-started') return { problem: 'could not be started' };
  if (exitCode !== 0) {
    const how = exitCode === null ? `was ended by ${signalName ?? 'a signal'}` : `ended with ${exitCode}`;
    return { problem: how, detail: lastErrorLine(result) };
  }
  const text = decode(output);
  if (text === undefined) return { problem: 'gave bytes that are not UTF-8' };
  const value = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (value === '') return { problem: 'gave nothing' };
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return { problem: 'gave more than 64 KiB' };
  return value.includes('\0') ? { problem: 'gave a NUL character' } : { value };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A program that fails may still have printed the value, which its messages could repeat. */
function lastErrorLine({ errorText, output }: SecretChildResult): string {
  const line =
    errorText
      .trimEnd()
      .split(/\r\n|[\r\n]/)
      .at(-1)
      ?.trim() ?? '';
  const printed = new SecretSet();
  printed.addAll(secretTexts(Buffer.from(output).toString('utf8').trimEnd()));
  return printed.redact(line);
}
