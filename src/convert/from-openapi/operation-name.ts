/** `GET /users/{id}` gives `getUsers_id`. */
export function operationName(method: string, path: string): string {
  const segments = path.split('/').map((segment) => {
    const pieces = segment.split(/\{([^{}]*)\}/);
    return pieces.map((piece, i) => (i % 2 === 1 ? `_${piece}` : capitalised(piece))).join('');
  });
  return method.toLowerCase() + segments.join('');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
