const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A moment for people, such as `Nov 21, 2026, 6:20 PM UTC`: the same on the server and in every browser. */
export function momentInWords(moment: string): string {
  return `${format.format(new Date(moment))} UTC`;
}
