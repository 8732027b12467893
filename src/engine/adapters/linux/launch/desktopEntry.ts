/** An application as its entry describes it, by the Desktop Entry Specification. */
export interface DesktopEntry {
  readonly name: string;
  /** The words of its command, without the places for files. */
  readonly command: readonly string[];
  readonly inTerminal: boolean;
  /** It was removed by the user. */
  readonly hidden: boolean;
}

/** Reads the text of a `.desktop` file; undefined where it describes no program. */
export function parseDesktopEntry(text: string): DesktopEntry | undefined {
  const start = /^\[Desktop Entry\][^\S\n]*$/m.exec(text);
  if (!start) return undefined;
  const group = text.slice(start.index + start[0].length).split(/^\[/m)[0] ?? '';
  const keys = new Map(
    [...group.matchAll(/^([\w-]+)[^\S\n]*=[^\S\n]*(.*)$/gm)].map(([, key = '', value = '']) => [key, value.trim()]),
  );
  const [type, name, exec] = [keys.get('Type'), keys.get('Name'), keys.get('Exec')];
  if (type !== 'Application' || name === undefined || exec === undefined) return undefined;
  const command = wordsOf(exec);
  if (command.length === 0) return undefined;
  return { name, command, inTerminal: keys.get('Terminal') === 'true', hidden: keys.get('Hidden') === 'true' };
}

/** Words are separated by blanks or stand in double quotes, in which a backslash makes the next character plain. */
function wordsOf(exec: string): readonly string[] {
  // A backslash is written twice: once for the file, once for the command.
  const command = exec.replaceAll('\\\\', '\\');
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(([word, quoted]) =>
    quoted === undefined ? word : quoted.replaceAll(/\\(.)/g, '$1'),
  );
  return words.filter((word) => !/^%[fFuUdDnNickvm]$/.test(word)).map((word) => word.replaceAll('%%', '%'));
}
