import { flagForms, type Candidates, type CompletionNode } from './completion-nodes.js';

export function powershellScript(nodes: readonly CompletionNode[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  return `# PowerShell completion for svc; load it with: svc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $paths = @(${paths.join(', ')})
    $flags = @{
${nodes.map(flagEntry).join('\n')}
    }
    $values = @{
${nodes.flatMap(valueEntries).join('\n')}
    }
    $arguments = @{
${nodes.flatMap(argumentEntry).join('\n')}
    }
    $elements = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
    $words = @($elements | ForEach-Object { $_.ToString() })
    $current = [string]$wordToComplete
    $before = @($words | Select-Object -Skip 1)
    if ($current -ne '' -and $before.Count -gt 0) { $before = @($before | Select-Object -SkipLast 1) }
    $place = ''
    foreach ($word in $before) {
        if ($paths -ccontains "$place/$word") { $place = "$place/$word" }
    }
    $previous = if ($before.Count -gt 0) { $before[-1] } else { '' }
    $start = ''
    if ($current -match '^(--[^=]+)=(.*)$') {
        $previous = $Matches[1]
        $start = "$previous="
        $current = $Matches[2]
    }
    $offers = @()
    if ($values.ContainsKey("$place $previous")) {
        $offers = $values["$place $previous"]
    } elseif ($current.StartsWith('-')) {
        $offers = $flags[$place]
    } elseif ($arguments.ContainsKey($place)) {
        $offers = $arguments[$place]
    }
    $found = [ordered]@{}
    foreach ($offer in $offers) {
        if ($offer -is [scriptblock]) {
            foreach ($text in (& $offer)) { $found["$text"] = "$text" }
        } elseif ($offer -is [System.Collections.IDictionary]) {
            foreach ($text in $offer.Keys) { $found[$text] = $offer[$text] }
        } else {
            $found[$offer] = $offer
        }
    }
    foreach ($text in $found.Keys) {
        if (-not $text.StartsWith($current)) { continue }
        $typed = if ($text -match "[\\s'\`"]") { "'" + $text.Replace("'", "''") + "'" } else { $text }
        [System.Management.Automation.CompletionResult]::new("$start$typed", $text, 'ParameterValue', $found[$text])
    }
}
`;
}

function flagEntry({ path, flags }: CompletionNode): string {
  const described = flags.map(({ name, meaning }) => `${quote(`--${name}`)} = ${quote(meaning)}`);
  return `        ${quote(path)} = [ordered]@{ ${described.join('; ')} }`;
}

function valueEntries({ path, flags }: CompletionNode): string[] {
  return flags.flatMap((flag) => {
    const { value } = flag;
    if (value === undefined) return [];
    return flagForms(flag).map((form) => `        ${quote(`${path} ${form}`)} = @(${values(value)})`);
  });
}

function argumentEntry({ path, commands, arguments: candidates }: CompletionNode): string[] {
  if (commands.length > 0) {
    const described = commands.map(({ name, summary }) => `${quote(name)} = ${quote(summary)}`);
    return [`        ${quote(path)} = [ordered]@{ ${described.join('; ')} }`];
  }
  const lists = candidates.map(values).filter((text) => text !== '');
  return lists.length === 0 ? [] : [`        ${quote(path)} = @(${lists.join(', ')})`];
}

function values(candidates: Candidates): string {
  if (candidates.kind === 'words') return candidates.words.map(quote).join(', ');
  if (candidates.kind === 'files')
    return `{ Get-ChildItem -Path "$current*" -ErrorAction SilentlyContinue | Where-Object { $_.PSIsContainer -or $_.Extension -match '^\\.(${candidates.extensions.join('|')})$' } | ForEach-Object { ($current -replace '[^\\\\/]*$', '') + $_.Name } }`;
  if (candidates.kind === 'names')
    return `{ & $words[0] __complete ${candidates.names} '--' @before $current 2>$null }`;
  return '';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
