/** Sends a recorded request again, with the settings of the user. */
import { ServiceError } from '../../errors.js';
import { textOf } from '../../evaluation/values/json.js';
import { RequestFailure } from '../../http/message/message.js';
import { toRequestFile } from '../../record/export/to-request-file.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import type { Recording } from '../../record/recordings/recording.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { OperationContext } from '../files/operation-context.js';
import { fetchRequest } from './fetch-request.js';

export interface Replay {
  readonly recording: Recording;
  readonly target: TargetAddress;
  readonly environment: string;
}

export type Replayed =
  | { readonly error: string }
  | {
      readonly startedAt: number;
      /** Whole milliseconds. */
      readonly duration: number;
      readonly statusCode: number;
      readonly statusText: string;
      /** Alternating names and values. */
      readonly headers: readonly string[];
      /** Decoded. */
      readonly body: Uint8Array;
      /** The values of placeholders that were sent, by name. */
      readonly secrets: ReadonlyMap<string, string>;
    };

/** Throws when the request cannot be sent; one without a response is a result. */
export async function replayRecording(
  { recording, target, environment }: Replay,
  { options: { root, process }, settings, fileAccess, askSecret }: OperationContext,
  signal: AbortSignal,
): Promise<Replayed> {
  const shown = `recording ${recording.arrival}`;
  const text = toRequestFile([recording], target, { chain: false });
  const file = await parseRequestFile(text, shown);
  const request = requireRequest(file, recording, shown);
  const { options } = await settings.of(environment);
  const secrets = requireValues(text, options, shown);
  signal.throwIfAborted();
  const startedAt = Date.now();
  try {
    const { statusCode, statusText, headers, body, duration } = await fetchRequest(
      { file: { file, shown, directory: root, isPiped: true }, request },
      {
        files: [],
        // A redirect is what the target responds with, and is compared as such.
        options: { ...options, followRedirects: false },
        fileAccess,
        process,
        signal,
        askSecret,
      },
    );
    return {
      startedAt,
      duration: Math.round(duration),
      statusCode,
      statusText,
      headers: headers.flatMap(([name, value]) => [name, value]),
      body: Uint8Array.from(body),
      secrets,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestFailure) return { error: error.message };
    throw error;
  }
}

function requireRequest(file: RequestFile, recording: Recording, shown: string): Request {
  const { method, request: sent, response } = recording;
  const refuse = (reason: string): ServiceError =>
    new ServiceError('usage', `${shown} cannot be sent again: ${reason}`);
  if (response.statusCode === 101) throw refuse('it became a WebSocket');
  if (sent.body.truncated) throw refuse('its body was too long to be recorded');
  if (sent.body.bytes !== null) throw refuse('its body is binary');
  const [request] = file.requests;
  if (request === undefined) throw refuse(`a request file cannot hold the method ${method}`);
  if (request.body === null && sent.body.size > 0) throw refuse('a request file cannot hold its body');
  return request;
}

/** Names all placeholders without a value at once, because each of them has to be defined. */
function requireValues(text: string, options: RunOptions, shown: string): ReadonlyMap<string, string> {
  const [, names = ''] = /^# Needs: (.*)$/m.exec(text) ?? [];
  const { overrides, operatorVariables, environment, dotenv, environmentName, secretCommands } = options;
  // Programs are not asked here: what they give could not be removed from the new response.
  const byCommand = new Set(secretCommands?.map((command) => command.name));
  const strong = [overrides, operatorVariables, environment];
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names.split(', ').filter(Boolean)) {
    const sources = byCommand.has(name) ? strong : [...strong, dotenv];
    const value = sources.find((source) => Object.hasOwn(source, name))?.[name];
    if (value === undefined || value === null) missing.push(name);
    else found.set(name, textOf(value));
  }
  if (missing.length === 0) return found;
  const isOne = missing.length === 1;
  const what = isOne ? 'a value for' : 'values for';
  const why = isOne ? 'which was removed as a secret: add it' : 'which were removed as secrets: add them';
  const place = `to the environment ${JSON.stringify(environmentName)}, then replay again`;
  throw new ServiceError('usage', `${shown} needs ${what} ${missing.join(', ')}, ${why} ${place}`);
}
