import './left-out.css';
import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { Icon } from '../../components/icon.js';
import type { LastResult } from '../../state/runs/last-results.js';
import { fileAddress, navigate } from '../../state/route.js';
import { findLeftOut } from './find-left-out.js';

/** The requests that were not sent because their lines have errors, each with a link to the line. */
export function LeftOut({ results }: { readonly results: readonly LastResult[] }): JSX.Element | null {
  const found = findLeftOut(results);
  if (found.length === 0) return null;
  return (
    <div class="left-out" role="status">
      <Icon name="warning" />
      <div>
        {formatCount(found.length, 'request')} {found.length === 1 ? 'was' : 'were'} left out because of an
        error:
        <ul>
          {found.map(({ name, file, line, message }) => (
            <li key={`${file}:${line}`}>
              <a
                href={fileAddress(file, line)}
                onClick={(event) => {
                  event.preventDefault();
                  navigate(fileAddress(file, line));
                }}
              >
                {name}, line {line}
              </a>{' '}
              <span class="hint">{message}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
