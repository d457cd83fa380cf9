/** The words of the name of a frame without its number, and without what parted both: `left` of `left-`; `frames` of none. */
export const frameWords = (words: string): string => words.replace(/^[-_. ]+|[-_. ]+$/g, '') || 'frames';
