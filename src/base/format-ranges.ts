/** Numbers as a list with ranges, the form of the array indices of batch engines: `3,7,12-19`. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let k = 0; k < numbers.length; ) {
    let end = k;
    while (numbers[end + 1] === numbers[end] + 1) end++;
    ranges.push(end === k ? `${numbers[k]}` : `${numbers[k]}-${numbers[end]}`);
    k = end + 1;
  }
  return ranges.join(',');
}
