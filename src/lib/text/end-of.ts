/** What has to follow a text so that the next one does not run into it: nothing where it ends with a sign. */
export function endOf(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}
