import type { ApiOperation } from './api-operations.js';

/** The id of the operation; without one, `GET /users/{id}` gives `getUsers_id`. */
export function operationName({ operationId, method, path }: ApiOperation): string {
  if (operationId !== '') return operationId;
  const segments = path.split('/').map((segment) => {
    const parts = segment.split(/\{([^{}]*)\}/);
    return parts.map((part, i) => (i % 2 === 1 ? `_${part}` : capitalised(part))).join('');
  });
  return method.toLowerCase() + segments.join('');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
