// Completion for bash, zsh and fish, from the commands themselves.
import { Argument, type Command } from 'commander';

type Word = { words: string; about: string };

/** Adds `completion`. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('Print the completion script of a shell. Load it with: source <(cardwright completion bash)')
    .action((shell: 'bash' | 'zsh' | 'fish') => console.log(shells[shell](program)));
}

const shells = { bash, zsh, fish };

/** What may follow each command, by the words so far. */
function choices(command: Command, path: string): Map<string, Word[]> {
  const subcommands = command.commands.map((each) => ({
    words: each.name(),
    about: each.summary() || each.description(),
  }));
  const options = command.options.map(({ long, description }) => ({ words: long ?? '', about: description }));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) =>
    argChoices.map((words) => ({ words, about: '' })),
  );
  const found = new Map([[path, [...subcommands, ...values, ...options]]]);
  for (const each of command.commands) {
    const below = choices(each, `${path} ${each.name()}`.trim());
    for (const [name, words] of below) found.set(name, words);
  }
  return found;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const firstLine = (text: string) => text.split('\n')[0] ?? '';

/** The longest known path among the words decides. */
function cases(program: Command): string {
  return [...choices(program, '')]
    .map(([path, words]) => `    ${quoted(path)}) words=${quoted(words.map((each) => each.words).join(' '))} ;;`)
    .join('\n');
}

function bash(program: Command): string {
  return `_cardwright() {
  local path='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    words=
    case "$path" in
${cases(program)}
    esac
    if [ -n "$words" ] || [ -z "$path" ]; then break; fi
    case "$path" in *' '*) path="\${path% *}" ;; *) path='' ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _cardwright cardwright`;
}

/** zsh reads the completion of bash. */
function zsh(program: Command): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(program)}`;
}

function fish(program: Command): string {
  const lines = [...choices(program, '')].flatMap(([path, words]) => {
    const isHere =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    return words.map(({ words: word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`;
      return `complete -c cardwright -f -n ${quoted(isHere)} ${what} -d ${quoted(firstLine(about))}`;
    });
  });
  return lines.join('\n');
}
