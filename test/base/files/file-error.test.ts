import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { fileError } from '../../../src/base/files/file-error.js';
import { nodePaths } from '../../../src/base/files/node-paths.js';

it.each([
  ['read', 'change the permissions of the file or its folder'],
  ['write', 'choose another folder, or change the permissions of this one'],
])('says what can be done about a file that one may not %s', (action, hint) => {
  const error = fileError(nodePaths, action, 'cloud.las', Object.assign(new Error('EACCES'), { code: 'EACCES' }));
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).format()).toBe(`cloud.las: cannot ${action}: permission denied\n  ${hint}`);
});
