import { z } from 'zod';

/** Something must be seen of a name: invisible characters alone are none. */
export const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** A name that a merchant gives something. */
export const nameSchema = (longest: number, texts: { name: string; longName: string }) =>
  z.string({ error: texts.name }).trim().regex(visible, texts.name).max(longest, texts.longName);
