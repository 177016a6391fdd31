/**
 * The look all pages share: colours for light and dark (text at least 4.5:1 on its ground, marks 3:1), type,
 * cards, bar, tables, buttons. A page adds its own rules behind it.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;
--ground:#f5f6f8;--sheet:#fff;--sunk:#f0f2f5;--ink:#1a2029;--soft:#566070;--line:#d9dee6;--strong-line:#7b8593;
--link:#0b5cad;--focus:#0b5cad;--passed:#17733a;--failed:#c01f2e;--skipped:#8a5a00;
--passed-fill:#2e9e57;--failed-fill:#d9404d;--skipped-fill:#d3a13c;
--passed-wash:#e8f5ec;--failed-wash:#fdecee;--skipped-wash:#fbf3e0;--shade:0 1px 2px rgb(20 30 45/.06),0 4px 16px rgb(20 30 45/.05);
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{
--ground:#10141a;--sheet:#181e26;--sunk:#12171e;--ink:#e7ecf2;--soft:#a3aebd;--line:#2b3440;--strong-line:#6b7889;
--link:#7db7f5;--focus:#7db7f5;--passed:#5fd08a;--failed:#ff8a8f;--skipped:#e6b65a;
--passed-fill:#3aa866;--failed-fill:#dd5560;--skipped-fill:#b98a33;
--passed-wash:#14291d;--failed-wash:#331a1e;--skipped-wash:#2c2413;--shade:0 1px 2px rgb(0 0 0/.4)}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 var(--sans)}
.page{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3,h4,p,dl,dd,ol,ul,pre,figure{margin:0;padding:0}
h1{font-size:1.75rem;line-height:1.2;font-weight:700;letter-spacing:-.015em}
h2{font-size:1.125rem;line-height:1.3;font-weight:650}
code,pre,kbd,.mono{font-family:var(--mono);font-size:.8125rem}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.quiet{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{margin-bottom:1.5rem}
.verdict{display:inline-block;margin-bottom:.5rem;padding:.125rem .75rem;border-radius:99px;font-size:.875rem;font-weight:650}
.verdict.passed{background:var(--passed-wash);color:var(--passed)}
.verdict.failed{background:var(--failed-wash);color:var(--failed)}
.verdict.skipped{background:var(--skipped-wash);color:var(--skipped)}
.facts{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:.5rem;color:var(--soft);font-size:.875rem}
.facts div{display:flex;gap:.375rem}
.facts dd{color:var(--ink);overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}
.card{padding:.875rem 1.125rem;border:1px solid var(--line);border-radius:12px;background:var(--sheet);box-shadow:var(--shade)}
.card dt{color:var(--soft);font-size:.8125rem;font-weight:550}
.card dd{font-size:1.75rem;line-height:1.25;font-weight:700;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.card dd small{font-size:1rem;font-weight:550;color:var(--soft);letter-spacing:0}
.card.passed dd{color:var(--passed)}.card.failed dd{color:var(--failed)}.card.skipped dd{color:var(--skipped)}
.card.none dd{color:var(--soft)}
.bar{display:block;width:100%;height:10px;margin:1rem 0 2rem;border-radius:5px;background:var(--line)}
.bar .passed{fill:var(--passed-fill)}.bar .failed{fill:var(--failed-fill)}.bar .skipped{fill:var(--skipped-fill)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.4375rem .75rem .4375rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600}
tbody tr:last-child>*{border-bottom:0}
td.mono,td code,th.mono{overflow-wrap:anywhere}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.scroll{overflow-x:auto}
pre{padding:.75rem .875rem;border:1px solid var(--line);border-radius:8px;background:var(--sunk);overflow:auto;max-height:24rem;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
button,input,select{font:inherit;font-size:.875rem;color:inherit}
button,select,input[type=search]{min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--strong-line);border-radius:8px;background:var(--sheet)}
button,select{cursor:pointer}
button:hover,select:hover{border-color:var(--ink)}
button[aria-pressed=true]{background:var(--ink);border-color:var(--ink);color:var(--sheet)}
.sheet{border:1px solid var(--line);border-radius:12px;background:var(--sheet);box-shadow:var(--shade)}
@media print{body{background:#fff}.page{max-width:none;padding:0}.card,.sheet{box-shadow:none}.tools{display:none!important}}
`;
