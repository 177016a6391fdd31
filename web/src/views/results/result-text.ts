/** What a result says about itself. */
import type { KeptResult, RequestResult } from '../../../../src/server/api-types.js';

/** A result of the history has neither headers nor what was sent, and its values are texts. */
export type ShownResult = RequestResult & {
  readonly source?: KeptResult['source'];
  /** Among the results of that name in a run, from 1; 1 when left out. */
  readonly occurrence?: number;
};

export function isFromHistory({ source }: ShownResult): boolean {
  return source === 'history';
}

type Counted = Pick<RequestResult, 'assertions' | 'unevaluated'>;

/** The label of the tab; it counts what failed, or else what passed. */
export function assertionsLabel({ assertions, unevaluated = [] }: Counted): string {
  if (assertions.length === 0) {
    return unevaluated.length === 0 ? 'Assertions' : `Assertions: ${unevaluated.length} not evaluated`;
  }
  const failed = assertions.filter(({ passed }) => !passed).length;
  const checked = assertions.filter(({ skipped }) => !skipped).length;
  if (checked === 0) return `Assertions: ${assertions.length} skipped`;
  if (failed === 0) return `Assertions: ${checked} passed`;
  return failed === checked ? `Assertions: ${failed} failed` : `Assertions: ${failed} of ${checked} failed`;
}

type DecidedResult = Pick<
  RequestResult,
  'passed' | 'skipped' | 'skipReason' | 'error' | 'assertions' | 'response'
>;

/** Why a result without a failed assertion is what it is; empty if assertions or the error tell it. */
export function verdictReason(result: DecidedResult): string {
  const { passed, skipped, skipReason, error, assertions, response } = result;
  if (skipped) return `Skipped: ${skipReason}.`;
  if (error !== '' || assertions.some((assertion) => !assertion.skipped)) return '';
  const none = assertions.length === 0 ? 'No assertions' : 'All assertions skipped';
  const rule = `${none}: a status from 200 to 299 passes`;
  return passed ? `${rule}.` : `${rule}, ${response.statusCode} does not.`;
}

/** What to do about an error, by its kind. */
const ADVICE: Readonly<Record<string, string>> = {
  connect: 'Check that the server is running and that host and port of the address are right.',
  dns: 'Check the spelling of the host, and that this machine can resolve it.',
  tls: 'Check the certificate of the server; tls.caCert in service.yaml adds an authority of your own.',
  timeout: 'Check what the server is doing, or allow more time with “# @timeout 60s”.',
  reset: 'The server ended the connection; its log may tell why.',
  proxy: 'Check the settings of the proxy.',
  redirects: 'Check where the server redirects to, or stop at the first response with “# @no-redirect”.',
  bodyLimit: 'The limit is maxBodyBytes in service.yaml.',
  variable: 'Set it in the environment or in the file, or capture it in a request before this one.',
  auth: 'Check the parameters of “# @auth” and the variables in them.',
};

export function errorAdvice(errorKind: string): string {
  return ADVICE[errorKind] ?? '';
}

export const TABS = [
  'assertions',
  'response',
  'headers',
  'request',
  'timing',
  'cookies',
  'captures',
  'compare',
] as const;

export type Tab = (typeof TABS)[number];

/** The tab that the user most likely needs. */
export function firstTab({ assertions, passed, response }: RequestResult): Tab {
  if (!passed && assertions.some((assertion) => !assertion.passed)) return 'assertions';
  return response.statusCode === 0 ? 'assertions' : 'response';
}

/** The tab that the address names, if this result has it. */
export function chosenTab(name: string, result: RequestResult): Tab {
  return TABS.find((tab) => tab === name) ?? firstTab(result);
}
