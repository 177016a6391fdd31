/** What the page of a run adds to the shared look. Rows are no list items to the browser: it would number 10,000 of them again and again. */
export const RUN_STYLE = `
.files{margin-bottom:1.5rem;padding:.75rem 1.125rem}
.files summary{cursor:pointer;font-weight:600;font-size:.9375rem}
.files table{margin-top:.5rem}
.files th[scope=row]{min-width:10rem}
.bench{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;margin-bottom:.75rem}
.tools{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.625rem .75rem;align-items:center;margin-bottom:.5rem;padding:.5rem 0;background:var(--ground)}
.tools .group{display:flex;flex-wrap:wrap;gap:.375rem}
.tools .find{flex:1 1 14rem;display:flex}
.tools .find input{width:100%}
.tools label.sort{display:flex;align-items:center;gap:.5rem;font-size:.875rem;color:var(--soft)}
.count{margin-left:.125rem;font-variant-numeric:tabular-nums;opacity:.8}
.shown{color:var(--soft);font-size:.875rem}
.tests{list-style:none;overflow:clip}
.test{display:block;border-bottom:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 4.25rem}
.test:last-child{border-bottom:0}
.test summary{display:grid;grid-template-columns:1.5rem minmax(0,1fr) auto;gap:.125rem .625rem;padding:.75rem 1.125rem;cursor:pointer;list-style:none}
.test summary::-webkit-details-marker{display:none}
.test summary:hover{background:var(--sunk)}
.test summary:focus-visible{outline-offset:-2px}
.test details[open]>summary{border-bottom:1px solid var(--line);background:var(--sunk)}
.mark{display:inline-grid;place-items:center;width:1.375rem;height:1.375rem;margin-top:.0625rem;border-radius:50%;font-size:.8125rem;font-weight:700;line-height:1}
.passed .mark{background:var(--passed-wash);color:var(--passed)}
.failed .mark,.error .mark{background:var(--failed-wash);color:var(--failed)}
.skipped .mark{background:var(--skipped-wash);color:var(--skipped)}
.test h3{font-size:.9375rem;font-weight:600;line-height:1.5;overflow-wrap:anywhere}
.skipped h3{color:var(--soft)}
.spent{color:var(--soft);font-size:.875rem;font-variant-numeric:tabular-nums;white-space:nowrap;line-height:1.6}
.chevron{display:inline-block;width:.5rem;height:.5rem;margin:0 .125rem .125rem 1rem;border:solid var(--strong-line);border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open]>summary .chevron{transform:rotate(-135deg);margin-bottom:-.125rem}
.about{grid-column:2/-1;display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:baseline;color:var(--soft);font-size:.8125rem}
.about>*{overflow-wrap:anywhere;min-width:0}
.method{font-family:var(--mono);font-weight:650}
.chip{padding:0 .5rem;border:1px solid var(--line);border-radius:99px;font-size:.75rem;line-height:1.6}
.chip.retried{border-color:var(--skipped);color:var(--skipped)}
.why{grid-column:2/-1;font-family:var(--mono);font-size:.8125rem;line-height:1.6;overflow-wrap:anywhere}
.failed .why,.error .why{color:var(--failed)}
.reason{color:var(--skipped)}
.detail{display:grid;gap:1.25rem;padding:1rem 1.125rem 1.375rem 3.25rem}
.detail>*{min-width:0}
.detail h4{margin-bottom:.375rem;font-size:.75rem;font-weight:650;letter-spacing:.04em;text-transform:uppercase;color:var(--soft)}
.detail .lead{max-width:60rem;overflow-wrap:anywhere}
.detail p.address{margin-bottom:.375rem;overflow-wrap:anywhere}
.detail ul{padding-left:1.125rem;overflow-wrap:anywhere}
.detail th[scope=row]{width:14rem;font-weight:500;overflow-wrap:anywhere}
.verdicts td:first-child{width:5.5rem;white-space:nowrap}
.verdicts td.mono{min-width:7rem}
.good{color:var(--passed);font-weight:600}.bad{color:var(--failed);font-weight:600}
.note{white-space:pre-wrap;color:var(--soft);padding-top:0}
tr.noted>*{border-bottom:0}
.error-text{padding:.75rem .875rem;border-left:3px solid var(--failed-fill);border-radius:4px;background:var(--failed-wash);white-space:pre-wrap;overflow-wrap:anywhere;font-family:var(--mono);font-size:.8125rem}
.empty{padding:2.5rem 1.25rem;text-align:center;color:var(--soft)}
@media (max-width:40rem){.page{padding:1.25rem .875rem 3rem}.tools{position:static}.detail{padding:1rem .875rem 1.25rem}.test summary{padding:.75rem .875rem}.detail th[scope=row]{width:40%}}
@media (prefers-reduced-motion:no-preference){.test summary{transition:background-color .12s}}
`;
