/** What to paste into the common MCP clients so that they start `program entry mcp`. */
export function clientConfigurations(program: string, entry: string): string {
  const server = { command: program, args: [entry, 'mcp'] };
  const common = JSON.stringify({ mcpServers: { deskhand: server } }, null, 2);
  const code = JSON.stringify({ servers: { deskhand: { type: 'stdio', ...server } } }, null, 2);
  return [
    'Claude Code',
    `  claude mcp add deskhand -- ${[program, entry, 'mcp'].map(shellWord).join(' ')}`,
    '',
    'Claude Desktop (claude_desktop_config.json) and Cursor (.cursor/mcp.json)',
    common,
    '',
    'VS Code (.vscode/mcp.json)',
    code,
    '',
  ].join('\n');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
