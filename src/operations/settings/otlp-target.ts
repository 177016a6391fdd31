/** The collector that an operator names; messages never contain what was given, which may include a password. */
import { ServiceError } from '../../errors.js';
import { encodeBasicCredential } from '../../http/message/basic-credential.js';
import type { HeaderList } from '../../http/message/message.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import { credentialValues, isCredentialHeader, isDistinctive } from '../../redaction/credential-headers.js';
import type { GivenText } from './queue-settings.js';

export interface OtlpTarget {
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  readonly headers: HeaderList;
  /** What is masked wherever something is written. */
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The value that leaves the choice to the variables of OpenTelemetry. */
const FROM_ENVIRONMENT = 'env';
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';

export function readOtlpTarget({ text, by }: GivenText, process: Environment): OtlpTarget {
  const source = by === 'flag' ? '--otlp' : 'SVC_OTLP';
  if (text.trim() === FROM_ENVIRONMENT) return targetOfEnvironment(source, process);
  const url = readUrl(text);
  if (url !== undefined) return targetOf(url, []);
  throw new ServiceError(
    'usage',
    `${source} must be an http:// or https:// URL, such as http://127.0.0.1:4318, or ${FROM_ENVIRONMENT}`,
  );
}

function targetOfEnvironment(source: string, process: Environment): OtlpTarget {
  const name = ENDPOINTS.find((variable) => process[variable]?.trim());
  if (name === undefined) {
    throw new ServiceError(
      'input',
      `${source} is ${FROM_ENVIRONMENT}, but neither ${ENDPOINTS.join(' nor ')} is set; set one of them, or give a URL`,
    );
  }
  const url = readUrl(process[name] ?? '');
  if (url === undefined) throw new ServiceError('input', `${name} must be an http:// or https:// URL`);
  return targetOf(url, readHeaders(process[HEADERS] ?? ''));
}

function readUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function targetOf(url: URL, given: HeaderList): OtlpTarget {
  const { username, password, host } = url;
  const hasUser = username !== '' || password !== '';
  const credential = encodeBasicCredential(percentDecoded(username), percentDecoded(password));
  const headers: HeaderList = hasUser ? [...given, ['Authorization', `Basic ${credential}`]] : given;
  url.username = '';
  url.password = '';
  url.hash = '';
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return { url: url.href, host, headers, secrets: secretsOf(headers) };
}

/** Names of tenants and the like are often plain words, which would be masked everywhere. */
function secretsOf(headers: HeaderList): readonly string[] {
  const hidden = headers.filter(([name, value]) => isCredentialHeader(name) || isDistinctive(value));
  return credentialValues(
    hidden,
    hidden.map(([name]) => name),
  );
}

/** `name=value,name=value`, values percent-encoded. */
function readHeaders(text: string): HeaderList {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const equals = entry.indexOf('=');
      const name = entry.slice(0, Math.max(equals, 0)).trim();
      const value = percentDecoded(entry.slice(equals + 1).trim());
      if (HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return [name, value] as const;
      throw new ServiceError(
        'input',
        `entry ${index + 1} of ${HEADERS} is no header; write name=value, separated by commas`,
      );
    });
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[^\0-\x08\x0a-\x1f\x7f]*$/;
