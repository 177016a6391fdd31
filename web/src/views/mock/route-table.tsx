import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { MockRoute } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { MethodMark, StatusCode } from '../../components/marks.js';
import { show } from '../../state/documents.js';
import { fileAddress } from '../../state/route.js';

interface RouteTableProps {
  readonly routes: readonly MockRoute[];
  readonly warnings: readonly string[];
}

/** The browser would take long to lay out more rows. */
const MAX_SHOWN = 500;

export function RouteTable({ routes, warnings }: RouteTableProps): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label="Routes" tabIndex={0}>
      <table class="table routes">
        <caption class="table-title">
          {formatCount(routes.length, 'route')}
          {warnings.length > 0 && (
            <span class="count-warned"> · {formatCount(warnings.length, 'warning')}</span>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">Response</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {routes.slice(0, MAX_SHOWN).map((route, index) => (
            <RouteRow key={index} route={route} />
          ))}
        </tbody>
      </table>
      {routes.length > MAX_SHOWN && (
        <p class="hint padded">and {routes.length - MAX_SHOWN} more, which are not listed here.</p>
      )}
    </div>
  );
}

function RouteRow({ route }: { readonly route: MockRoute }): JSX.Element {
  const { method, path, name, statusCode, contentType, file, line, warnings = [] } = route;
  return (
    <>
      <tr class={warnings.length > 0 ? 'has-more' : ''}>
        <td>
          <MethodMark method={method} /> <span class="mono wrap">{path}</span>
        </td>
        <td>
          <StatusCode code={statusCode} /> <span class="hint">{contentType}</span>
        </td>
        <td>
          <PlaceLink file={file} line={line}>
            {name}
          </PlaceLink>
        </td>
      </tr>
      {warnings.map((warning) => (
        <WarningRow key={warning} text={warning} />
      ))}
    </>
  );
}

/** Every warning has the form `file:line: text`. */
function WarningRow({ text }: { readonly text: string }): JSX.Element {
  const [, file = '', line = '', what = ''] = /^(.+?):(\d+): (.*)$/s.exec(text) ?? [];
  return (
    <tr class="row-warned">
      <td colSpan={3}>
        <span class="warning-line">
          <Icon name="warning" />
          <span>
            {file === '' ? (
              text
            ) : (
              <>
                <PlaceLink file={file} line={Number(line)}>{`${file}:${line}`}</PlaceLink> {what}
              </>
            )}
          </span>
        </span>
      </td>
    </tr>
  );
}

interface PlaceLinkProps {
  readonly file: string;
  readonly line: number;
  readonly children: string;
}

export function PlaceLink({ file, line, children }: PlaceLinkProps): JSX.Element {
  return (
    <a
      href={fileAddress(file, line)}
      title={`${file}:${line}`}
      class="row-link"
      onClick={(event) => {
        event.preventDefault();
        show(file, line);
      }}
    >
      {children}
    </a>
  );
}
