import './exchange.css';
import type { JSX } from 'preact';
import { TabList } from '../../components/tab-list.js';
import { navigate } from '../../state/route.js';
import { ExportPart } from './export-part.js';
import { ImportPart } from './import-part.js';

const PARTS = [
  { key: 'import', label: 'Import' },
  { key: 'export', label: 'Export' },
] as const;

export function ExchangeView({ part }: { readonly part: 'import' | 'export' }): JSX.Element {
  return (
    <div class="exchange">
      <div class="toolbar">
        <h1>Import and export</h1>
        <TabList label="Direction" tabs={PARTS} shown={part} show={(key) => navigate(`/${key}`)} />
      </div>
      {part === 'import' ? <ImportPart /> : <ExportPart />}
    </div>
  );
}
