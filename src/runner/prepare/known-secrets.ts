/** The secrets that are known before anything has run, so that even the first line of output is redacted. */
import { CaptureStore } from '../../evaluation/variables/captures.js';
import { privateTexts } from '../../evaluation/variables/client-values.js';
import { Scope } from '../../evaluation/variables/scope.js';
import type { CommandValues } from '../../evaluation/variables/scope-sources.js';
import { secretParameters } from '../../http/auth/build-auth.js';
import { findProxyCredentials } from '../../http/connect/proxy.js';
import { encodeBasicCredential } from '../../http/message/basic-credential.js';
import { credentialValues, isCredentialHeader } from '../../redaction/credential-headers.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Auth, Request } from '../../request-file/model/model.js';
import type { Node } from '../plan/graph.js';
import type { RunOptions } from '../plan/options.js';
import type { RunPlan } from '../plan/plan.js';
import type { RunnableFile, RunRequest } from '../plan/run-input.js';

/** The values of variables that are marked as secret; others are added on use. */
export function knownSecrets(options: RunOptions, files: readonly RunnableFile[]): SecretSet {
  const { secretValues, operatorVariables, environment, dotenv, tls, proxy } = options;
  const secrets = new SecretSet();
  const names = new Set(options.secretNames);
  const addText = (value: unknown): void => {
    if (typeof value === 'string' && !value.includes('{{')) secrets.add(value);
  };
  const addPrivate = (value: unknown): void => {
    for (const text of privateTexts(value)) addText(text);
  };
  secrets.addAll(secretValues);
  secrets.addAll(findProxyCredentials(proxy));
  if (tls.passphrase !== undefined) secrets.add(tls.passphrase);
  for (const name of names) {
    for (const source of [operatorVariables, environment, dotenv]) {
      if (Object.hasOwn(source, name)) addText(source[name]);
    }
  }
  for (const { file, client } of files) {
    for (const name of client?.secretNames ?? []) addPrivate(client?.environment[name]);
    for (const { name, secret, value } of file.variables) if (secret || names.has(name)) addText(value);
  }
  return secrets;
}

/** Adds what is known about the files of which the plan runs a request. */
export function addPlannedSecrets(
  secrets: SecretSet,
  request: Pick<RunRequest, 'options' | 'process'>,
  plan: RunPlan,
): void {
  const nodes = plan.files.flatMap(({ steps }) =>
    steps.flatMap(({ node, skipReason }) => (skipReason === '' ? node : [])),
  );
  addFileSecrets(secrets, request, nodes);
}

/**
 * Adds the credentials of all requests of the files of these nodes, whose values neither captures nor data rows give,
 * and the secret variables of the files. A request that is left out declares secrets too: a response to another one may
 * hold them. A value that cannot be found yet is left out: the request itself reports it.
 */
export function addFileSecrets(
  secrets: SecretSet,
  request: Pick<RunRequest, 'options' | 'process'>,
  nodes: readonly Node[],
): void {
  for (const { runnable } of new Set(nodes.map(({ owner }) => owner))) {
    const found = new FileSecrets(secrets, request, runnable);
    for (const each of runnable.file.requests) found.add(each);
  }
}

/** Only what was asked before the run; the names are those of `secretNames` too. */
function settledValues({ settledSecrets }: RunOptions): CommandValues | undefined {
  if (settledSecrets === undefined) return undefined;
  return {
    names: [],
    valueOf: (name) => {
      const settled = Object.hasOwn(settledSecrets, name) ? settledSecrets[name] : undefined;
      return settled && 'value' in settled ? settled.value : undefined;
    },
  };
}

/** The secrets of the requests of one file; each template is resolved once. */
class FileSecrets {
  readonly #secrets: SecretSet;
  readonly #scope: Scope;
  readonly #texts = new Map<string, string | undefined>();
  readonly #auths = new Set<string>();

  constructor(
    secrets: SecretSet,
    { options, process }: Pick<RunRequest, 'options' | 'process'>,
    { file, client }: RunnableFile,
  ) {
    this.#secrets = secrets;
    this.#scope = new Scope({
      overrides: options.overrides,
      operator: options.operatorVariables,
      environment: client?.environment ?? options.environment,
      client,
      commandSecrets: settledValues(options),
      dotenv: options.dotenv,
      process,
      processReadable: true,
      memo: new Map(),
      // Functions that need them are not called.
      clock: () => 0,
      random: (bytes) => new Uint8Array(bytes),
      secretNames: new Set(options.secretNames),
      onSecret: (_name, value) => secrets.add(value),
      variables: file.variables,
      captures: new CaptureStore(),
    });
    for (const name of client?.secretNames ?? []) this.#scope.settledText(`{{${name}}}`);
    for (const name of options.secretNames) this.#scope.settledText(`{{${name}}}`);
    for (const { name, secret } of file.variables) if (secret) this.#scope.settledText(`{{${name}}}`);
    for (const [name, value] of Object.entries(options.headers)) this.#addHeader(name, value);
  }

  add(request: Request): void {
    const auth = authOf(request);
    if (auth) this.#addAuth(auth);
    for (const { key, value } of request.headers) this.#addHeader(key, value);
  }

  #addAuth({ type, params }: Auth): void {
    const key = JSON.stringify([type, params]);
    if (this.#auths.has(key)) return;
    this.#auths.add(key);
    const values = params.map((parameter) => this.#text(parameter) ?? '');
    this.#secrets.addAll(secretParameters({ type, params: values }));
    const [user = '', password = ''] = values;
    // The encoded credential reveals the password.
    if (type === 'basic' && user !== '' && password !== '')
      this.#secrets.add(encodeBasicCredential(user, password));
  }

  #addHeader(name: string, template: string): void {
    if (!isCredentialHeader(name)) return;
    const value = this.#text(template);
    if (value !== undefined) this.#secrets.addAll(credentialValues([[name, value]]));
  }

  /** Requests of a file often have the same credentials. */
  #text(template: string): string | undefined {
    if (!template.includes('{{')) return template;
    if (!this.#texts.has(template)) this.#texts.set(template, this.#scope.settledText(template));
    return this.#texts.get(template);
  }
}
