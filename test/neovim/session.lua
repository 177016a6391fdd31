-- What a user does in the editor, step by step; what the editor then shows is written to a file as JSON.
local report = vim.env.SVC_TEST_REPORT
local PATIENCE_MS = tonumber(vim.env.SVC_TEST_PATIENCE_MS)
local seen = {}

local function wait_for(what, condition)
  if not vim.wait(PATIENCE_MS, condition, 20) then error('this did not happen: ' .. what, 0) end
end

-- A step that fails leaves its reason in the report, and the others go on.
local function step(name, action)
  local is_done, value = pcall(action)
  seen[name] = is_done and value or { problem = tostring(value) }
end

local function open(path)
  vim.cmd('edit ' .. path)
  local buffer = vim.api.nvim_get_current_buf()
  wait_for('the server of ' .. path, function()
    for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
      if client.initialized and vim.lsp.buf_is_attached(buffer, client.id) then return true end
    end
    return false
  end)
  return buffer
end

local function lines(buffer) return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

-- The cursor on the first letter of a text.
local function go_to(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search('\\V' .. text, 'cW') == 0 then error('there is no ' .. text, 0) end
end

local function findings(source)
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    if each.source == source then
      local place = { each.lnum + 1, each.col + 1, each.end_col + 1 }
      table.insert(found, { place = place, code = each.code, message = each.message, severity = each.severity })
    end
  end
  return found
end

local function run_lens(line, title)
  vim.lsp.codelens.refresh()
  local function at_line()
    local titles = {}
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.command and lens.range.start.line + 1 == line then titles[lens.command.title] = true end
    end
    return titles
  end
  wait_for('the lens ' .. title, function() return at_line()[title] end)
  vim.ui.select = function(options, settings, choose)
    for _, option in ipairs(options) do
      if settings.format_item(option):find(title, 1, true) then return choose(option) end
    end
    error('there is no ' .. title, 0)
  end
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.lsp.codelens.run()
end

step('findings', function()
  open('broken.http')
  wait_for('a finding', function() return #findings('svc') > 0 end)
  return findings('svc')
end)

step('completion', function()
  local buffer = open('orders.http')
  go_to('{{login.token}}')
  local position = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { position[1], position[2] + #'{{login.' })
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  local labels
  -- The names of other files are offered as soon as they are indexed.
  wait_for('a name of another file', function()
    labels = {}
    local responses = vim.lsp.buf_request_sync(buffer, 'textDocument/completion', params, PATIENCE_MS)
    for _, response in pairs(responses) do
      for _, item in ipairs(response.result.items or response.result) do table.insert(labels, item.label) end
    end
    return vim.tbl_contains(labels, 'login.token')
  end)
  return labels
end)

step('hover', function()
  go_to('base}}')
  vim.lsp.buf.hover()
  local function window()
    for _, each in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(each).relative ~= '' then return each end
    end
  end
  wait_for('a window with the value', function() return window() ~= nil end)
  local shown = lines(vim.api.nvim_win_get_buf(window()))
  vim.api.nvim_win_close(window(), true)
  return shown
end)

step('rename', function()
  local buffer = open('auth.http')
  wait_for('the names of the other file', function()
    go_to('login')
    local params = vim.lsp.util.make_position_params(0, 'utf-16')
    params.context = { includeDeclaration = true }
    local found = vim.lsp.buf_request_sync(buffer, 'textDocument/references', params, PATIENCE_MS)
    for _, response in pairs(found) do
      if #(response.result or {}) >= 3 then return true end
    end
    return false
  end)
  vim.lsp.buf.rename('signIn')
  local orders = vim.fn.bufnr('orders.http')
  wait_for('the new name', function()
    return table.concat(lines(orders), '\n'):find('signIn.token', 1, true) ~= nil
  end)
  vim.cmd('wall')
  return { auth = lines(buffer), orders = lines(orders) }
end)

step('formatting', function()
  local buffer = open('untidy.http')
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = PATIENCE_MS })
  else
    vim.lsp.buf.formatting_sync(nil, PATIENCE_MS)
  end
  vim.cmd('write')
  return lines(buffer)
end)

step('run', function()
  open('orders.http')
  run_lens(tonumber(vim.env.SVC_TEST_LINE), 'Run')
  wait_for('the failed assertion', function() return #findings('svc run') > 0 end)
  return findings('svc run')
end)

step('curl', function()
  run_lens(tonumber(vim.env.SVC_TEST_LINE), 'Copy as curl')
  wait_for('a copied command', function() return vim.fn.getreg('+') ~= '' end)
  return vim.fn.getreg('+')
end)

step('messages', function() return vim.split(vim.fn.execute('messages'), '\n') end)

vim.fn.writefile({ vim.fn.json_encode(seen) }, report)
vim.cmd('qall!')
