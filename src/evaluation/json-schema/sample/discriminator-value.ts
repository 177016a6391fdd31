/** The value of the member that tells the alternatives of an API description apart. */
import { asObject } from '../references/schema-node.js';

/** The key that the mapping of a discriminator has for a schema, else the name of the schema. */
export function discriminatorValue(name: string, targets: unknown): string {
  const found = Object.entries(asObject(targets)).find(
    ([, target]) => typeof target === 'string' && (target === name || target.endsWith(`/${name}`)),
  );
  return found?.[0] ?? name;
}
