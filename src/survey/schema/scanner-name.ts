/** Valid name of one of several scanners: a part of the name of a file. */
export const SCANNER_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u;

export const SCANNER_NAME_EXPECTED = 'a name of letters, digits, dots, hyphens and underscores';
