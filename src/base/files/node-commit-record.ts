import { z } from 'zod';

/** A name in the set's own folder: no record, of any origin, may reach out of it. */
const nameSchema = z.string().regex(/^[^/\\\0]+$/);

const commitSchema = z.object({
  /** Whether files of these names are replaced. */
  force: z.boolean(),
  folders: z.array(
    z.object({
      /** Path from the folder of the record to this one. */
      path: z.string(),
      files: z.array(
        z.object({
          name: nameSchema,
          /** Whether it replaces a file. aside: the file could not be linked, and is moved to `old` first. */
          replaces: z.union([z.boolean(), z.literal('aside')]),
        }),
      ),
      /** Names of files to remove. */
      removed: z.array(nameSchema),
    }),
  ),
});

/** The content of a record. */
export type Commit = z.output<typeof commitSchema>;

/** Parses a record. Throws if `text` is not one. */
export const parseCommit = (text: string): Commit => commitSchema.parse(JSON.parse(text));
