/** How texts without secrets are shown. */
import { isSecretHeaderName } from '../../../../../src/redaction/secret-names.js';

const MARK = '[REDACTED]';
export const DOTS = '••••••••';

export function withDots(masked: string): string {
  return masked.replaceAll(MARK, DOTS);
}

/** Headers of a response, of which only names tell what is secret. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeaderName(name) ? DOTS : value]),
  );
}

export function hasSecretHeader(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => isSecretHeaderName(name));
}
