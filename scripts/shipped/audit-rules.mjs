// Decides what an audit means for a release.

/** From the least severe to the worst; an unknown severity counts as the worst. */
const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'];
/** A package that users run is not released with a known flaw of this severity or above. */
export const FAILING_SEVERITY = 'moderate';

/**
 * @typedef {{ severity: string, range?: string, via?: (string | { title?: string, url?: string })[] }} Vulnerability
 * @typedef {{ kind: 'unavailable', reason: string }
 *   | { kind: 'done', failures: string[], others: string[] }} AuditOutcome
 */

/**
 * Reads the output of `npm audit --json`.
 * @param {string} output
 * @returns {AuditOutcome}
 */
export function readAudit(output) {
  const report = parsed(output);
  if (report === undefined) return { kind: 'unavailable', reason: 'npm printed no report' };
  if (!isRecord(report['vulnerabilities']) || 'error' in report)
    return { kind: 'unavailable', reason: reasonOf(report) };
  const found = Object.entries(/** @type {Record<string, Vulnerability>} */ (report['vulnerabilities']));
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const others = [];
  for (const [name, vulnerability] of found) {
    (isFailing(vulnerability.severity) ? failures : others).push(sentenceOf(name, vulnerability));
  }
  return { kind: 'done', failures, others };
}

/** @param {string} severity */
function isFailing(severity) {
  const rank = SEVERITIES.indexOf(severity);
  return rank === -1 || rank >= SEVERITIES.indexOf(FAILING_SEVERITY);
}

/**
 * @param {string} name
 * @param {Vulnerability} vulnerability
 */
function sentenceOf(name, { severity, range = '*', via = [] }) {
  const reasons = via.map((each) => {
    return typeof each === 'string' ? `through ${each}` : [each.title, each.url].filter(Boolean).join(', ');
  });
  return `${name} ${range} (${severity}): ${reasons.join('; ') || 'no reason given'}`;
}

/** @param {Record<string, unknown>} report */
function reasonOf({ message, error }) {
  const summary = isRecord(error) ? error['summary'] : undefined;
  const text = [message, summary].find((each) => typeof each === 'string' && each !== '');
  return (typeof text === 'string' ? text : 'npm gave no reason').split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/**
 * @param {string} output
 * @returns {Record<string, unknown> | undefined}
 */
function parsed(output) {
  try {
    const value = JSON.parse(output);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
