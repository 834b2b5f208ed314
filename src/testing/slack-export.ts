const users = [
  { id: 'U1', name: 'ann', profile: { real_name: 'Ann Reed', display_name: 'Ann' } },
  { id: 'U2', name: 'ben', real_name: 'Ben Marsh', profile: { real_name: 'Ben Marsh', display_name: '' } },
];

export const SLACK_DAY_FILE = [
  {
    type: 'message',
    subtype: 'channel_join',
    user: 'U1',
    text: '<@U1> has joined the channel',
    ts: '1620284800.000100',
  },
  {
    type: 'message',
    user: 'U1',
    text: 'The &lt;old&gt; wall by <https://walls.example/x?a=1&amp;b=2|the harbour>, <@U2>? See <#C2|tides>.',
    ts: '1620284889.000200',
    thread_ts: '1620284889.000200',
    reply_count: 1,
    user_profile: { real_name: 'Ann Reed', display_name: 'Ann' },
    reactions: [{ name: 'eyes', users: ['U2'], count: 1 }],
  },
  {
    type: 'message',
    user: 'U2',
    text: 'Dug in 1821. <!here>',
    ts: '1620284999.000300',
    thread_ts: '1620284889.000200',
    parent_user_id: 'U1',
    edited: { user: 'U2', ts: '1620285000.000000' },
    files: [{ id: 'F1', name: 'wall.pdf', title: 'Wall plan', mimetype: 'application/pdf' }],
  },
  {
    type: 'message',
    subtype: 'bot_message',
    username: 'Tide Bot',
    text: '',
    ts: '1620285100.000400',
    attachments: [{ title: 'Flood', title_link: 'https://tides.example/', text: 'High water at six' }],
  },
];

export const slackExport = (): { [path: string]: string } => ({
  'users.json': JSON.stringify(users),
  'channels.json': JSON.stringify([{ id: 'C1', name: 'walls', members: ['U1', 'U2'] }]),
  'dms.json': JSON.stringify([{ id: 'D1', members: ['U1', 'U2'] }]),
  'integration_logs.json': '[]',
  'walls/2021-05-06.json': JSON.stringify(SLACK_DAY_FILE, null, 4),
  'D1/2021-05-07.json': JSON.stringify([{ type: 'message', user: 'U2', text: 'Between us', ts: '1620371289.000100' }]),
});
