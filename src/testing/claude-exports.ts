/** Sample exports of Claude. They follow what's known about the format. The texts are invented. */

export const claudeConversations = (variant: '2024' | '2026') => [
  {
    uuid: 'c-1',
    name: 'Kayak repair',
    ...(variant === '2026' && { summary: 'How to mend a hull.' }),
    created_at: '2024-05-01T10:00:00.123456Z',
    updated_at: '2024-05-01T10:05:00.000000Z',
    account: { uuid: 'a-1' },
    chat_messages: [
      {
        uuid: 'm-1',
        text: 'Which resin mends a hull?',
        ...(variant === '2026' && { content: [{ type: 'text', text: 'Which resin mends a hull?', citations: [] }] }),
        sender: 'human',
        created_at: '2024-05-01T10:00:00.123456Z',
        updated_at: '2024-05-01T10:00:00.123456Z',
        attachments: [
          { file_name: 'survey.txt', file_size: 12, file_type: 'txt', extracted_content: 'Crack near the keel' },
        ],
        files: [{ file_name: 'hull.jpg' }],
      },
      {
        uuid: 'm-2',
        text: variant === '2024' ? 'Use epoxy.' : 'Use epoxy. (tool output)',
        ...(variant === '2026' && {
          content: [
            { type: 'thinking', thinking: 'secret' },
            { type: 'text', text: 'Use epoxy.' },
            { type: 'tool_use', name: 'search', input: {} },
          ],
        }),
        sender: 'assistant',
        created_at: '2024-05-01T10:01:00.000000Z',
        updated_at: '2024-05-01T10:02:00.000000Z',
        attachments: [],
        files: [],
      },
    ],
  },
];

export const claudeArtifacts = () => {
  const artifact = (input: object) => ({ type: 'tool_use', name: 'artifacts', input: { id: 'plan', ...input } });
  const unsupported = '```\nThis block is not supported on your current device yet.\n```';
  const answers = [
    [
      { type: 'text', text: 'Here is a plan.' },
      artifact({ command: 'create', type: 'text/markdown', title: 'Hull plan', content: '# Hull\n\nSand it first.\n' }),
      { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
      { type: 'text', text: 'Shall I go on?' },
    ],
    [artifact({ command: 'update', old_str: 'Sand it first.', new_str: 'Wash it first.' })],
    [artifact({ command: 'rewrite', title: 'Hull plan, short', content: 'Wash, sand, seal.' })],
    [{ type: 'tool_use', name: 'web_search', input: { query: 'epoxy' } }],
  ];
  return [
    {
      uuid: 'c-2',
      name: 'Hull',
      created_at: '2025-05-01T10:00:00.000000Z',
      updated_at: '2025-05-01T10:05:00.000000Z',
      account: { uuid: 'a-1' },
      chat_messages: answers.map((content, index) => ({
        uuid: `n-${index}`,
        text: index === 0 ? `Here is a plan.\n${unsupported}\nShall I go on?` : unsupported,
        content,
        sender: 'assistant',
        created_at: `2025-05-01T10:0${index}:00.000000Z`,
        updated_at: `2025-05-01T10:0${index}:00.000000Z`,
        attachments: [],
        files: [],
      })),
    },
  ];
};

/** A chat of 2024: the artifact, and the thought that precedes it, are tags in the text. The last one is cut off. */
export const claudeInlineArtifacts = () => {
  const opening = '<antArtifact identifier="plan" type="text/markdown"';
  const texts = [
    ['human', 'Which tag is it, <antArtifact title="x">?'],
    [
      'assistant',
      `Here is a plan.\n\n<antThinking>A plan is worth an artifact.</antThinking>\n\n${opening} title="Hull &amp; deck">\n# Hull\n\nSand it <b>first</b>.\n\n\nThen wash.\n</antArtifact>\n\nShall I go on?`,
    ],
    ['assistant', `${opening}>\nWash it first.\n</antArtifact>`],
    ['assistant', `Once more:\n\n${opening} title="Short">\nWash, sand`],
  ] as const;
  return [
    {
      uuid: 'c-3',
      name: 'Hull',
      created_at: '2024-07-01T10:00:00.000000Z',
      updated_at: '2024-07-01T10:05:00.000000Z',
      account: { uuid: 'a-1' },
      chat_messages: texts.map(([sender, text], index) => ({
        uuid: `o-${index}`,
        text,
        sender,
        created_at: `2024-07-01T10:0${index}:00.000000Z`,
        updated_at: `2024-07-01T10:0${index}:00.000000Z`,
        attachments: [],
        files: [],
      })),
    },
  ];
};

export const claudeProjects = () => [
  {
    uuid: 'p-1',
    name: 'Boathouse',
    description: 'Everything about the boathouse',
    is_private: true,
    prompt_template: 'Answer in metres.',
    created_at: '2024-04-01T00:00:00Z',
    updated_at: '2024-04-02T00:00:00Z',
    creator: { uuid: 'a-1', full_name: 'A Person' },
    docs: [{ uuid: 'd-1', filename: 'plan.md', content: 'The door faces east.', created_at: '2024-04-03T00:00:00Z' }],
  },
];
