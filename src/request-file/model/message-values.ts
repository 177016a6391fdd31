/** Reads the values of a finding from its message, by the table that the message was made from. */
import { RULES, type DiagnosticCode } from './diagnostic.js';

/** Undefined for another message, and for one in which a value was shortened. */
export function messageValues(
  code: DiagnosticCode,
  message: string,
): Readonly<Record<string, string>> | undefined {
  // The variant with the most text first, since others may match it too.
  const templates = [...RULES[code].messages].toSorted((a, b) => b.length - a.length);
  for (const template of templates) {
    const values = patternOf(template).exec(message)?.groups;
    if (values === undefined) continue;
    return Object.values(values).some((value) => value.endsWith('…')) ? undefined : values;
  }
  return undefined;
}

function patternOf(template: string): RegExp {
  const seen = new Set<string>();
  const parts = template.split(/\{([a-z]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    if (seen.has(part)) return String.raw`\k<${part}>`;
    seen.add(part);
    return `(?<${part}>.*)`;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}
