import type { JSX } from 'preact';
import type { BodyRow, HexRow, Mark } from '../../body/rows.js';
import type { BodyModel } from './body-model.js';
import { MarkedText } from './marked-text.js';
import { RowList } from './row-list.js';

/** Text line by line, or bytes in rows. */
export function TextRows({
  model,
  label,
}: {
  readonly model: BodyModel;
  readonly label: string;
}): JSX.Element {
  return <RowList model={model} class="text-lines" draw={drawRow} attributes={{ 'aria-label': label }} />;
}

function drawRow(row: BodyRow, index: number): JSX.Element {
  if (row.form === 'hex') return <HexLine key={index} row={row} />;
  return (
    <div key={index} class="text-line">
      <span class="line-number">{row.form === 'line' && row.number > 0 ? row.number : ''}</span>
      <MarkedText text={row.text} marks={row.marks} />
    </div>
  );
}

function HexLine({ row }: { readonly row: HexRow }): JSX.Element {
  const { offset, bytes, text, marks } = row;
  return (
    <div class="text-line hex-line">
      <span class="hex-offset">{offset}</span>
      <span class="hex-bytes">
        <MarkedText text={bytes.join(' ')} marks={marks.map(onDigits)} />
      </span>
      <span class="hex-text">
        <MarkedText text={text} marks={marks} />
      </span>
    </div>
  );
}

/** Each byte has two digits and a blank after them. */
function onDigits([start, end, isCurrent]: Mark): Mark {
  return [start * 3, end * 3 - 1, isCurrent];
}
