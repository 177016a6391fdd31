import type { JSX } from 'preact';
import type { ExchangeFacts } from '../../../../../src/server/api-types.js';
import { TableFrame } from '../../../components/table-frame.js';
import { DOTS } from './masked-text.js';
import { SecretsToggle, SecretText } from './secret-text.js';

/** The values of cookies are secrets. */
export function CookieTable({ exchange }: { readonly exchange: ExchangeFacts | undefined }): JSX.Element {
  const { sent = [], received = [] } = exchange?.cookies ?? {};
  if (sent.length + received.length === 0) {
    return <p class="hint padded">No cookies were sent or received.</p>;
  }
  return (
    <div class="scroll wire">
      <div class="wire-tools">
        <SecretsToggle />
      </div>
      {received.length > 0 && <Received cookies={received} hops={exchange?.hops.length ?? 1} />}
      {sent.length > 0 && (
        <>
          <h3>Sent</h3>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {sent.map(({ name, value }, index) => (
                <tr key={index}>
                  <th scope="row" class="mono">
                    {name}
                  </th>
                  <td class="mono wrap">
                    <SecretText value={value} masked={DOTS} label={`the cookie ${name}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

interface ReceivedProps {
  readonly cookies: ExchangeFacts['cookies']['received'];
  /** How many requests there were. */
  readonly hops: number;
}

function Received({ cookies, hops }: ReceivedProps): JSX.Element {
  const hasDomain = cookies.some(({ domain }) => domain !== undefined);
  const heads = [
    'Name',
    'Value',
    ...(hasDomain ? ['Domain'] : []),
    'Path',
    'Expires',
    'Attributes',
    ...(hops > 1 ? ['Request'] : []),
  ];
  return (
    <>
      <h3>Received</h3>
      <TableFrame label="Received cookies">
        <table class="table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cookies.map((cookie, index) => (
              <tr key={index}>
                <th scope="row" class="mono">
                  {cookie.name}
                </th>
                <td class="mono wrap">
                  <SecretText value={cookie.value} masked={DOTS} label={`the cookie ${cookie.name}`} />
                </td>
                {hasDomain && <td class="mono">{cookie.domain}</td>}
                <td class="mono">{cookie.path}</td>
                <td class="nowrap">{lifetime(cookie)}</td>
                <td class="nowrap">{attributes(cookie)}</td>
                {hops > 1 && <td>{cookie.hop + 1}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

type Cookie = ExchangeFacts['cookies']['received'][number];

/** Max-Age wins over Expires. */
function lifetime({ maxAge, expires }: Cookie): string {
  return maxAge === undefined ? (expires ?? 'with the session') : `in ${maxAge} s`;
}

function attributes({ secure, httpOnly, sameSite }: Cookie): string {
  return [
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
  ].join(', ');
}
