/** The `service.yaml` that holds the environments of an import. */
import { toJson } from '../primitives/json/json-writer.js';
import type { Json } from '../request-file/model/model.js';
import { variableName } from './import-names.js';

export interface ImportedEnvironment {
  readonly name: string;
  readonly variables: ReadonlyMap<string, Json>;
}

/** Texts are templates. */
export function configText(
  environments: readonly ImportedEnvironment[],
  secrets: readonly string[],
  origin: string,
): string {
  const names = [...new Set(secrets.map(variableName))].sort();
  const usual = defaultEnvironment(environments.map(({ name }) => environmentName(name)));
  const lines = [
    `# Environments (imported from ${origin})`,
    ...(usual === undefined ? [] : [`defaultEnvironment: ${scalar(usual)}`]),
    ...(names.length === 0 ? [] : [`secrets: [${names.map(scalar).join(', ')}]`]),
    'environments:',
    ...environments.flatMap(environmentLines),
  ];
  return `${lines.join('\n')}\n`;
}

function environmentLines({ name, variables }: ImportedEnvironment): string[] {
  const key = `  ${scalar(environmentName(name))}:`;
  if (variables.size === 0) return [`${key} {}`];
  const lines = [...variables].map(([variable, value]) => {
    const written = withoutReferences(value);
    const text = typeof written === 'string' ? scalar(written) : toJson(written);
    return `    ${scalar(variableName(variable))}: ${text}`;
  });
  return [key, ...lines];
}

/** `active` is reserved. */
export function environmentName(name: string): string {
  const clean = name.toWellFormed().trim() || 'environment';
  return clean === 'active' ? 'active_' : clean;
}

/** The only one, or one for work on a machine of its own; a run must not aim at production by chance. */
function defaultEnvironment(names: readonly string[]): string | undefined {
  const usual = names.length === 1 ? names[0] : names.find((name) => /^(?:local|dev)/i.test(name));
  return usual === 'dev' ? undefined : usual;
}

/** `${NAME}` would be replaced there. */
function withoutReferences(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutReferences(inner)]));
}

/** Words that YAML reads as something other than text. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

function scalar(text: string): string {
  const isPlain = /^[A-Za-z_](?:[\w./@+-]|:(?=[\w/]))*$/.test(text) && !WORDS.test(text);
  return isPlain ? text : JSON.stringify(text.toWellFormed());
}
