/** `GET /users/{id}` gives `getUsers_id`. */
export function createOperationName(method: string, path: string): string {
  const segments = path.split('/').map((segment) => {
    const parts = segment.split(/\{([^{}]*)\}/);
    return parts.map((part, i) => (i % 2 === 1 ? `_${part}` : capitalised(part))).join('');
  });
  return method.toLowerCase() + segments.join('');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
