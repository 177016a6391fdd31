import type { JSX } from 'preact';

export function HeaderTable({
  headers,
}: {
  readonly headers: Readonly<Record<string, string>>;
}): JSX.Element {
  const entries = Object.entries(headers);
  if (entries.length === 0) return <p class="hint padded">No headers.</p>;
  return (
    <table class="table">
      <thead class="sr-only">
        <tr>
          <th>Header</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" class="mono">
              {name}
            </th>
            <td class="mono wrap">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
