/** Names of programs, by an import's format or a memory's `source`. No language translates them. */
export const PROGRAM_NAMES = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  keep: 'Google Keep',
  notion: 'Notion',
  joplin: 'Joplin',
  slack: 'Slack',
  kindle: 'Kindle',
} as const;

export function programName(source: string): string | undefined {
  return Object.hasOwn(PROGRAM_NAMES, source) ? PROGRAM_NAMES[source as keyof typeof PROGRAM_NAMES] : undefined;
}
