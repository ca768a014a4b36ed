export const suppressionReasons = {
  unsubscribed: 'they unsubscribed',
  removed: 'you unsubscribed them',
  bounced: 'their mail server says the address doesn’t exist',
  complained: 'they reported it as spam',
  forgotten: 'they were forgotten',
} as const
