/**
 * What a shell reads to complete words of `gaia-skill`: each asks the program itself, whose answers are names and options alone, one a
 * line, and takes them as words, never as code.
 */
export const COMPLETION_SCRIPTS = {
  bash: `_gaia_skill() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
    gaia-skill complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
  )
}
complete -o default -F _gaia_skill gaia-skill
`,
  zsh: `#compdef gaia-skill
_gaia_skill() {
  local -a found
  found=("\${(@f)$(gaia-skill complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _gaia_skill gaia-skill
`,
  fish: `complete -c gaia-skill -a '(gaia-skill complete-words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;
export type CompletedShell = keyof typeof COMPLETION_SCRIPTS;
