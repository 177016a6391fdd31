import type { JSX } from 'preact';
import type { WholeMockRequest } from '../../../../src/server/api-types.js';
import { MethodMark } from '../../components/marks.js';
import { PlaceLink } from './route-table.js';

type Why = WholeMockRequest['why'];
type ExplainedRoute = Why['others'][number];

/** Why a request got its response: how its route matched, and why others did not. */
export function WhyPart({ request }: { readonly request: WholeMockRequest }): JSX.Element {
  const { why, method, status, source } = request;
  const { matched, segments, others, nearest } = why;
  if (matched === null) {
    return source === 'server' ? (
      <p class="padded">
        {status === 403
          ? 'The mock server refuses to serve a service worker, so no route was asked.'
          : `The mock server responds to ${method} itself, from the methods that have a route.`}
      </p>
    ) : (
      <NoMatch nearest={nearest} isPassedOn={source === 'proxied'} />
    );
  }
  return (
    <div class="why">
      <p class="why-line">
        Matched by <RouteLink route={matched} />
        {method === 'HEAD' && matched.method === 'GET' && (
          <span class="hint">HEAD is answered like GET.</span>
        )}
        {why.choice !== undefined && <span class="hint">{sentence(why.choice)}</span>}
      </p>
      <SegmentTable segments={segments} />
      {others.length > 0 && <Routes title="Match too, but come later" routes={others} />}
    </div>
  );
}

interface NoMatchProps {
  readonly nearest: Why['nearest'];
  readonly isPassedOn: boolean;
}

function NoMatch({ nearest, isPassedOn }: NoMatchProps): JSX.Element {
  return (
    <div class="why">
      <p class="why-line">
        No route matches this request{isPassedOn ? ', so it was passed on to the other server.' : '.'}
        {nearest.length === 0 &&
          !isPassedOn &&
          ' There is none like it: add a request for it to a file of the mock server.'}
      </p>
      {nearest.length > 0 && <Routes title="The nearest routes" routes={nearest} />}
    </div>
  );
}

function SegmentTable({ segments }: { readonly segments: Why['segments'] }): JSX.Element {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Segment</th>
          <th scope="col">In the route</th>
          <th scope="col">Matched as</th>
        </tr>
      </thead>
      <tbody>
        {segments.map(({ text, written, kind, parameters }, index) => (
          <tr key={index}>
            <td class="mono wrap">/{text}</td>
            <td class="mono wrap">/{written}</td>
            <td>
              {kind === 'text'
                ? 'the same text'
                : parameters.map(({ name, value }) => `${name} = ${value}`).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Routes({
  title,
  routes,
}: {
  readonly title: string;
  readonly routes: readonly ExplainedRoute[];
}): JSX.Element {
  return (
    <>
      <h3 class="why-title">{title}</h3>
      <ul class="why-routes">
        {routes.map((route, index) => (
          <li key={index}>
            <RouteLink route={route} />
            <span class="hint">{sentence(route.reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function RouteLink({ route }: { readonly route: ExplainedRoute }): JSX.Element {
  const { method, path, name, file, line } = route;
  return (
    <span class="why-route">
      <MethodMark method={method} /> <span class="mono wrap">{path}</span>{' '}
      <PlaceLink file={file} line={line}>{`${name} · ${file}:${line}`}</PlaceLink>
    </span>
  );
}

function sentence(text: string): string {
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
