/** A message of the library in the words of the page, which has a menu where the command line has `--engine`. */
export const inPageWords = (message: string): string =>
  message
    .replace(/^WebGPU finds no adapter/, 'this browser finds no GPU')
    .replace(/, or take it with --adapter software/g, '')
    .replace(/\buse --engine cpu\b/g, 'choose the CPU beside Run')
    .replace(/\b(or|and) --engine cpu\b/g, '$1 choose the CPU beside Run');
